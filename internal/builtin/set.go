package builtin

import (
	"strings"

	"ftsh/internal/bashism"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/vars"
)

// setHost is the part of the shell used by set.
type setHost interface {
	Streams
	Variables
	Parameters
	Options
}

// set is `set`: without arguments it lists the variables; else it changes options and positional
// parameters. After -n no command runs any more: the environment ends, with the rest of its text
// being read only.
func set(h setHost, args []string) flow.Outcome {
	if len(args) == 1 {
		return listVariables(h)
	}
	out := setAll(h, args)
	if h.Options().Has(option.NoExec) && !h.Interactive() && out.Divert == flow.None {
		out.Divert = flow.Exit
	}
	return out
}

func setAll(h setHost, args []string) flow.Outcome {
	i := 1
	for ; i < len(args); i++ {
		a := args[i]
		if a == "" || a[0] != '-' && a[0] != '+' {
			break
		}
		if a == "--" || a == "-" {
			return setOperands(h, a, args[i+1:])
		}
		on := a[0] == '-'
		for j := 1; j < len(a); j++ {
			if a[j] == 'o' {
				if i+1 == len(args) {
					return listOptions(h, on)
				}
				i++
				if !setNamed(h, args[i], on) {
					return fatal()
				}
				continue
			}
			if !setLetter(h, a[j], on) {
				return fatal()
			}
		}
	}
	if i < len(args) {
		h.SetParams(args[i:])
	}
	return flow.Outcome{}
}

// setOperands sets the parameters after `--` or `-`. A lone `-`, which is obsolete,
// turns off -v and -x, and keeps the parameters if nothing follows.
func setOperands(h setHost, dash string, rest []string) flow.Outcome {
	if dash == "-" {
		for _, o := range [...]option.Opt{option.Verbose, option.XTrace} {
			if err := h.SetOption(o, false); err != nil {
				h.Errorf("%s: %v", o, err)
				return fatal()
			}
		}
		if len(rest) == 0 {
			return flow.Outcome{}
		}
	}
	h.SetParams(rest)
	return flow.Outcome{}
}

// optionsHost is the part of the shell used by changing and listing options.
type optionsHost interface {
	Streams
	Options
}

func setNamed(h optionsHost, name string, on bool) bool {
	o, ok := option.ByName(name)
	if !ok {
		h.Errorf("unknown option -o %s%s", name, instead(bashism.SetOption(name)))
		return false
	}
	return change(h, o, on, "-o "+name)
}

func setLetter(h optionsHost, c byte, on bool) bool {
	o, ok := option.ByLetter(c)
	if !ok {
		h.Errorf("unknown option -%c%s", c, instead(bashism.SetOption(string(rune(c)))))
		return false
	}
	return change(h, o, on, "-"+string(c))
}

func change(h optionsHost, o option.Opt, on bool, spelled string) bool {
	if err := h.SetOption(o, on); err != nil {
		h.Errorf("%s: %v", spelled, err)
		return false
	}
	return true
}

// listOptions is `set -o`, for people, and `set +o`, to be read again.
func listOptions(h optionsHost, forPeople bool) flow.Outcome {
	if forPeople {
		return printed(h, h.Options().Table())
	}
	return printed(h, h.Options().Commands())
}

func listVariables(h variablesHost) flow.Outcome {
	var b strings.Builder
	for _, x := range h.Vars().All() {
		if x.Attrs&vars.IsSet != 0 {
			b.WriteString(x.Name + "=" + single(x.Value) + "\n")
		}
	}
	return printed(h, b.String())
}
