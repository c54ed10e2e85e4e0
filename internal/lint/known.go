package lint

import (
	"path"
	"strings"
	"time"

	"ftsh/internal/duration"
	"ftsh/internal/known"
	"ftsh/parser/ast"
)

// longRetry is the time limit from which a retry of a failure that is final costs much.
const longRetry = 10 * time.Minute

// knownFailures looks for a long retry of a program whose failures are known, without a word about
// which of them are final.
func (w walker) knownFailures(n *ast.Try) {
	if n.Known {
		w.hiddenPrograms(n.Body)
	}
	cmd := lastCommand(n.Body)
	if cmd == nil {
		return
	}
	words := utility(cmd.Args)
	program := path.Base(text(words, 0))
	if !known.Has(program) || w.facts.functions[program] {
		return
	}
	if remedy := mute(program, words); remedy != "" {
		if n.Known {
			w.report(KnownFailures, words[0], "known learns nothing from this %s, which does not say "+
				"why it failed: write %s", program, remedy)
		}
		return
	}
	if !retries(n) || n.On != nil || n.Except != nil || judges(n) || n.Check != nil ||
		w.facts.aborts || w.facts.sources || !long(n) {
		return
	}
	w.report(KnownFailures, words[0],
		"this retries failures that no attempt mends, too: write known in the header "+
			"(ftsh-state known %s shows what is known), or say which are retried (on, except, "+
			"permanent, transient)", program)
}

// long reports whether a try has a long time limit, or none.
func long(n *ast.Try) bool {
	switch {
	case n.Limit.Forever:
		return true
	case n.Limit.For == nil:
		return false
	}
	words, ok := texts(n.Limit.For.Words)
	if !ok {
		return false
	}
	d, err := duration.Parse(words...)
	return err == nil && d >= longRetry
}

// lastCommand returns the last command of a body, which most often is what the try is about; nil if
// something else than a simple command alone is there.
func lastCommand(l *ast.List) *ast.Simple {
	if l == nil || len(l.AndOrs) == 0 {
		return nil
	}
	a := l.AndOrs[len(l.AndOrs)-1]
	if len(a.Pipelines) != 1 || a.Background || a.Pipelines[0].Negated {
		return nil
	}
	return only(a.Pipelines[0])
}

// mute returns what to write in place of a command whose options keep it from saying why it failed,
// so that its failures are unknown; "" if it says so. Without -f, curl fails with a status for each
// reason.
func mute(program string, words []*ast.Word) string {
	switch {
	case program == "curl" && hasFlag(words, "f", "fail") && hasFlag(words, "s", "silent") &&
		!hasFlag(words, "S", "show-error"):
		return "curl -fsS"
	case program == "wget" && hasFlag(words, "q", "quiet"):
		return "wget -nv"
	}
	return ""
}

// hiddenPrograms looks for programs with known failures that a shell or xargs runs. The failed
// command is the shell then, of which nothing is known.
func (w walker) hiddenPrograms(body *ast.List) {
	eachSimple(body, func(c *ast.Simple) {
		words := utility(c.Args)
		runner := path.Base(text(words, 0))
		if w.facts.functions[runner] {
			return
		}
		switch program := hiddenProgram(runner, words); {
		case program == "":
		case runner == "xargs":
			w.report(KnownFailures, words[0], "known learns nothing from this %s, since the command "+
				"that fails is xargs: write a loop, or a forall, around %s", program, program)
		default:
			w.report(KnownFailures, words[0], "known learns nothing from this %s, since the command "+
				"that fails is %s: write %s in the block itself", program, runner, program)
		}
	})
}

// hiddenProgram returns the program with known failures that a runner runs, if it is known.
func hiddenProgram(runner string, words []*ast.Word) string {
	switch runner {
	case "sh", "bash", "dash", "ksh", "mksh", "zsh", "ash":
		for i := 1; i+1 < len(words); i++ {
			t := lead(words[i])
			switch {
			case t == "-o" || t == "+o":
				i++
			case !strings.HasPrefix(t, "-"): // the name of a script
				return ""
			case t[1:] != "" && t[1] != '-' && strings.Contains(t, "c"):
				return firstKnown(strings.FieldsFunc(lead(words[i+1]), endsWord))
			}
		}
	case "xargs":
		for _, w := range words[1:] {
			if known.Has(path.Base(lead(w))) {
				return path.Base(lead(w))
			}
		}
	}
	return ""
}

// firstKnown returns the first program with known failures among words of a script.
func firstKnown(words []string) string {
	for _, w := range words {
		if known.Has(path.Base(w)) {
			return path.Base(w)
		}
	}
	return ""
}

// endsWord reports whether a character ends a word of a script.
func endsWord(r rune) bool { return strings.ContainsRune(" \t\n;&|()<>\"'`$", r) }
