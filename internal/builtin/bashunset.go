package builtin

import (
	"errors"

	"ftsh/internal/flow"
	"ftsh/internal/vars"
)

// bashUnset is bash's `unset [-f|-v|-n] name…`. A name may be an element, name[subscript]; with @ as
// its subscript it is all elements of an indexed array. Without an option a name that is no variable
// is a function. -n unsets a reference itself.
func bashUnset(h unsetHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	kind := byte(0)
	for c := o.next("fvn"); c != 0; c = o.next("fvn") {
		if c == wrongOption {
			return misuse()
		}
		if kind+c == 'f'+'v' {
			h.Errorf("-f and -v exclude each other")
			return flow.Status(1)
		}
		kind = c
	}
	status := 0
	for _, name := range o.rest() {
		if kind == 'f' {
			h.UnsetFunction(name)
			continue
		}
		if err := unsetVariable(h, name, kind); err != nil {
			h.Errorf("%v", err)
			status = 1
			var expression *vars.ExpressionError
			if errors.As(err, &expression) {
				return flow.Outcome{Status: 1, Divert: flow.Fatal}
			}
		}
	}
	return flow.Status(status)
}

func unsetVariable(h unsetHost, name string, kind byte) error {
	v := h.Vars()
	name = h.Target(name)
	base, sub, element := vars.SplitName(name)
	if !vars.IsName(base) {
		if kind == 0 && !element {
			h.UnsetFunction(name)
			return nil
		}
		return errors.New("\"" + name + "\" is not a variable name")
	}
	r := v.Names().Ref(base)
	switch {
	case kind == 'n':
		return v.UnsetItself(r)
	case !element && kind == 0 && !v.Has(r):
		h.UnsetFunction(name)
		return nil
	case !element:
		return v.UnsetDynamic(r)
	}
	switch a := v.Attrs(r); {
	case (sub == "@" || sub == "*") && a&vars.Indexed != 0:
		return v.AssignArray(r, nil, false)
	case a&(vars.Indexed|vars.Associative) == 0 && a&vars.IsSet == 0:
		return nil
	case a&(vars.Indexed|vars.Associative) == 0 && sub == "0":
		return v.Unset(r)
	}
	return v.UnsetAt(r, sub)
}
