package builtin

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
// function has one of its own: it starts as {Index: 1, Seq: Seq of OPTIND}, and when it
// ends, the caller's is back, with Seq brought up to date.
type Getopts struct {
	Index  int    // the argument that is read next, from 1; 0: what OPTIND says
	Offset int    // next byte in the argument before Index; 0: none begun
	Seq    uint64 // vars.Store.Seq of OPTIND when Index was right
}
