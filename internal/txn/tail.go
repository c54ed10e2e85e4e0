package txn

import (
	"context"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"ftsh/internal/fd"

	"golang.org/x/sys/unix"
)

// A Tail passes everything written to it on at once, and keeps the end of it, at most a KiB. It
// stands in the place of a program's standard error while the program runs.
//
// Builtins write through it. A program gets a pipe, and a goroutine moves its content on. End is
// for the maker.
type Tail struct {
	fd.ForWriting
	refs atomic.Int32
	to   fd.File
	ctx  context.Context // bounds the writes for the program

	mu      sync.Mutex
	last    []byte
	lost    error // why nothing can be passed on any more
	ended   bool
	w       fd.File
	r       *os.File      // of the pipe; with w
	drained chan struct{} // closed when the goroutine has ended
}

// NewTail returns a Tail before to, with one reference, dropped by End. Writes for a program wait
// as long as ctx lives.
func NewTail(ctx context.Context, to fd.File) *Tail {
	t := &Tail{to: to.Retain(), ctx: ctx}
	t.refs.Store(1)
	return t
}

// To is the destination. The reference stays the Tail's.
func (t *Tail) To() fd.File { return t.to }

// Retain adds a reference.
func (t *Tail) Retain() fd.File {
	t.refs.Add(1)
	return t
}

// Release drops a reference.
func (t *Tail) Release() {
	if t.refs.Add(-1) != 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.w != nil {
		t.w.Release()
	}
	t.to.Release()
}

// Kind is KindPipe: it may have to wait.
func (t *Tail) Kind() fd.Kind { return fd.KindPipe }

// Write passes p on, after what the program has written.
func (t *Tail) Write(ctx context.Context, p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.r != nil && !t.ended && t.lost == nil {
		t.rest(ctx)
	}
	t.keep(p)
	return t.to.Write(ctx, p)
}

// Fd returns the write end of a pipe, and makes the pipe if need be.
func (t *Tail) Fd() (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.w != nil:
		return t.w.Fd()
	case t.ended:
		return t.to.Fd()
	}
	r, w, err := fd.PolledPipe()
	if err != nil {
		return -1, err
	}
	t.r, t.w, t.drained = r, w, make(chan struct{})
	go t.drain()
	return w.Fd()
}

// keep keeps the end of what has been written. The lock is held.
func (t *Tail) keep(p []byte) {
	if len(p) >= tail {
		t.last = append(t.last[:0], p[len(p)-tail:]...)
		return
	}
	if over := len(t.last) + len(p) - tail; over > 0 {
		t.last = t.last[:copy(t.last, t.last[over:])]
	}
	t.last = append(t.last, p...)
}

// pass keeps and writes p. The lock is held.
func (t *Tail) pass(ctx context.Context, p []byte) {
	t.keep(p)
	_, t.lost = t.to.Write(ctx, p)
}

// drain moves the content of the pipe on, until the pipe ends or End stops it. If the destination
// has no reader any more, the pipe has none either, and the program gets SIGPIPE.
func (t *Tail) drain() {
	defer close(t.drained)
	conn, err := t.r.SyscallConn()
	if err != nil {
		return
	}
	buf := make([]byte, 8<<10)
	_ = conn.Read(func(pipe uintptr) (done bool) {
		for {
			more, done := t.move(int(pipe), buf)
			if !more {
				return done
			}
		}
	})
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.lost != nil {
		t.r.Close()
	}
}

// move passes a piece on; more: there may be another; done: there will be none.
func (t *Tail) move(pipe int, buf []byte) (more, done bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended || t.lost != nil {
		return false, true
	}
	n, err := unix.Read(pipe, buf)
	switch {
	case err == unix.EINTR:
		return true, false
	case err == unix.EAGAIN:
		return false, false
	case err != nil || n == 0:
		return false, true
	}
	t.pass(t.ctx, buf[:n])
	return t.lost == nil, true
}

// rest passes on the bytes waiting in the pipe, and not those written meanwhile: a process in the
// background may write for ever. The lock is held.
func (t *Tail) rest(ctx context.Context) {
	conn, err := t.r.SyscallConn()
	if err != nil {
		return
	}
	_ = conn.Control(func(pipe uintptr) {
		buf := make([]byte, 8<<10)
		for left := waiting(int(pipe)); left > 0 && t.lost == nil; {
			n, err := unix.Read(int(pipe), buf[:min(left, len(buf))])
			switch {
			case err == unix.EINTR:
				continue
			case err != nil || n == 0:
				return
			}
			t.pass(ctx, buf[:n])
			left -= n
		}
	})
}

// End ends the maker's use: it passes on what the program has written so far, and returns the end
// of all of it. Other processes may still have the pipe. The Pump moves their further output to the
// destination; nil: there is none. Writes wait as long as ctx lives.
func (t *Tail) End(ctx context.Context) (last []byte, left *Pump) {
	t.mu.Lock()
	r := t.r
	t.ended = true
	t.mu.Unlock()
	if r == nil {
		defer t.Release()
		return t.last, nil
	}
	_ = r.SetReadDeadline(time.Unix(1, 0))
	<-t.drained
	_ = r.SetReadDeadline(time.Time{})
	t.mu.Lock()
	if t.lost == nil {
		t.rest(ctx)
	}
	lost := t.lost
	t.mu.Unlock()
	last = t.last
	to := t.to.Retain()
	t.Release() // the last one closes the write end
	if lost == nil && !ended(r) {
		return last, newPump(r, to)
	}
	r.Close()
	to.Release()
	return last, nil
}
