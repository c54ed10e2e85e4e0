package builtin

import (
	"strings"

	"ftsh/internal/flow"
)

// defaultPath finds the standard utilities, for `command -p`.
const defaultPath = "/usr/sbin:/usr/bin:/sbin:/bin"

// command is `command [-p] name [argument…]` and `command [-p] -v|-V name…`.
func command(h Host, args []string) flow.Outcome {
	o := options{h: h, args: args}
	standard, verbose := false, byte(0)
	for c := o.next("pvV"); c != 0; c = o.next("pvV") {
		switch c {
		case wrongOption:
			return misuse()
		case 'p':
			standard = true
		default:
			verbose = c
		}
	}
	rest := o.rest()
	switch {
	case len(rest) == 0:
		return flow.Outcome{}
	case verbose != 0:
		return lookUp(h, rest, standard, verbose == 'V')
	}
	out := h.Command(rest, standard)
	if out.Divert == flow.Fatal {
		// A special builtin's errors do not end the shell here (XCU command).
		out.Divert = flow.None
	}
	return out
}

func lookUp(h Host, names []string, standard, verbose bool) flow.Outcome {
	var b strings.Builder
	status := 0
	for _, name := range names {
		f := h.Find(name)
		if standard && (f.Kind == External || f.Kind == NotFound) && !strings.Contains(name, "/") {
			f = Found{}
			if path, ok := h.FindPath(name, defaultPath); ok {
				f = Found{Kind: External, Path: path}
			}
		}
		text := ""
		if verbose {
			text = describe(h, name, f)
		} else {
			text = location(h, name, f)
		}
		if text != "" {
			b.WriteString(text + "\n")
			continue
		}
		if verbose {
			h.Errorf("%s: not found", name)
		}
		status = flow.StatusNotFound
	}
	if out := printed(h, b.String()); !out.OK() {
		return out
	}
	return flow.Status(status)
}
