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

// An Output holds everything written to it until it is published or discarded.
//
// Builtins write into its store until a program needs a descriptor. Then all goes through a pipe,
// and a goroutine moves its content into the store. Publish and Discard, and then Close, are for
// the maker, in one goroutine.
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

	drained chan struct{} // closed when the drain has ended; nil: there was none
	stop    bool          // stop moving
}

// A phase determines the fate of writes.
type phase uint8

const (
	holding    phase = iota // held in the store
	publishing              // waiting in the pipe
	passing                 // going on
	over                    // without a reader
)

// NewOutput returns an Output to be published into to, with one reference, dropped by Close. place
// is the store beyond memory. failure is called at most once.
func NewOutput(to fd.File, place Spill, failure Failure) *Output {
	o := &Output{to: to.Retain(), failure: failure}
	o.held = place.store()
	o.refs.Store(1)
	return o
}

// Holdable reports whether writes to a File can be held: pipes, regular files, and Files in memory.
// Terminals, sockets and devices get them at once.
func Holdable(f fd.File) bool {
	switch f.Kind() {
	case fd.KindPipe, fd.KindRegular, fd.KindMemory:
		return true
	}
	return false
}

// To is the File the Output publishes into. The reference stays the Output's.
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

// Write holds p, by the pipe if there is one. EPIPE: the destination has no reader any more.
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

// Fd returns the write end of the pipe, and makes the pipe if need be.
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

// fail reports, once, that the attempt cannot go on. The lock is held.
func (o *Output) fail(err error) {
	if o.err == nil {
		o.err = err
		o.failure(err)
	}
}

// look checks whether the destination still has a reader. The lock is held.
func (o *Output) look() {
	if o.err == nil && Broken(o.to) {
		o.fail(syscall.EPIPE)
	}
}

// Broken reports whether a File is a pipe without a reader, or leads to one.
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

// drain moves the content of the pipe into the store.
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
		o.r.Close() // further writers get SIGPIPE
	}
}

// move moves a piece; more: there may be another; done: there will be none.
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

// stopReading ends the drain: bytes written before the call are in the store.
func (o *Output) stopReading() {
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

// Publish passes the held bytes on, waiting as long as the context lives; it asks for the context
// only if there are any. Later writes go there as well. visible is the number of bytes passed on,
// with an error too. The second call does nothing.
func (o *Output) Publish(ctx func() context.Context) (visible int64, err error) {
	if o.phase != holding {
		return 0, nil
	}
	o.stopReading()
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

// Discard drops the held bytes, and returns the end of them, at most a KiB.
func (o *Output) Discard() (last []byte) {
	if o.phase != holding {
		return nil
	}
	o.stopReading()
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

// Err returns why the Output cannot be published; nil: no reason is known.
func (o *Output) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// Close ends the maker's use, after Publish or Discard, when nothing of the block has the Output
// any more. After Publish, the returned Pump moves further output of processes to the
// destination; nil: the pipe has no writer any more.
func (o *Output) Close() *Pump {
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
		return newPump(r, to)
	}
	r.Close()
	to.Release()
	return nil
}

// Held returns the bytes written up to now and still held, to be read until Publish or Discard, in
// any goroutine. An error of reading is a LostError. It does not affect Publish.
func (o *Output) Held() (io.ReaderAt, int64, error) {
	o.stopReading()
	o.mu.Lock()
	defer o.mu.Unlock()
	return &heldReader{o}, o.held.size, o.err
}

// A heldReader reads the held bytes of an Output.
type heldReader struct{ o *Output }

// ReadAt implements io.ReaderAt.
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
