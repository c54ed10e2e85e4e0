package fd

// An Origin says who laid a descriptor where it is: the shell's own redirections,
// pipelines and substitutions, or somebody from whom the script has it.
type Origin uint8

const (
	// Inherited: the shell was started with it, or its host gave it.
	Inherited Origin = iota
	// ByExec: exec made it last.
	ByExec
	// ByRedirection: a redirection of a simple command, which may be a function.
	ByRedirection
	// ByCompound: a redirection of a compound command that is no block.
	ByCompound
	// ByBlock: a redirection on a block's end.
	ByBlock
	// ByPipeline: the pipe of a pipeline.
	ByPipeline
	// BySubstitution: the output of a command substitution.
	BySubstitution
	// ByBackground: what the shell gives an asynchronous list or a branch of its own
	// accord: /dev/null, or the state that another process goes on with.
	ByBackground
)

// An Entry is what a Table has at a number. The zero Entry is a descriptor that
// was never open.
type Entry struct {
	File   File   // nil: closed
	Origin Origin // of a closed one: who closed it; of one made by >&n: what n has

	// Block is for whom a redirection on a block's end laid it, a duplicate too: the
	// number of blocks around that block's body, that block counted; 0: for none. Only
	// in the environment of that block, not in its subshells.
	Block uint16
}

// Release drops the reference to the File, if there is one.
func (e Entry) Release() {
	if e.File != nil {
		e.File.Release()
	}
}
