package fd

// An Origin tells how a descriptor came to its number: by the shell's own redirections, pipelines
// and substitutions, or from outside the script.
type Origin uint8

const (
	// Inherited: the shell was started with it, or its host gave it.
	Inherited Origin = iota
	// ByExec: exec made it permanent.
	ByExec
	// ByRedirection: a redirection of a simple command, which may be a function.
	ByRedirection
	// ByCompound: a redirection of a compound command other than a block.
	ByCompound
	// ByBlock: a redirection on a block's end.
	ByBlock
	// ByPipeline: the pipe of a pipeline.
	ByPipeline
	// BySubstitution: the output of a command substitution.
	BySubstitution
	// ByBackground: given by the shell itself to an asynchronous list or a branch: /dev/null, or
	// the state continued by another process.
	ByBackground
	// ByCoproc: an end of a pipe to a coprocess of bash. Children do not get it.
	ByCoproc
)

// An Entry is a Table's content at a number. The zero Entry is a descriptor never opened.
type Entry struct {
	File   File   // nil: closed
	Origin Origin // of a closed one: the origin of the close; of one made by >&n: n's

	// Block identifies the block whose end redirection made the entry, a duplicate too: the number
	// of blocks around that block's body, itself included; 0: none. It is set only in the
	// environment of that block, not in its subshells.
	Block uint16
}

// Release drops the reference to the File, if there is one.
func (e Entry) Release() {
	if e.File != nil {
		e.File.Release()
	}
}
