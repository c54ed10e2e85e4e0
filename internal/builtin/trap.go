package builtin

import (
	"strings"

	"ftsh/internal/bashism"
	"ftsh/internal/flow"
	"ftsh/internal/sig"
	"ftsh/internal/trap"
)

// trapHost is the part of the shell used by trap.
type trapHost interface {
	Streams
	Signals
}

// setTrap is `trap [action] condition…`, `trap` and `trap -p [condition…]`.
func setTrap(h trapHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	list := false
	for c := o.next("p"); c != 0; c = o.next("p") {
		if c == wrongOption {
			return fatal()
		}
		list = true
	}
	rest := o.rest()
	switch {
	case list:
		return listTraps(h, rest)
	case len(rest) == 0:
		return printed(h, lines(h.Traps().Lines()))
	}
	// A lone condition, or a number in the place of the action, resets.
	action := trap.Default
	if _, isNumber := number(rest[0]); !isNumber && len(rest) > 1 {
		action, rest = rest[0], rest[1:]
	}
	// Wrong conditions do not end the shell (XCU trap, EXIT STATUS).
	status := 0
	for _, name := range rest {
		c, ok := trap.Parse(name)
		if !ok {
			h.Errorf("%q is not a condition%s", name, instead(bashism.Condition(name)))
			status = 1
			continue
		}
		h.Traps().Set(c, action)
	}
	return flow.Status(status)
}

// listTraps is trap -p: the given conditions, or all of them, even those with their default action.
func listTraps(h trapHost, names []string) flow.Outcome {
	var list []string
	status := 0
	if len(names) == 0 {
		list = append(list, h.Traps().Line(trap.Exit))
		for _, s := range sig.All() {
			if s != sig.SIGKILL && s != sig.SIGSTOP {
				list = append(list, h.Traps().Line(s))
			}
		}
	}
	for _, name := range names {
		c, ok := trap.Parse(name)
		if !ok {
			h.Errorf("%q is not a condition%s", name, instead(bashism.Condition(name)))
			status = 1
			continue
		}
		list = append(list, h.Traps().Line(c))
	}
	if out := printed(h, lines(list)); !out.OK() {
		return out
	}
	return flow.Status(status)
}

func lines(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return strings.Join(list, "\n") + "\n"
}
