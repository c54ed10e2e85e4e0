package builtin

import (
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/vars"
)

// variablesHost is the part of the shell used by builtins that mark, list and assign variables.
type variablesHost interface {
	Streams
	Variables
}

// export is `export name[=word]…` and `export -p`.
func export(h variablesHost, args []string) flow.Outcome { return mark(h, args, vars.Exported) }

// readonly is `readonly name[=word]…` and `readonly -p`.
func readonly(h variablesHost, args []string) flow.Outcome { return mark(h, args, vars.Readonly) }

func mark(h variablesHost, args []string, attr vars.Attr) flow.Outcome {
	o := options{h: h, args: args}
	list := false
	for c := o.next("p"); c != 0; c = o.next("p") {
		if c == wrongOption {
			return fatal()
		}
		list = true
	}
	rest := o.rest()
	if list || len(rest) == 0 {
		return listMarked(h, args[0], attr)
	}
	v := h.Vars()
	out := flow.Outcome{}
	for _, a := range rest {
		name, value, assigned := strings.Cut(a, "=")
		if !vars.IsName(name) {
			h.Errorf("%q is not a variable name", name)
			out = fatal()
			continue // the others are marked all the same
		}
		if assigned {
			if err := v.Assign(name, value); err != nil {
				h.Errorf("%v", err)
				out = fatal()
				continue
			}
		}
		v.Mark(v.Names().Ref(name), attr)
	}
	return out
}

// listMarked prints commands to mark, and assign, the variables again.
func listMarked(h variablesHost, command string, attr vars.Attr) flow.Outcome {
	var b strings.Builder
	for _, x := range h.Vars().All() {
		if x.Attrs&attr == 0 {
			continue
		}
		b.WriteString(command + " " + x.Name)
		if x.Attrs&vars.IsSet != 0 {
			b.WriteString("=" + single(x.Value))
		}
		b.WriteByte('\n')
	}
	return printed(h, b.String())
}
