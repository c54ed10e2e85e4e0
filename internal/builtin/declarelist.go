package builtin

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/quote"
	"ftsh/internal/vars"
)

// list lists the variables that have an attribute asked for, as commands to declare them. Without
// options it lists all of them as assignments, and then the functions.
func (d *declaration) list() flow.Outcome {
	var b strings.Builder
	plain := !d.print && d.on == 0
	for _, x := range d.h.Vars().All() {
		switch {
		case !d.listed(x):
		case !plain:
			b.WriteString(d.declared(x) + "\n")
		case x.Attrs&vars.IsSet != 0:
			b.WriteString(x.Name + "=" + assignedValue(x) + "\n")
		}
	}
	if plain && !d.h.Options().Has(option.Posix) {
		for _, name := range d.h.FunctionNames() {
			text, _ := d.h.FunctionText(name)
			b.WriteString(text + "\n")
		}
	}
	return printed(d.h, b.String())
}

// listed reports whether a variable is to be listed: of the kind of array asked for, and with one of
// the other attributes.
func (d *declaration) listed(x vars.Var) bool {
	kind := d.on & (vars.Indexed | vars.Associative)
	rest := d.on &^ kind
	return (kind == 0 || x.Attrs&kind != 0) && (rest == 0 || x.Attrs&rest != 0)
}

// show prints a command to declare each of the variables again.
func (d *declaration) show(names []string) flow.Outcome {
	var b strings.Builder
	status := 0
	for _, name := range names {
		v := d.h.Vars()
		x, ok := vars.Var{}, vars.IsName(name)
		if ok {
			x, ok = v.Itself(v.Names().Ref(name))
		}
		if !ok {
			d.h.Errorf("%s: not found", name)
			status = 1
			continue
		}
		b.WriteString(d.declared(x) + "\n")
	}
	if out := printed(d.h, b.String()); !out.OK() {
		return out
	}
	return flow.Status(status)
}

// exportFunctions puts functions into the environment of commands, or takes them out.
func (d *declaration) exportFunctions(names []string) flow.Outcome {
	status := 0
	for _, name := range names {
		err := error(nil)
		if _, ok := d.h.FunctionText(name); !ok {
			err = errors.New(name + ": not a function")
		} else {
			err = d.h.ExportFunction(name, d.off&vars.Exported == 0)
		}
		if err != nil {
			d.h.Errorf("%v", err)
			status = 1
		}
	}
	return flow.Status(status)
}

// listFunctions prints functions, or their names: those named, else all of them, and with -x those
// that are exported. With -x or +x functions that are named are exported, or no more.
func (d *declaration) listFunctions(names []string) flow.Outcome {
	all := len(names) == 0
	if (d.on|d.off)&vars.Readonly != 0 || all && d.traced {
		return flow.Outcome{} // a function can always be redefined, and set -T is for all of them
	}
	if !all && ((d.on|d.off)&vars.Exported != 0 || d.traced) {
		return d.changeFunctions(names)
	}
	var b strings.Builder
	if all {
		names = d.h.FunctionNames()
	}
	status := 0
	for _, name := range names {
		text, ok := d.h.FunctionText(name)
		mark := "declare -f " + name + "\n"
		exported := ok && d.h.Exported(name)
		if exported {
			mark = "declare -fx " + name + "\n"
		}
		switch {
		case !ok && strings.Contains(name, "="):
			d.h.Errorf("%s: a function cannot be made with -f", name)
			status = 1
		case !ok:
			status = 1
		case all && d.on&vars.Exported != 0 && !exported:
		case d.names && (all || d.print):
			b.WriteString(mark)
		case d.names && d.h.Shopts().Has(option.ExtDebug):
			file, line := d.h.FunctionPlace(name)
			fmt.Fprintf(&b, "%s %d %s\n", name, line, file)
		case d.names:
			b.WriteString(name + "\n")
		default:
			b.WriteString(text + "\n")
			if exported && (all || d.print) {
				b.WriteString(mark)
			}
		}
	}
	if out := printed(d.h, b.String()); !out.OK() {
		return out
	}
	return flow.Status(status)
}

// changeFunctions is declare -fx and +x: a name that is no function has status 1 without a message.
func (d *declaration) changeFunctions(names []string) flow.Outcome {
	status := 0
	for _, name := range names {
		if _, ok := d.h.FunctionText(name); !ok {
			if strings.Contains(name, "=") {
				d.h.Errorf("%s: a function cannot be made with -f", name)
			}
			status = 1
			continue
		}
		if (d.on|d.off)&vars.Exported == 0 {
			continue
		}
		if out := d.exportFunctions([]string{name}); !out.OK() {
			status = 1
		}
	}
	return flow.Status(status)
}

// declared returns the command that declares a variable, in the words of the builtin in POSIX mode.
func (d *declaration) declared(x vars.Var) string {
	text := declared(x)
	if d.posixWord == "" || !d.h.Options().Has(option.Posix) {
		return text
	}
	kind := "" // in POSIX mode readonly -p and export -p print their own commands
	switch {
	case x.Attrs&vars.Indexed != 0:
		kind = "-a "
	case x.Attrs&vars.Associative != 0:
		kind = "-A "
	}
	_, rest, _ := strings.Cut(strings.TrimPrefix(text, "declare "), " ")
	return d.posixWord + " " + kind + rest
}

// declared returns the command that declares a variable, as bash's `declare -p` prints it.
func declared(x vars.Var) string {
	b := []byte("declare -" + cmp.Or(x.Attrs.Letters(), "-") + " ")
	b = append(b, x.Name...)
	switch {
	case x.Attrs&vars.IsSet == 0:
	case x.Attrs&(vars.Indexed|vars.Associative) != 0:
		b = append(b, '=')
		b = append(b, arrayText(x)...)
	default:
		b = append(b, '=')
		b = append(b, quote.Double(x.Value)...)
	}
	return string(b)
}

// arrayText returns the elements of an array as bash prints them.
func arrayText(x vars.Var) string {
	var b strings.Builder
	b.WriteByte('(')
	keyed := x.Attrs&vars.Associative != 0
	for i, e := range x.Elements {
		if i > 0 && !keyed {
			b.WriteByte(' ')
		}
		key := e.Key
		if keyed {
			key = quote.Key(key)
		}
		b.WriteString("[" + key + "]=" + quote.Double(e.Value))
		if keyed {
			b.WriteByte(' ')
		}
	}
	b.WriteByte(')')
	return b.String()
}

// assignedValue returns a value as bash's `set` prints it.
func assignedValue(x vars.Var) string {
	if x.Attrs&(vars.Indexed|vars.Associative) != 0 {
		return arrayText(x)
	}
	return quote.Value(x.Value)
}
