package builtin

import (
	"ftsh/internal/flow"
	"ftsh/internal/vars"
)

// unsetHost is the part of the shell used by unset.
type unsetHost interface {
	Streams
	Variables
	Functions
}

// unset is `unset [-f|-v] name…`. Without an option it unsets variables only, as dash does. A name
// that cannot be unset does not stop the others.
func unset(h unsetHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	functions := false
	for c := o.next("fv"); c != 0; c = o.next("fv") {
		if c == wrongOption {
			return fatal()
		}
		functions = c == 'f'
	}
	v := h.Vars()
	out := flow.Outcome{}
	for _, name := range o.rest() {
		if functions {
			h.UnsetFunction(name)
			continue
		}
		if !vars.IsName(name) {
			h.Errorf("%q is not a variable name", name)
			out = fatal()
		} else if err := v.Unset(v.Names().Ref(name)); err != nil {
			h.Errorf("%v", err)
			out = fatal()
		}
	}
	return out
}
