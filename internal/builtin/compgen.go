package builtin

import (
	"errors"
	"strings"

	"ftsh/internal/compspec"
	"ftsh/internal/flow"
)

// specLetters are the options shared by compgen and complete.
const specLetters = "abcdefgjksuvo:A:G:W:P:S:X:F:C:"

// setSpec takes one of specLetters with its argument. ok is false after a report.
func setSpec(h Streams, s *compspec.Spec, c byte, value string) (ok bool) {
	switch c {
	case 'o':
		o, ok := compspec.OptionByName(value)
		if !ok {
			h.Errorf("%s: invalid option name", value)
			return false
		}
		s.Options |= o
	case 'A':
		a, ok := compspec.ActionByName(value)
		if !ok {
			h.Errorf("%s: invalid action name", value)
			return false
		}
		s.Actions |= a
	case 'G':
		s.Glob = &value
	case 'W':
		s.Words = &value
	case 'P':
		s.Prefix = &value
	case 'S':
		s.Suffix = &value
	case 'X':
		s.Filter = &value
	case 'F':
		if strings.ContainsAny(value, "()<>;&| \t\n") {
			h.Errorf("%q is not a function name", value)
			return false
		}
		s.Function = &value
	case 'C':
		s.Command = &value
	default:
		a, ok := compspec.ActionByLetter(c)
		s.Actions |= a
		return ok
	}
	return true
}

// compgen is bash's `compgen [-abcdefgjksuv] [-o option] [-A action] [-G pattern] [-W words] [-F
// function] [-C command] [-X filter] [-P prefix] [-S suffix] [word]`: it prints what may replace
// the word. Its status is 1 if there is nothing.
func compgen(h completionHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	var spec compspec.Spec
	for c := o.next(specLetters); c != 0; c = o.next(specLetters) {
		value := o.value
		if c == wrongOption || !setSpec(h, &spec, c, value) {
			return misuse()
		}
	}
	if len(args) == 1 {
		return flow.Outcome{}
	}
	word := ""
	if rest := o.rest(); len(rest) > 0 {
		word = rest[0]
	}
	if spec.Function != nil {
		h.Errorf("warning: the function of -F is called without a command line")
	}
	if spec.Command != nil {
		h.Errorf("warning: the command of -C runs without a command line")
	}
	g := generation{h: h, request: compspec.Request{Index: -1, Command: "compgen", Word: word}}
	found, err := spec.Candidates(word, &g)
	if err != nil {
		return stoppedWith(err)
	}
	if len(found) == 0 {
		found = g.otherwise(spec.Options, word)
	}
	if len(found) == 0 {
		return flow.Status(1)
	}
	return printed(h, strings.Join(found, "\n")+"\n")
}

// A completionEnd is the outcome that ended the making of candidates.
type completionEnd struct{ out flow.Outcome }

func (s *completionEnd) Error() string { return "the completion was stopped" }

func stoppedWith(err error) flow.Outcome {
	var s *completionEnd
	if errors.As(err, &s) {
		return s.out
	}
	return flow.Status(1)
}
