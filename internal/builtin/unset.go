package builtin

import (
	"ftsh/internal/flow"
	"ftsh/internal/vars"
)

// unset is `unset [-f|-v] name…`. Without an option it unsets variables only, as
// dash does.
func unset(h Host, args []string) flow.Outcome {
	o := options{h: h, args: args}
	functions := false
	for c := o.next("fv"); c != 0; c = o.next("fv") {
		if c == wrongOption {
			return fatal()
		}
		functions = c == 'f'
	}
	v := h.Vars()
	for _, name := range o.rest() {
		if functions {
			h.UnsetFunction(name)
			continue
		}
		if !vars.IsName(name) {
			h.Errorf("%q is not a variable name", name)
			return fatal()
		}
		if err := v.Unset(v.Names().Ref(name)); err != nil {
			h.Errorf("%v", err)
			return fatal()
		}
	}
	return flow.Outcome{}
}
