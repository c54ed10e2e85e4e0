package builtin

import (
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/vars"
)

// bashGetopts is getopts as in bash: OPTIND is past an argument only after its last letter, and the
// state is that of the shell, also in functions, unless OPTIND is local there.
func bashGetopts(h getoptsHost, args []string) flow.Outcome { return readOption(h, args, true) }

// next takes the next option of list. The place in an argument that has begun is kept, whatever the
// arguments are now.
func (g *Getopts) next(spec string, list []string) foundOption {
	if g.Index > len(list) {
		g.Index = len(list) + 1 // there may be fewer arguments than before
		return foundOption{}
	}
	if g.Offset == 0 || g.Arg < 1 || g.Arg > len(list) || g.Offset >= len(list[g.Arg-1]) {
		g.Offset = 0
		a := list[g.Index-1]
		if len(a) < 2 || a[0] != '-' {
			return foundOption{}
		}
		if a == "--" {
			g.Index++
			return foundOption{}
		}
		g.Arg, g.Offset = g.Index, 1
	}
	a := list[g.Arg-1]
	letter, rest := a[g.Offset:g.Offset+1], a[g.Offset+1:]
	g.Offset++
	known, takesValue := hasOption(strings.TrimPrefix(spec, ":"), letter[0])
	if known && takesValue {
		g.Offset = 0
		g.Index++
		switch {
		case rest != "":
			return foundOption{kind: optionValued, letter: letter, value: rest}
		case g.Index > len(list):
			return foundOption{kind: optionLacking, letter: letter}
		}
		g.Index++
		return foundOption{kind: optionValued, letter: letter, value: list[g.Index-2]}
	}
	if rest == "" {
		g.Offset = 0
		g.Index++
	}
	if !known {
		return foundOption{kind: optionUnknown, letter: letter}
	}
	return foundOption{kind: optionPlain, letter: letter}
}

// followBash goes on at the value of OPTIND, if it was assigned since the last call: 1 and what is
// no number begin anew, another number stays in the argument that has begun.
func (g *Getopts) followBash(v *vars.Store, optind vars.Ref) {
	value, set := v.Get(optind)
	if set && g.Index > 0 && g.Seq == v.Seq(optind) {
		return
	}
	n, ok := number(strings.TrimSpace(value))
	if !ok || n <= 1 {
		*g = Getopts{Index: 1}
	}
	g.Index, g.Seq, g.left = max(n, 1), v.Seq(optind), nil
}

// LeaveBash returns the state after a function with the state inner, which began with g: g if
// OPTIND was local in the function. It is if its value is that of the begin again, though getopts
// or the function has assigned it.
func (g Getopts) LeaveBash(inner *Getopts, seq uint64) Getopts {
	if seq == g.Seq {
		return g
	}
	return *inner
}

// EnterBash returns the state for a called function of the dialect of bash: its caller's.
func (g *Getopts) EnterBash(v *vars.Store, optind vars.Ref) Getopts {
	g.followBash(v, optind)
	return *g
}
