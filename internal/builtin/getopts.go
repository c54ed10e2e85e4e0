package builtin

import (
	"slices"
	"strconv"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/vars"
)

// getoptsHost is the part of the shell used by getopts.
type getoptsHost interface {
	Streams
	Variables
	Parameters
}

// getopts is `getopts optstring name [argument…]`. As in dash, OPTIND is already
// past an argument whose letters are still being read. OPTERR=0 silences it, as in
// other shells.
func getopts(h getoptsHost, args []string) flow.Outcome { return readOption(h, args, false) }

func readOption(h getoptsHost, args []string, bash bool) flow.Outcome {
	rest, ok := operands(h, args)
	if !ok {
		return misuse()
	}
	if len(rest) < 2 {
		h.Errorf("expected an option string and a variable name")
		return misuse()
	}
	spec, name := rest[0], rest[1]
	if !vars.IsName(name) {
		h.Errorf("%q is not a variable name", name)
		if bash {
			return flow.Status(1)
		}
		return misuse()
	}
	list := rest[2:]
	if len(list) == 0 {
		list = h.Params()
	}
	v := h.Vars()
	optind := v.Names().Ref("OPTIND")
	st := h.Getopts()
	var found foundOption
	if bash {
		st.followBash(v, optind)
		found = st.next(spec, list)
	} else {
		st.follow(v, optind)
		st.resume(list)
		found = nextOption(st, spec, list)
	}
	if v.Value("OPTERR") != "0" && !strings.HasPrefix(spec, ":") {
		complain(h, found)
	}
	if err := assignOption(v, optind, st.Index, bash, name, spec, found); err != nil {
		h.Errorf("%v", err)
		return misuse()
	}
	st.Seq, st.Args = v.Seq(optind), list
	if bash {
		st.Args = nil
	}
	if found.kind == optionEnd {
		st.Args = nil
		return flow.Status(1)
	}
	return flow.Outcome{}
}

type optionKind uint8

const (
	optionEnd     optionKind = iota
	optionPlain              // known, without argument
	optionValued             // known, with argument
	optionUnknown            // not in the option string
	optionLacking            // its argument is missing
)

type foundOption struct {
	kind   optionKind
	letter string
	value  string
}

// nextOption takes the next option of list, and moves st on.
func nextOption(st *Getopts, spec string, list []string) foundOption {
	if st.Offset == 0 || st.Index < 2 || st.Index-2 >= len(list) ||
		st.Offset >= len(list[st.Index-2]) {
		st.Offset = 0
		if st.Index > len(list) {
			return foundOption{}
		}
		a := list[st.Index-1]
		if len(a) < 2 || a[0] != '-' {
			return foundOption{}
		}
		st.Index++
		if a == "--" {
			return foundOption{}
		}
		st.Offset = 1
	}
	a := list[st.Index-2]
	letter := a[st.Offset : st.Offset+1]
	st.Offset++
	if st.Offset == len(a) {
		st.Offset = 0
	}
	known, takesValue := hasOption(strings.TrimPrefix(spec, ":"), letter[0])
	switch {
	case !known:
		return foundOption{kind: optionUnknown, letter: letter}
	case !takesValue:
		return foundOption{kind: optionPlain, letter: letter}
	case st.Offset != 0:
		value := a[st.Offset:]
		st.Offset = 0
		return foundOption{kind: optionValued, letter: letter, value: value}
	case st.Index > len(list):
		return foundOption{kind: optionLacking, letter: letter}
	}
	st.Index++
	return foundOption{kind: optionValued, letter: letter, value: list[st.Index-2]}
}

// complain writes the diagnostic of a script's own options in the name of the script, because it is
// for the script's user.
func complain(h getoptsHost, o foundOption) {
	text := ""
	switch o.kind {
	case optionUnknown:
		text = ": unknown option -" + o.letter + "\n"
	case optionLacking:
		text = ": option -" + o.letter + " needs an argument\n"
	default:
		return
	}
	h.Warn(h.Name() + text)
}

// assignOption sets OPTIND, OPTARG and the variable. With always, OPTIND counts as assigned though
// its value is the same.
func assignOption(v *vars.Store, optind vars.Ref, next int, always bool, name, spec string,
	o foundOption) error {
	letter, optarg, set := o.letter, o.value, o.kind == optionValued
	silent := strings.HasPrefix(spec, ":")
	switch o.kind {
	case optionEnd:
		letter = "?"
	case optionUnknown:
		letter, optarg, set = "?", o.letter, silent
	case optionLacking:
		letter, optarg, set = "?", o.letter, silent
		if silent {
			letter = ":"
		}
	}
	ref := v.Names().Ref("OPTARG")
	if set {
		if err := v.Set(ref, optarg); err != nil {
			return err
		}
	} else if _, was := v.Get(ref); was {
		if err := v.Unset(ref); err != nil {
			return err
		}
	}
	index := strconv.Itoa(next)
	if value, ok := v.Get(optind); !ok || value != index || always {
		if err := v.Set(optind, index); err != nil {
			return err
		}
	}
	return v.Assign(name, letter)
}

// Getopts is the state of getopts between calls (XCU getopts). As in dash, a function has one of
// its own, made by Enter; when it ends, Leave brings the caller's back. But a function called for
// one option at a time, always with the same arguments, continues after its last call: XCU getopts
// knows only one state.
type Getopts struct {
	Index  int      // the argument read next, from 1; 0: given by OPTIND
	Offset int      // next byte in the argument before Index; 0: none begun
	Seq    uint64   // vars.Store.Seq of OPTIND when Index was right
	Args   []string // arguments of the last call, unless it came to their end
	left   *Getopts // of the last function that ended before the end of its options

	// Arg is, in the dialect of bash, the argument with the next byte; Index is OPTIND there.
	Arg int
}

// Enter returns the state for a called function; optind names OPTIND.
//
// An assignment of OPTIND before the call counts for the caller, whatever the function does.
func (g *Getopts) Enter(v *vars.Store, optind vars.Ref) Getopts {
	g.follow(v, optind)
	return Getopts{Index: 1, Seq: g.Seq, left: g.left}
}

// Leave returns the caller's state, g, after the function with the state inner; seq is Seq of
// OPTIND.
func (g Getopts) Leave(inner *Getopts, seq uint64) Getopts {
	g.Seq, g.left = seq, inner.left
	if inner.Args != nil {
		left := *inner
		g.left = &left
	}
	return g
}

// follow begins at the value of OPTIND, if it was assigned since the last call.
func (g *Getopts) follow(v *vars.Store, optind vars.Ref) {
	if g.Index > 0 && g.Seq == v.Seq(optind) {
		return
	}
	value, _ := v.Get(optind)
	n, ok := number(strings.TrimSpace(value))
	if !ok || n == 0 {
		n = 1
	}
	*g = Getopts{Index: n, Seq: v.Seq(optind)}
}

// resume continues an earlier call of a function with these arguments.
func (g *Getopts) resume(args []string) {
	if l := g.left; l != nil && g.Args == nil && l.Seq == g.Seq && slices.Equal(l.Args, args) {
		*g = *l
	}
	g.left = nil
}
