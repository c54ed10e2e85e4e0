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
	return commandOr(h, args, func(names []string, standard bool, form byte) flow.Outcome {
		return identify(h, names, standard, form == 'V', flow.StatusNotFound)
	})
}

// commandOr is command with what shows the names of -v and -V.
func commandOr(h commandHost, args []string,
	show func(names []string, standard bool, form byte) flow.Outcome) flow.Outcome {
	o := options{h: h, args: args}
	standard, form := false, byte(0)
	for c := o.next("pvV"); c != 0; c = o.next("pvV") {
		switch c {
		case wrongOption:
			return misuse()
		case 'p':
			standard = true
		default:
			form = c
		}
	}
	rest := o.rest()
	switch {
	case len(rest) == 0:
		return flow.Outcome{}
	case form != 0:
		return show(rest, standard, form)
	}
	out := h.Command(rest, standard)
	if out.Divert == flow.Fatal {
		// A special builtin's errors do not end the shell here (XCU command).
		out.Divert = flow.None
	}
	return out
}

// bashCommandHost is the part of the shell used by bashCommand.
type bashCommandHost interface {
	commandHost
	bashTypeHost
}

// bashCommand is bash's command: -V says what type says, with an absolute path, and -v shows the path
// as PATH has it.
func bashCommand(h bashCommandHost, args []string) flow.Outcome {
	return commandOr(h, args, func(names []string, standard bool, form byte) flow.Outcome {
		if standard {
			return identify(h, names, true, form == 'V', 1)
		}
		t := typing{h: h, absolute: true}
		return t.list(names, func(name string) bool {
			if form == 'V' {
				return t.name(name)
			}
			f := h.Find(name)
			text := ""
			switch f.Kind {
			case External:
				text = f.Path
			case NotFound:
				if paths := t.programs(name); len(paths) > 0 {
					text = paths[0]
				}
			default:
				text = location(h, name, f)
			}
			if text != "" {
				t.out.WriteString(text + "\n")
			}
			return text != ""
		}, form == 'V')
	})
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
