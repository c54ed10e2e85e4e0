package builtin

import (
	"strings"

	"ftsh/internal/flow"
)

// hashHost is the part of the shell used by hash.
type hashHost interface {
	Streams
	Search
}

// hash is `hash [-r] [utility…]`. Names of functions and builtins are taken without
// effect, as in other shells.
func hash(h hashHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	forget := false
	for c := o.next("r"); c != 0; c = o.next("r") {
		if c == wrongOption {
			return misuse()
		}
		forget = true
	}
	if forget {
		h.Rehash()
	}
	rest := o.rest()
	if len(rest) == 0 && !forget {
		var b strings.Builder
		for _, r := range h.Hashed() {
			b.WriteString(r.Path + "\n")
		}
		return printed(h, b.String())
	}
	return remember(h, rest)
}

// remember searches for programs and remembers their paths.
func remember(h hashHost, names []string) flow.Outcome {
	status := 0
	for _, name := range names {
		if strings.Contains(name, "/") {
			continue
		}
		switch h.Find(name).Kind {
		case SpecialBuiltin, Function, RegularBuiltin:
			continue // it has no path, and needs none
		}
		if !h.Hash(name) {
			h.Errorf("%s: not found", name)
			status = 1
		}
	}
	return flow.Status(status)
}
