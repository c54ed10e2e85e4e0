package builtin

import (
	"fmt"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/sig"
	"ftsh/internal/trap"
)

// bashTrapHost is the part of the shell used by bashTrap.
type bashTrapHost interface {
	trapHost
	Options
}

// bashTrap is bash's `trap [-lp] [[action] condition…]`: conditions may be ERR, DEBUG and RETURN,
// and only those with an action are listed.
func bashTrap(h bashTrapHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	list := false
	for c := o.next("lp"); c != 0; c = o.next("lp") {
		switch c {
		case wrongOption:
			return misuse()
		case 'l':
			return printed(h, signalTable())
		}
		list = true
	}
	rest := o.rest()
	switch {
	case len(rest) == 0:
		return printed(h, lines(posixTraps(h, h.Traps().BashLines())))
	case list:
		return bashListTraps(h, rest)
	}
	action := trap.Default
	if _, isNumber := number(rest[0]); !isNumber && len(rest) > 1 {
		action, rest = rest[0], rest[1:]
	}
	status := 0
	for _, name := range rest {
		c, ok := trap.ParseBash(name)
		if !ok {
			h.Errorf("%q is not a condition", name)
			status = 1
			continue
		}
		h.Traps().Set(c, action)
		h.Traps().Speak(c, true)
	}
	return flow.Status(status)
}

// bashListTraps is trap -p with conditions.
func bashListTraps(h bashTrapHost, names []string) flow.Outcome {
	var list []string
	status := 0
	for _, name := range names {
		c, ok := trap.ParseBash(name)
		if !ok {
			h.Errorf("%q is not a condition", name)
			status = 1
		} else if line := h.Traps().BashLine(c); line != "" {
			list = append(list, line)
		}
	}
	if out := printed(h, lines(posixTraps(h, list))); !out.OK() {
		return out
	}
	return flow.Status(status)
}

// posixTraps takes the SIG out of the lines of trap in POSIX mode.
func posixTraps(h bashTrapHost, list []string) []string {
	if !h.Options().Has(option.Posix) {
		return list
	}
	for i, line := range list {
		if n := strings.LastIndex(line, "' SIG"); n >= 0 {
			list[i] = line[:n+2] + line[n+5:]
		}
	}
	return list
}

// signalTable is the output of trap -l and kill -l: five signals a line, with their numbers.
func signalTable() string {
	var b strings.Builder
	all := sig.All()
	for i, s := range all {
		fmt.Fprintf(&b, "%2d) SIG%s", int(s), sig.Name(s))
		if i%5 == 4 || i == len(all)-1 {
			b.WriteByte('\n')
		} else {
			b.WriteByte('\t')
		}
	}
	return b.String()
}

// bashSet is bash's `set` with operands: the names and letters of its options.
func bashSet(h setHost, args []string) flow.Outcome {
	for i := 1; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--" || a == "-":
			return setOperands(h, a, args[i+1:])
		case a == "+": // no options
			continue
		case len(a) < 2 || a[0] != '-' && a[0] != '+':
			h.SetParams(args[i:])
			return stopped(h)
		}
		on := a[0] == '-'
		for _, c := range []byte(a[1:]) {
			var o option.Opt
			var inverted, ok bool
			spelled := string(c)
			if c != 'o' {
				o, inverted, ok = option.BashByLetter(c)
			} else if i+1 == len(args) {
				if on {
					return printed(h, h.Options().BashTable())
				}
				return printed(h, h.Options().BashCommands())
			} else {
				i++
				spelled = "o " + args[i]
				o, inverted, ok = option.BashByName(args[i])
			}
			if !ok && spelled == "r" && on {
				h.Errorf("-r: ftsh cannot be a restricted shell")
				return misuse()
			}
			if !ok {
				h.Errorf("unknown option -%s", spelled)
				return misuse()
			}
			if !change(h, o, on != inverted, "-"+spelled) {
				return misuse()
			}
		}
	}
	return stopped(h)
}

// stopped is the outcome of a set that may have set -n.
func stopped(h optionsHost) (out flow.Outcome) {
	if h.Options().Has(option.NoExec) && !h.Interactive() {
		out.Divert = flow.Exit
	}
	return out
}
