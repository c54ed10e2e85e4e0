package builtin

import (
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/vars"
)

// localHost is the part of the shell used by local.
type localHost interface {
	Streams
	Variables
	Functions
}

// local is dash's `local name[=word]…`: a variable keeps its value and attributes until it is
// assigned, and the outer ones come back as the function ends. With `local -` the options of `set`
// come back, too.
func local(h localHost, args []string) flow.Outcome {
	if !h.InFunction() {
		h.Errorf("not in a function")
		return fatal()
	}
	rest, ok := operands(h, args)
	if !ok {
		return fatal()
	}
	v := h.Vars()
	for _, a := range rest {
		if a == "-" {
			h.LocalOptions()
			continue
		}
		name, value, assigned := strings.Cut(a, "=")
		if !vars.IsName(name) {
			h.Errorf("%q is not a variable name", name)
			return fatal()
		}
		if err := v.Local(v.Names().Ref(name)); err != nil {
			h.Errorf("%v", err)
			return fatal()
		}
		if assigned {
			if err := v.Assign(name, value); err != nil {
				h.Errorf("%v", err)
				return fatal()
			}
		}
	}
	return flow.Outcome{}
}
