package builtin

import (
	"strings"

	"ftsh/internal/flow"
)

// commandHost is the part of the shell used by command.
type commandHost interface {
	Streams
	Directory
	Search
	Runner
}

// command is `command [-p] name [argument…]` and `command [-p] -v|-V name…`.
func command(h commandHost, args []string) flow.Outcome {
	return commandOr(h, args, flow.StatusNotFound)
}

// commandOr is command with the status of -v and -V for a name that is not found.
func commandOr(h commandHost, args []string, notFound int) flow.Outcome {
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
		return identify(h, rest, standard, verbose == 'V', notFound)
	}
	out := h.Command(rest, standard)
	if out.Divert == flow.Fatal {
		// A special builtin's errors do not end the shell here (XCU command).
		out.Divert = flow.None
	}
	return out
}

// identify is command -v, or -V if verbose.
func identify(h commandHost, names []string, standard, verbose bool, notFound int) flow.Outcome {
	var b strings.Builder
	status := 0
	for _, name := range names {
		f := h.Find(name)
		if standard && (f.Kind == External || f.Kind == NotFound) && !strings.Contains(name, "/") {
			f = Found{}
			if path, ok := h.FindStandard(name); ok {
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
		status = notFound
	}
	if out := printed(h, b.String()); !out.OK() {
		return out
	}
	return flow.Status(status)
}
