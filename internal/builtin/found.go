package builtin

import "slices"

// A Kind is what a command name stands for.
type Kind uint8

// The kinds of command, in the order of XCU 2.9.1.4.
const (
	NotFound Kind = iota
	Keyword
	AliasKind
	SpecialBuiltin
	Function
	RegularBuiltin
	External
)

// Found says what a name runs.
type Found struct {
	Kind  Kind
	Path  string // of an External; the value of an AliasKind
	Errno error  // why a name was found but cannot be run (EACCES), else nil
}

// Getopts is the state that getopts keeps between calls (XCU getopts). As in dash, a
// function has one of its own, made by Enter; when it ends, Leave brings the caller's
// back. But a function that is called for one option at a time, always with the same
// arguments, goes on where its last call was: XCU getopts knows one state alone.
type Getopts struct {
	Index  int      // the argument that is read next, from 1; 0: what OPTIND says
	Offset int      // next byte in the argument before Index; 0: none begun
	Seq    uint64   // vars.Store.Seq of OPTIND when Index was right
	Args   []string // what the last call read, while it has not come to the end
	left   *Getopts // of the last function that ended before the end of its options
}

// Enter is the state of a function that is called; seq is Seq of OPTIND.
func (g *Getopts) Enter(seq uint64) Getopts {
	return Getopts{Index: 1, Seq: seq, left: g.left}
}

// Leave is the caller's state, g, after the function with the state inner; seq is Seq
// of OPTIND.
func (g Getopts) Leave(inner *Getopts, seq uint64) Getopts {
	g.Seq, g.left = seq, inner.left
	if inner.Args != nil {
		left := *inner
		g.left = &left
	}
	return g
}

// resume goes on where an earlier call of a function with these arguments was.
func (g *Getopts) resume(args []string) {
	if l := g.left; l != nil && g.Args == nil && l.Seq == g.Seq && slices.Equal(l.Args, args) {
		*g = *l
	}
	g.left = nil
}
