package builtin

import (
	"strings"

	"ftsh/internal/compspec"
	"ftsh/internal/flow"
)

// completeHost is the part of the shell used by complete and compopt.
type completeHost interface {
	Streams
	Completion
}

// A completeCall is one call of complete.
type completeCall struct {
	spec          compspec.Spec
	print, remove bool
	condition     string // the name for -D, -E or -I; "": none of them
	given         bool   // there was an option
}

// complete is bash's `complete [-abcdefgjksuv] [-o option] [-A action] [-G pattern] [-W words] [-F
// function] [-C command] [-X filter] [-P prefix] [-S suffix] [-DEI] [name…]`: it says how the
// arguments of commands are completed. `complete -p` prints that, `complete -r` forgets it.
func complete(h completeHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	var call completeCall
	const letters = specLetters + "prDEI"
	for c := o.next(letters); c != 0; c = o.next(letters) {
		call.given = true
		switch c {
		case wrongOption:
			return misuse()
		case 'p':
			call.print = true
		case 'r':
			call.remove = true
		case 'D', 'E', 'I':
			call.takeCondition(c)
		default:
			value := o.value
			if !setSpec(h, &call.spec, c, value) {
				return misuse()
			}
		}
	}
	names := o.rest()
	if call.condition != "" {
		names = []string{call.condition}
	}
	switch {
	case call.print, len(names) == 0 && !call.given:
		return printSpecs(h, names)
	case call.remove:
		return removeSpecs(h, names)
	case len(names) == 0:
		h.Errorf("expected the name of a command")
		return misuse()
	}
	h.SetSpecs(h.Specs().With(&call.spec, names...))
	return flow.Outcome{}
}

// takeCondition takes -D, -E or -I. -D comes before -E, and -E before -I.
func (call *completeCall) takeCondition(c byte) {
	name := conditionName(c)
	switch {
	case call.condition == compspec.DefaultName, call.condition == compspec.EmptyName && c == 'I':
	default:
		call.condition = name
	}
}

func conditionName(c byte) string {
	switch c {
	case 'D':
		return compspec.DefaultName
	case 'E':
		return compspec.EmptyName
	}
	return compspec.InitialName
}

// printSpecs prints specifications as commands: those of the names, or all.
func printSpecs(h completeHost, names []string) flow.Outcome {
	var b strings.Builder
	status := 0
	for _, name := range names {
		if s := h.Specs().Get(name); s != nil {
			b.WriteString(s.Line(name) + "\n")
		} else {
			status = noSpec(h, name)
		}
	}
	if len(names) == 0 {
		for name, s := range h.Specs().All() {
			b.WriteString(s.Line(name) + "\n")
		}
	}
	if b.Len() > 0 {
		if out := printed(h, b.String()); !out.OK() {
			return out
		}
	}
	return flow.Status(status)
}

// noSpec reports that a name has no specification, and returns the status.
func noSpec(h Streams, name string) int {
	h.Errorf("%s: no completion specification", name)
	return 1
}

// removeSpecs forgets the specifications of the names, or all.
func removeSpecs(h completeHost, names []string) flow.Outcome {
	if len(names) == 0 {
		h.SetSpecs(compspec.Table{})
		return flow.Outcome{}
	}
	status := 0
	for _, name := range names {
		if h.Specs().Get(name) == nil {
			status = noSpec(h, name)
		}
	}
	h.SetSpecs(h.Specs().With(nil, names...))
	return flow.Status(status)
}

// A compoptCall is one call of compopt.
type compoptCall struct {
	on, off   compspec.Options
	condition byte
	names     []string
}

// compopt is bash's `compopt [-o|+o option] [-DEI] [name…]`: it changes the options of
// specifications or, without a name, of the completion that runs.
func compopt(h completeHost, args []string) flow.Outcome {
	var call compoptCall
	if !call.parse(h, args) {
		return misuse()
	}
	if call.condition != 0 {
		call.names = []string{conditionName(call.condition)}
	}
	if len(call.names) == 0 {
		running := h.Completing()
		if running == nil {
			h.Errorf("not currently executing completion function")
			return flow.Status(1)
		}
		if call.on|call.off == 0 {
			s := compspec.Spec{Options: running.Options}
			return printed(h, s.OptionLine(running.Name)+"\n")
		}
		running.Options = running.Options&^call.off | call.on
		return flow.Outcome{}
	}
	status := 0
	text := ""
	for _, name := range call.names {
		s := h.Specs().Get(name)
		switch {
		case s == nil:
			status = noSpec(h, name)
		case call.on|call.off == 0:
			text += s.OptionLine(name) + "\n"
		default:
			changed := *s
			changed.Options = s.Options&^call.off | call.on
			h.SetSpecs(h.Specs().With(&changed, name))
		}
	}
	if text != "" {
		if out := printed(h, text); !out.OK() {
			return out
		}
	}
	return flow.Status(status)
}

// parse reads the arguments. ok is false after a report.
func (call *compoptCall) parse(h Streams, args []string) (ok bool) {
	rest := args[1:]
	for ; len(rest) > 0 && len(rest[0]) > 1 && strings.IndexByte("-+", rest[0][0]) >= 0; rest = rest[1:] {
		a := rest[0]
		if a == "--" {
			rest = rest[1:]
			break
		}
		for i := 1; i < len(a); i++ {
			switch c := a[i]; {
			case c == 'o':
				value := a[i+1:]
				if value == "" {
					if len(rest) < 2 {
						h.Errorf("option -o needs an argument")
						return false
					}
					rest = rest[1:]
					value = rest[0]
				}
				if !call.take(h, a[0], value) {
					return false
				}
				i = len(a)
			case a[0] == '-' && strings.IndexByte("DEI", c) >= 0:
				call.condition = c
			default:
				h.Errorf("unknown option %c%c", a[0], c)
				return false
			}
		}
	}
	call.names = rest
	return true
}

// take turns an option on, or off with the sign +.
func (call *compoptCall) take(h Streams, sign byte, name string) (ok bool) {
	o, ok := compspec.OptionByName(name)
	switch {
	case !ok:
		h.Errorf("%s: invalid option name", name)
	case sign == '+':
		call.off |= o
		call.on &^= o
	default:
		call.on |= o
		call.off &^= o
	}
	return ok
}
