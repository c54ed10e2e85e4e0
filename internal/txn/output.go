package txn

import (
	"context"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"ftsh/internal/fd"

	"golang.org/x/sys/unix"
)

// An Output holds what is written to it until it is published or discarded.
//
// Builtins write into its store as long as no program has needed a descriptor; then there
// is a pipe, through which all goes, and a goroutine that moves what comes out of it into
// the store. Publish and Discard, and then Close, are for who made it, in one goroutine.
type Output struct {
	fd.ForWriting
	refs    atomic.Int32
	to      fd.File
	failure Failure

	mu    sync.Mutex
	phase phase
	held  store
	err   error // why it cannot be published
	w     fd.File
	r     *os.File // of the pipe; with w

	drained chan struct{} // closed when nobody moves from the pipe into the store; nil: nobody did
	stop    bool          // nobody is to
}

// A phase is what becomes of what is written.
type phase uint8

const (
	holding    phase = iota // it is held
	publishing              // it waits in the pipe
	passing                 // it goes on
	over                    // nobody reads it
)

// NewOutput returns an Output that will be published into to, with one reference, which
// Close drops. place is where it is held that memory is not for. failure is told at
// most once.
func NewOutput(to fd.File, place Place, failure Failure) *Output {
	o := &Output{to: to.Retain(), failure: failure}
	o.held = place.store()
	o.refs.Store(1)
	return o
}

// Holdable reports whether what is written to a File can be held: pipes, regular files,
// and what is in memory. Terminals, sockets and devices get it at once.
func Holdable(f fd.File) bool {
	switch f.Kind() {
	case fd.KindPipe, fd.KindRegular, fd.KindMemory:
		return true
	}
	return false
}

// To is what the Output publishes into. The reference stays the Output's.
func (o *Output) To() fd.File { return o.to }

// Retain adds a reference.
func (o *Output) Retain() fd.File {
	o.refs.Add(1)
	return o
}

// Release drops a reference.
func (o *Output) Release() {
	if o.refs.Add(-1) != 0 {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.w != nil {
		o.w.Release()
	}
	o.to.Release()
}

// Kind is KindMemory, or KindPipe once a process has needed a descriptor.
func (o *Output) Kind() fd.Kind {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.w != nil {
		return fd.KindPipe
	}
	return fd.KindMemory
}

// Write holds p, by the pipe if there is one. EPIPE: nobody would read it any more.
func (o *Output) Write(ctx context.Context, p []byte) (int, error) {
	o.mu.Lock()
	if o.phase == publishing && o.w == nil {
		if err := o.pipe(); err != nil {
			o.mu.Unlock()
			return 0, err
		}
	}
	if o.w != nil {
		o.mu.Unlock()
		return o.w.Write(ctx, p)
	}
	switch o.phase {
	case passing:
		o.mu.Unlock()
		return o.to.Write(ctx, p)
	case over:
		o.mu.Unlock()
		return 0, syscall.EPIPE
	}
	defer o.mu.Unlock()
	if o.look(); o.err == nil {
		if _, err := o.held.append(p); err != nil {
			o.fail(err)
		}
	}
	if o.err != nil {
		return 0, o.err
	}
	return len(p), nil
}

// Fd returns the write end of the pipe, which it makes if need be.
func (o *Output) Fd() (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.w == nil {
		switch o.phase {
		case passing:
			return o.to.Fd()
		case over:
			return -1, syscall.EPIPE
		}
		if err := o.pipe(); err != nil {
			return -1, err
		}
		if o.phase == holding {
			o.drained = make(chan struct{})
			go o.drain()
		}
	}
	return o.w.Fd()
}

// pipe makes the pipe. The lock is held.
func (o *Output) pipe() (err error) {
	o.r, o.w, err = fd.PolledPipe()
	return err
}

// fail tells, once, that the attempt cannot go on. The lock is held.
func (o *Output) fail(err error) {
	if o.err == nil {
		o.err = err
		o.failure(err)
	}
}

// look finds out whether there is still somebody who would read. The lock is held.
func (o *Output) look() {
	if o.err == nil && Broken(o.to) {
		o.fail(syscall.EPIPE)
	}
}

// Broken reports whether a File is a pipe that nobody reads any more, or what would go
// there.
func Broken(f fd.File) bool {
	for {
		in, ok := f.(interface{ To() fd.File })
		if !ok {
			break
		}
		f = in.To()
	}
	if f.Kind() != fd.KindPipe {
		return false
	}
	n, err := f.Fd()
	return err == nil && hungUp(n)
}

// drain moves what comes through the pipe into the store.
func (o *Output) drain() {
	defer close(o.drained)
	conn, err := o.r.SyscallConn()
	if err != nil {
		return
	}
	_ = conn.Read(func(pipe uintptr) (done bool) {
		for {
			if more, done := o.move(int(pipe)); !more {
				return done
			}
		}
	})
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		o.r.Close() // who writes on gets SIGPIPE
	}
}

// move moves a piece; more: there may be another; done: there is none to come.
func (o *Output) move(pipe int) (more, done bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.stop {
		return false, true
	}
	spilled := o.held.made
	n, err := o.held.take(pipe, chunk)
	switch {
	case err == unix.EAGAIN:
		return false, false
	case err != nil:
		o.fail(errnoOf(err))
	case n > 0:
		if o.held.made && !spilled {
			widen(pipe)
		}
		o.look()
	}
	ended := o.err != nil || n == 0
	return !ended, ended
}

// settle ends the drain: what was written before the call is in the store.
func (o *Output) settle() {
	o.mu.Lock()
	o.stop = true
	drained := o.drained
	o.mu.Unlock()
	if drained == nil {
		return
	}
	_ = o.r.SetReadDeadline(time.Unix(1, 0))
	<-drained
	_ = o.r.SetReadDeadline(time.Time{})
	conn, err := o.r.SyscallConn()
	if err != nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	_ = conn.Control(func(pipe uintptr) {
		for left := waiting(int(pipe)); left > 0 && o.err == nil; {
			n, err := o.held.take(int(pipe), left)
			if err != nil && err != unix.EAGAIN {
				o.fail(errnoOf(err))
			}
			if n == 0 {
				return
			}
			left -= n
		}
	})
}

// Publish passes on what is held, as a write does: it waits as long as the context lives,
// which is asked for only if there is something. What is written from then on goes there as
// well. Visible says how many bytes have gone there, with an error too. The second call
// does nothing.
func (o *Output) Publish(ctx func() context.Context) (visible int64, err error) {
	if o.phase != holding {
		return 0, nil
	}
	o.settle()
	o.mu.Lock()
	if o.phase = publishing; o.err != nil {
		o.phase = over
	}
	err = o.err
	o.mu.Unlock()
	if err == nil && o.held.size > 0 {
		visible, err = o.held.writeTo(ctx(), o.to)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.phase = passing; err != nil {
		o.phase = over
	}
	o.held.free()
	return visible, err
}

// tail is how much Discard returns.
const tail = 1 << 10

// Discard drops what is held, and returns the end of it, at most a KiB.
func (o *Output) Discard() (last []byte) {
	if o.phase != holding {
		return nil
	}
	o.settle()
	o.mu.Lock()
	defer o.mu.Unlock()
	o.phase = over
	last = make([]byte, min(o.held.size, tail))
	at := o.held.size - int64(len(last))
	for got := 0; got < len(last); {
		n, err := o.held.readAt(last[got:], at+int64(got))
		if err != nil {
			last = last[:got]
			break
		}
		got += n
	}
	o.held.free()
	return last
}

// Err is why the Output cannot be published; nil: nothing is known.
func (o *Output) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// Close ends the maker's use, behind Publish or Discard, when nothing of the block has the
// Output any more. What a process still writes behind Publish goes on to where it was
// published: by the Passage that is returned; nil: nobody has the pipe any more.
func (o *Output) Close() *Passage {
	o.mu.Lock()
	r, phase := o.r, o.phase
	o.mu.Unlock()
	if r == nil {
		o.Release()
		return nil
	}
	to := o.to.Retain()
	o.Release()
	if phase == passing && !ended(r) {
		return newPassage(r, to)
	}
	r.Close()
	to.Release()
	return nil
}

// Held is what has been written up to now and is held, to be read until Publish or Discard, in any goroutine. An error of
// reading is a LostError. It does not change what Publish does.
func (o *Output) Held() (io.ReaderAt, int64, error) {
	o.settle()
	o.mu.Lock()
	defer o.mu.Unlock()
	return &heldReader{o}, o.held.size, o.err
}

// A heldReader reads what an Output holds.
type heldReader struct{ o *Output }

// ReadAt is io.ReaderAt's.
func (r *heldReader) ReadAt(p []byte, off int64) (got int, err error) {
	r.o.mu.Lock()
	defer r.o.mu.Unlock()
	for got < len(p) {
		n, err := r.o.held.readAt(p[got:], off+int64(got))
		if err != nil {
			return got, &LostError{errnoOf(err)}
		}
		if n == 0 {
			return got, io.EOF
		}
		got += n
	}
	return got, nil
}
