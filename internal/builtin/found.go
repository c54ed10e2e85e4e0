package builtin

// A Kind is the kind of command a name stands for.
type Kind uint8

// The kinds of command, in the order of XCU 2.9.1.4.
const (
	NotFound Kind = iota
	Keyword
	AliasKind
	SpecialBuiltin
	Function
	RegularBuiltin
	External // a program that can be run
)

// Found describes the command found for a name.
type Found struct {
	Kind  Kind
	Path  string // of an External; the value of an AliasKind
	Errno error  // why a name was found but cannot be run (EACCES), else nil
	// BlockWord: the name was not found, but is a word of blocks.
	BlockWord bool
}

// Remembered is a program whose path the shell has remembered.
type Remembered struct {
	Name, Path string
	Hits       int // how often it was run since, in the dialect of bash
}
