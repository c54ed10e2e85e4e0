package cli

import (
	"errors"
	"fmt"

	"ftsh/internal/option"
)

// bashOption sets an option of bash about startup files and editing, for its dialect.
func (inv *invocation) bashOption(name, value string) bool {
	switch name {
	case "norc":
		inv.start.NoFile = true
	case "noprofile":
		inv.start.NoProfile = true
	case "rcfile", "init-file":
		inv.start.File = value
	case "verbose":
		_ = inv.option("verbose", true)
	case "noediting":
	default:
		return false
	}
	inv.nameBash("--" + name)
	return true
}

// bashLetter sets an option of one letter of the dialect of bash, such as -E, or +O with the name
// of an option of shopt in rest. It returns the number of words it used of rest.
func (inv *invocation) bashLetter(word string, rest []string) (int, error) {
	if word[1] == 'O' {
		if len(rest) == 0 {
			return 0, errors.New(word + ": expected an option's name, found nothing")
		}
		o, ok := option.ShoptByName(rest[0])
		if !ok {
			return 0, fmt.Errorf("%s %s: no option of shopt has this name", word, rest[0])
		}
		if err := o.Refusal(word[0] == '-', inv.interactive); err != nil {
			return 0, fmt.Errorf("%s %s: %w", word, rest[0], err)
		}
		flag := "-s"
		if word[0] == '+' {
			flag = "-u"
		}
		inv.callBash(word, "shopt", flag, rest[0])
		return 1, nil
	}
	if _, _, ok := option.BashByLetter(word[1]); !ok {
		return 0, fmt.Errorf("unknown option %s: try --help", word)
	}
	inv.callBash(word, "set", word)
	return 0, nil
}

// callBash makes the shell call a builtin at its start, for the option called name.
func (inv *invocation) callBash(name string, call ...string) {
	inv.start.Calls = append(inv.start.Calls, call)
	inv.nameBash(name)
}

// nameBash remembers the first option of the dialect of bash alone.
func (inv *invocation) nameBash(name string) {
	if inv.startNamed == "" {
		inv.startNamed = name
	}
}

func sign(on bool) string {
	if on {
		return "-"
	}
	return "+"
}
