package fd

import (
	"context"
	"io"
	"time"

	"golang.org/x/sys/unix"
)

// A Sink is the standard output of a shell whose host gave it an io.Writer. Output of builtins goes
// straight there, one call at a time, in order. When a process needs a descriptor, the Sink becomes
// a pipe, and a goroutine moves its content to the writer.
//
// It begins with one reference, dropped by Close: a caller that puts it into a Table retains it.
type Sink struct {
	output
	to     io.Writer
	passed int // bytes that went through the pipe; guarded by mu
}

// NewSink returns a Sink that writes to w. The caller learns of errors from w itself.
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

// Fd returns the write end of the pipe, and makes the pipe if need be.
func (s *Sink) Fd() (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, made, err := s.fd()
	if made {
		go s.deliver()
	}
	return n, err
}

// Flush returns when everything written to the pipe before the call has reached the writer. Without
// a pipe there is nothing to wait for. It does not wait for later writes.
func (s *Sink) Flush() {
	target, ok := s.backlog()
	pause := time.Microsecond
	for ; ok && !s.hasPassed(target); pause = min(2*pause, time.Millisecond) {
		time.Sleep(pause)
	}
}

// backlog returns the number of bytes passed once the present content of the pipe has; false if
// there is nothing to wait for. The lock makes sure that nothing is between the pipe and the
// writer.
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
	if conn.Control(func(d uintptr) { n, err = unix.IoctlGetInt(int(d), fionread) }) != nil ||
		err != nil {
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

// deliver moves the content of the pipe to the writer, until the pipe ends.
func (s *Sink) deliver() {
	defer close(s.drained)
	pass(s.r, &s.mu, func(piece []byte) (more bool) {
		_, _ = s.to.Write(piece)
		s.passed += len(piece)
		return true
	})
}

// Close drops the Sink's own reference and ends it. Everything written by now reaches the writer,
// and no call of the writer follows Close. A process still holding the pipe finds it without a
// reader.
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
