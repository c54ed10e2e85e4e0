package fd

import (
	"context"
	"io"
	"time"

	"golang.org/x/sys/unix"
)

// A Sink is the standard output of a shell whose host gave it an io.Writer. What
// builtins write goes straight there, one call at a time, in order; when a process
// needs a descriptor, the Sink becomes a pipe that a goroutine moves there.
//
// It begins with one reference, which Close drops: who puts it into a Table
// retains it.
type Sink struct {
	output
	to     io.Writer
	passed int // bytes that went through the pipe; guarded by mu
}

// NewSink returns a Sink that writes to w. Errors of w are the writer's to
// remember.
func NewSink(w io.Writer) *Sink {
	s := &Sink{to: w}
	s.retain()
	return s
}

// Retain adds a reference.
func (s *Sink) Retain() File {
	s.retain()
	return s
}

// Release drops a reference.
func (s *Sink) Release() { s.release() }

// Write passes p to the writer, by the pipe if there is one.
func (s *Sink) Write(ctx context.Context, p []byte) (int, error) {
	s.mu.Lock()
	if s.piped {
		s.mu.Unlock()
		return s.w.write(ctx, p)
	}
	defer s.mu.Unlock()
	_, _ = s.to.Write(p)
	return len(p), nil
}

// Fd returns the write end of the pipe, which it makes if need be.
func (s *Sink) Fd() (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, made, err := s.fd()
	if made {
		go s.deliver()
	}
	return n, err
}

// Flush returns when what was written to the pipe before the call has reached
// the writer. Without a pipe there is nothing to wait for. What a process goes on
// writing meanwhile is not waited for.
func (s *Sink) Flush() {
	target, ok := s.backlog()
	for pause := time.Microsecond; ok && !s.hasPassed(target); pause = min(2*pause, time.Millisecond) {
		time.Sleep(pause)
	}
}

// backlog is how many bytes will have passed once the pipe's present content has;
// false when there is nothing to wait for. The lock makes sure that nothing is
// between the pipe and the writer.
func (s *Sink) backlog() (target int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.piped {
		return 0, false
	}
	conn, err := s.r.SyscallConn()
	if err != nil {
		return 0, false
	}
	n := 0
	if conn.Control(func(d uintptr) { n, err = unix.IoctlGetInt(int(d), fionread) }) != nil || err != nil {
		return 0, false
	}
	return s.passed + n, n > 0
}

// hasPassed reports whether target bytes have reached the writer, or the pipe is
// at its end.
func (s *Sink) hasPassed(target int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.drained:
		return true
	default:
		return s.passed >= target
	}
}

// deliver moves what comes through the pipe to the writer, to the pipe's end.
func (s *Sink) deliver() {
	defer close(s.drained)
	pass(s.r, &s.mu, func(piece []byte) (more bool) {
		_, _ = s.to.Write(piece)
		s.passed += len(piece)
		return true
	})
}

// Close drops the Sink's own reference and ends it: what has been written by now
// reaches the writer, which is not called any more once Close has returned. A
// process that still holds the pipe finds nobody reading.
func (s *Sink) Close() {
	s.release()
	if !s.hasPipe() {
		return
	}
	s.Flush()
	_ = s.r.SetReadDeadline(time.Unix(1, 0))
	<-s.drained
	s.r.Close()
}
