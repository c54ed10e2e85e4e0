package interp

import (
	"context"
	"errors"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
)

// Context is cancelled with the running commands.
func (h *host) Context() context.Context { return h.context.scope.Context() }

// Interruptible returns a context cancelled with the running commands or when a trapped signal
// arrives.
func (h *host) Interruptible() (context.Context, func()) { return (*frame)(h).interruptible() }

// RunTraps runs the actions of trapped signals that have arrived.
func (h *host) RunTraps() flow.Outcome { return (*frame)(h).attention() }

// ReadLine reads a line from f. If the job is stopped during the read, the terminal's input goes to
// the prompt. The bytes read so far are kept, and the rest of the line is read after the job is
// continued.
func (h *host) ReadLine(ctx context.Context, f fd.File, delim byte, limit int) ([]byte, error) {
	if !h.context.group.reads(f) {
		defer h.context.group.blocking()()
		return f.ReadLine(ctx, delim, limit)
	}
	var line []byte
	for {
		stopped, back := h.context.group.readsTerminal((*frame)(h))
		line = append(line, h.sh.terminal.keys.takeLine(delim, limit-len(line))...)
		if n := len(line); n > 0 && (line[n-1] == delim || n == limit) {
			back()
			return line, nil
		}
		now, cancel := context.WithCancel(ctx)
		unbind := make(chan struct{})
		go func() {
			select {
			case <-stopped:
				cancel()
			case <-unbind:
			}
		}()
		part, err := f.ReadLine(now, delim, limit-len(line))
		line = append(line, part...)
		close(unbind)
		halted := err != nil && now.Err() != nil && ctx.Err() == nil
		cancel()
		back()
		if !halted {
			return line, err
		}
		h.context.group.pass()
	}
}

// Print writes s to standard output.
func (h *host) Print(s string) error {
	f := h.env.fds.Get(1)
	if f == nil {
		return errClosed
	}
	defer beginWrite((*frame)(h), f)()
	n, err := f.Write(h.context.scope.Context(), []byte(s))
	if h.context.catchOutput != nil && n > 0 {
		h.context.catchOutput.printed(f)
	}
	return err
}

var errClosed = errors.New("bad file descriptor")

// Warn writes text to standard error.
func (h *host) Warn(text string) { (*frame)(h).writeErr(text) }

// Errorf writes a diagnostic of the running builtin.
func (h *host) Errorf(format string, args ...any) { (*frame)(h).say(format, args...) }

// WriteFailed returns the outcome of a builtin whose output failed.
func (h *host) WriteFailed(err error) flow.Outcome {
	fr := (*frame)(h)
	switch {
	case fr.cancelled():
		return fr.cancelOutcome()
	case errors.Is(err, syscall.EPIPE):
		if out := brokenPipe(fr); out.Divert != flow.None {
			return out
		}
	}
	return fr.fail(1, "write error: %s", why(fr, err))
}
