package interp

import (
	"context"

	"ftsh/internal/fd"
	"ftsh/internal/scope"
	"ftsh/internal/txn"
)

// The waits of a frame for something outside of its job. Meanwhile each is outside the safepoint,
// so that the terminal can stop the job (frame_safepoint.go).

// closeScope closes a scope, and waits until its processes have ended.
func closeScope(fr *frame, sc *scope.Scope, sweep bool) *scope.Cause {
	defer fr.context.group.blocking()()
	return sc.Close(sweep)
}

// publish publishes held output.
func publish(fr *frame, o *txn.Output, ctx func() context.Context) (visible int64, err error) {
	defer fr.context.group.blocking()()
	return o.Publish(ctx)
}

// openFile opens a file, possibly a fifo without its other end.
func openFile(ctx context.Context, fr *frame, path string, flags int) (fd.File, error) {
	defer fr.context.group.blocking()()
	return fr.env.openFile(ctx, path, flags)
}

// await waits until done is closed. It returns false if the frame's commands are cancelled before.
func await(fr *frame, done <-chan struct{}) bool {
	defer fr.context.group.blocking()()
	select {
	case <-done:
		return true
	case <-fr.context.scope.Context().Done():
		return false
	}
}

// beginWrite is called before the shell itself writes to f, and its result afterwards.
func beginWrite(fr *frame, f fd.File) (end func()) {
	if k := f.Kind(); k != fd.KindRegular && k != fd.KindMemory {
		fr.sh.startSignals()
	}
	return fr.context.group.blocking()
}
