package interp

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"sync"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
)

// A Call is a command run by Go code: a Builtin, or a program handled by Hooks.Command. It is
// valid until that code returns.
//
// Its context ends when a deadline or a signal cancels the command, when the context of Run ends,
// and when the code returns. The shell cannot end Go code, so it waits for it. Code ignoring its
// context delays the end of the block, of Run and of Close. None of these then reports success: the
// command counts as cancelled, whatever status it returns.
type Call struct {
	// Args is the command: its name and its arguments.
	Args []string
	// Dir is the logical working directory, absolute.
	Dir string

	// Stdin, Stdout and Stderr are descriptors 0 to 2, after redirections. A waiting Read or Write
	// ends with the context. The error is the context's, a syscall.Errno (EBADF if the descriptor
	// is closed, EPIPE if nothing reads), io.EOF, or os.ErrClosed after the code has returned.
	// If the code reads more of Stdin than it needs, later commands do not see the rest: a buffered
	// reader takes too much. Each may be used from several goroutines; calls are serialised.
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer

	// Vars are the variables of the command's environment. Variables set in a subshell end with the
	// subshell; assignments before the command's name end with the command.
	Vars Vars

	streams [3]stream
	cancel  context.CancelFunc
}

// open prepares a call of args in fr.
func (c *Call) open(fr *frame, args []string) context.Context {
	fr.sh.startSignals()
	fr.sh.hooks.syncFiles()
	ctx, cancel := context.WithCancel(fr.context.scope.Context())
	c.Args, c.Dir, c.Vars, c.cancel = slices.Clone(args), fr.env.pwd, Vars{fr.env.vars}, cancel
	for n := range c.streams {
		c.streams[n].ctx, c.streams[n].file = ctx, fr.env.fds.Get(n)
	}
	c.Stdin, c.Stdout, c.Stderr = &c.streams[0], &c.streams[1], &c.streams[2]
	return ctx
}

// close ends the call and the use of its streams.
func (c *Call) close() {
	c.cancel()
	for n := range c.streams {
		c.streams[n].close()
	}
}

// outcome returns the outcome of a call that returned status. If it failed because nothing read its
// output, the command counts as killed by SIGPIPE.
func (c *Call) outcome(fr *frame, status int) flow.Outcome {
	switch {
	case fr.cancelled():
		return fr.cancelOutcome()
	case status != 0 && (c.streams[1].broken || c.streams[2].broken):
		return flow.Status(statusPipe)
	}
	return flow.Status(status & 0xff)
}

// A stream is a descriptor used by Go code.
type stream struct {
	ctx    context.Context
	mu     sync.Mutex
	file   fd.File
	closed bool
	broken bool // a Write found no reader
}

func (s *stream) Read(p []byte) (int, error) {
	return s.use(func() (int, error) { return s.file.Read(s.ctx, p) })
}

func (s *stream) Write(p []byte) (int, error) {
	return s.use(func() (int, error) { return s.file.Write(s.ctx, p) })
}

func (s *stream) use(do func() (int, error)) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return 0, os.ErrClosed
	case s.ctx.Err() != nil:
		return 0, context.Cause(s.ctx)
	case s.file == nil:
		return 0, syscall.EBADF
	}
	n, err := do()
	s.broken = s.broken || errors.Is(err, syscall.EPIPE)
	return n, err
}

func (s *stream) close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
}
