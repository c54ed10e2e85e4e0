package builtin

import (
	"slices"
	"strings"

	"ftsh/internal/flow"
)

// enable is bash's `enable [-a] [-nps] [name…]`: it turns builtins on, or off with -n, so that
// their names mean programs. Without names it lists them. Builtins are not loaded from files.
func enable(h builtinHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	var all, off, list, special bool
	for c := o.next("adnpsf:"); c != 0; c = o.next("adnpsf:") {
		switch c {
		case 'a':
			all = true
		case 'n':
			off = true
		case 'p':
			list = true
		case 's':
			special = true
		case 'd', 'f':
			h.Errorf("-%c: ftsh loads no builtins from files", c)
			return flow.Status(1)
		default:
			return misuse()
		}
	}
	names := o.rest()
	if len(names) == 0 || list {
		return listBuiltins(h, all || !off, all || off, special)
	}
	status := 0
	for _, name := range names {
		if !slices.Contains(h.Builtins(), name) {
			h.Errorf("%s: not a shell builtin", name)
			status = 1
			continue
		}
		h.Disable(name, off)
	}
	return flow.Status(status)
}

// listBuiltins prints the commands to turn builtins on or off as they are.
func listBuiltins(h builtinHost, enabled, disabled, special bool) flow.Outcome {
	var b strings.Builder
	for _, name := range h.Builtins() {
		switch off := h.Disabled(name); {
		case special && !isSpecial(name):
		case off && disabled:
			b.WriteString("enable -n " + name + "\n")
		case !off && enabled:
			b.WriteString("enable " + name + "\n")
		}
	}
	return printed(h, b.String())
}

// BashNames returns the names of the builtins of the dialect of bash, sorted. Those that exist only
// in blocks are not among them.
func BashNames() []string {
	var names []string
	for i := range table {
		if e := &table[i]; !e.InBlock && !e.Last {
			names = append(names, e.Name)
		}
	}
	for i := range bashTable {
		names = append(names, bashTable[i].Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// isSpecial reports whether a builtin is a special one of POSIX. source is another name of one.
func isSpecial(name string) bool {
	e := Lookup(name)
	return e != nil && e.Special || name == "source"
}
