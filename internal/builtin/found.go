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
	// BlockWord says of what was not found that it is a word of blocks.
	BlockWord bool
}
