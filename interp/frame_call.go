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

// A Call is a command that Go code runs for the shell: a Builtin, or a program that
// Options.Command has an answer for. All of it is good until that code returns.
//
// Its context ends when a deadline or a signal cancels the command, when the context
// of Run ends, and when the code returns. The shell cannot end Go code: it waits for
// it. Code that ignores its context therefore delays the end of the block, of Run and
// of Close for as long as it goes on, and none of them reports success then: the
// command counts as cancelled, whatever status it returns.
type Call struct {
	// Args is the command: its name, and the arguments.
	Args []string
	// Dir is the logical working directory, absolute.
	Dir string

	// Stdin, Stdout and Stderr are descriptors 0 to 2, redirections applied. Reading
	// and writing wait no longer than the context lives. The error is the
	// context's, a syscall.Errno (EBADF: the descriptor is closed; EPIPE: nobody
	// reads), io.EOF, or os.ErrClosed after the code has returned. What is read
	// beyond what the code needs is lost for the commands behind it. Each may be used
	// from several goroutines, one at a time.
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer

	// Vars are the variables of the environment that the command runs in: in a
	// subshell what is set there ends with the subshell, and assignments in front of the
	// command end with the command.
	Vars Vars

	streams [3]stream
	cancel  context.CancelFunc
}

// open makes a call of args in fr.
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

// close ends the call, and with it the use of its streams.
func (c *Call) close() {
	c.cancel()
	for n := range c.streams {
		c.streams[n].close()
	}
}

// outcome is that of a call which has ended with a status: that of a command which
// died of SIGPIPE where it failed because nobody read what it wrote.
func (c *Call) outcome(fr *frame, status int) flow.Outcome {
	switch {
	case fr.cancelled():
		return fr.cancelOutcome()
	case status != 0 && (c.streams[1].broken || c.streams[2].broken):
		return flow.Status(statusPipe)
	}
	return flow.Status(status & 0xff)
}

// A stream is a descriptor that Go code uses.
type stream struct {
	ctx    context.Context
	mu     sync.Mutex
	file   fd.File
	closed bool
	broken bool // a write found nobody reading
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
