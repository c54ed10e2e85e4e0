package interp

import (
	"context"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/shellenv"
)

// openPatiently opens a file for a redirection. laid are the redirections of the same command
// already in place.
//
// Opening a fifo waits for its other end. A trapped signal meanwhile runs its action, and then the
// wait goes on. If the open failed with EINTR, as in dash, a loop reading from a fifo would lose
// its turn to any SIGCHLD.
func (fr *frame) openPatiently(laid []replaced, path string, flags int) (fd.File, error) {
	fr.sh.startSignals()
	dir := shellenv.At(fr.env.Dir())
	if fr.context.action.runs || fr.env.traps.Caught() == 0 || !fd.IsFifo(dir, path) {
		return openFile(fr.context.scope.Context(), fr, path, flags)
	}
	return patiently(fr, laid, func(ctx context.Context) (fd.File, error) {
		return openFile(ctx, fr, path, flags)
	})
}

// patiently opens a file for a redirection, which may take long. A signal with a trap interrupts
// it; after the trap it begins anew.
func patiently(fr *frame, laid []replaced, open func(ctx context.Context) (fd.File, error)) (
	fd.File, error) {
	fr.sh.startSignals()
	if fr.context.action.runs || fr.env.traps.Caught() == 0 {
		return open(fr.context.scope.Context())
	}
	for {
		ctx, stop := fr.interruptible()
		f, err := open(ctx)
		trapped := err != nil && ctx.Err() != nil && !fr.cancelled()
		stop()
		if !trapped {
			return f, err
		}
		if out := trapsBetweenRedirections(fr, laid); out.Divert != flow.None {
			return nil, &divertError{out}
		}
	}
}

// trapsBetweenRedirections runs pending traps in the middle of a command's redirections: with the
// shell's own descriptors, and without any effect on the command's state.
func trapsBetweenRedirections(fr *frame, laid []replaced) flow.Outcome {
	subst, line := fr.regs.subst, fr.env.vars.Line
	files := make([]fd.Entry, len(laid))
	for i := len(laid) - 1; i >= 0; i-- {
		files[i] = fr.env.fds.Replace(laid[i].n, laid[i].was)
	}
	out := fr.attention()
	for i := range laid {
		laid[i].was = fr.env.fds.Replace(laid[i].n, files[i])
	}
	fr.regs.subst, fr.env.vars.Line = subst, line
	return out
}
