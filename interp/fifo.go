package interp

import (
	"ftsh/internal/fd"
	"ftsh/internal/flow"
)

// openPatiently opens a file for a redirection; those of the same command that are in
// place already are laid.
//
// The open of a fifo waits for its other end. A trapped signal meanwhile runs its
// action, and then the wait goes on: an open that failed with EINTR, as dash has it,
// would make a loop that reads from a fifo lose its turn to any SIGCHLD.
func (fr *frame) openPatiently(laid []replaced, path string, flags int, mode uint32) (*fd.File, error) {
	fr.sh.listen()
	dir := dirOrCwd(fr.Dir())
	if fr.trapping || fr.traps.Caught() == 0 || !fd.IsFifo(dir, path) {
		return fd.Open(fr.scope.ctx, dir, path, flags, mode)
	}
	for {
		ctx, stop := fr.Interruptible()
		f, err := fd.Open(ctx, dir, path, flags, mode)
		trapped := err != nil && ctx.Err() != nil && !fr.halted()
		stop()
		if !trapped {
			return f, err
		}
		if out := fr.trapsAside(laid); out.Divert != flow.None {
			return nil, &divertError{out}
		}
	}
}

// trapsAside runs pending traps in the middle of a command's redirections: on the
// shell's own descriptors, and without a trace in what the command is about.
func (fr *frame) trapsAside(laid []replaced) flow.Outcome {
	subst, line := fr.subst, fr.vars.Line
	files := make([]*fd.File, len(laid))
	for i := len(laid) - 1; i >= 0; i-- {
		files[i] = fr.fds.Replace(laid[i].n, laid[i].file)
	}
	out := fr.attention()
	for i := range laid {
		laid[i].file = fr.fds.Replace(laid[i].n, files[i])
	}
	fr.subst, fr.vars.Line = subst, line
	return out
}
