package builtin

import (
	"strings"

	"ftsh/internal/flow"
)

// aliasHost is the part of the shell used by alias and unalias.
type aliasHost interface {
	Streams
	Aliases
}

// aliasLine is an alias in a listing (XCU alias).
func aliasLine(name, value string) string { return name + "=" + single(value) + "\n" }

// alias is `alias [name[=string]…]`. An alias is listed as a line.
func alias(h aliasHost, line func(name, value string) string, args []string) flow.Outcome {
	rest, ok := operands(h, args)
	if !ok {
		return misuse()
	}
	var b strings.Builder
	if len(rest) == 0 {
		for _, name := range h.AliasNames() {
			value, _ := h.Alias(name)
			b.WriteString(line(name, value))
		}
		return printed(h, b.String())
	}
	status := 0
	for _, a := range rest {
		// An equals sign at the start is part of the name.
		if i := strings.IndexByte(a, '='); i > 0 {
			if !aliasName(a[:i]) {
				h.Errorf("%q is not an alias name", a[:i])
				status = 1
				continue
			}
			h.SetAlias(a[:i], a[i+1:])
			continue
		}
		value, ok := h.Alias(a)
		if !ok {
			h.Errorf("%s: not found", a)
			status = 1
			continue
		}
		b.WriteString(line(a, value))
	}
	if out := printed(h, b.String()); !out.OK() {
		return out
	}
	return flow.Status(status)
}

// bashAlias is bash's `alias [-p] [name[=string]…]`: -p lists all aliases first.
func bashAlias(h aliasHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	all := false
	for c := o.next("p"); c != 0; c = o.next("p") {
		if c != 'p' {
			return misuse()
		}
		all = true
	}
	rest := append([]string{args[0], "--"}, o.rest()...)
	if all && len(rest) > 2 {
		if out := alias(h, bashAliasLine, rest[:2]); !out.OK() {
			return out
		}
	}
	return alias(h, bashAliasLine, rest)
}

// aliasName reports whether the parser could ever find an alias of this name: no quotes,
// expansions, blanks or operators. This is stricter than XBD 3.10, as in every shell.
func aliasName(s string) bool {
	return s != "" && !strings.ContainsAny(s, " \t\n'\"\\`$&|;<>()=/")
}

// unalias is `unalias name…` and `unalias -a`.
func unalias(h aliasHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	switch o.next("a") {
	case wrongOption:
		return misuse()
	case 'a':
		h.UnaliasAll()
		return flow.Outcome{}
	}
	status := 0
	for _, name := range o.rest() {
		if !h.Unalias(name) {
			h.Errorf("%s: not found", name)
			status = 1
		}
	}
	return flow.Status(status)
}
