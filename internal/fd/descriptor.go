package fd

import (
	"context"
	"io"
	"sync"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// A descriptor is a File backed by a descriptor of the operating system.
type descriptor struct {
	references
	raw
	own     bool // closed with the last reference
	private bool // a pipe with no other reader until the descriptor is handed out

	// inherited: the process was started with it, and only the shell uses it.
	inherited bool

	// shared: another process has or may get the descriptor, and can move its offset at any time.
	shared atomic.Bool

	mu        sync.Mutex
	ahead     ahead // guarded by mu
	appending int   // calls of Append not undone yet; guarded by mu

	lost atomic.Int64 // messages dropped by Tell: the descriptor is stuck
	cut  atomic.Bool  // a part of the first of them was written
}

// Wrap makes a File of an inherited operating-system descriptor. With own it is closed with the
// last reference, otherwise never.
func Wrap(osfd int, own bool) File {
	d := newDescriptor(osfd, own)
	d.shared.Store(true)
	return d
}

func newDescriptor(osfd int, own bool) *descriptor {
	d := &descriptor{own: own}
	d.retain()
	d.n.Store(int32(osfd))
	return d
}

func (d *descriptor) Retain() File {
	d.retain()
	return d
}

func (d *descriptor) Release() { d.end() }

// end is Release, and reports whether it dropped the last reference.
func (d *descriptor) end() bool {
	if !d.drop() {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.giveBack()
	d.ahead.close()
	if lost := d.lost.Load(); lost > 0 {
		d.reportLost(lost)
	}
	if d.own {
		d.close()
	}
	return true
}

func (d *descriptor) Fd() (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.giveBack()
	n := d.number()
	if n < 0 {
		return -1, syscall.EBADF
	}
	d.shared.Store(true)
	return n, nil
}

func (d *descriptor) Sync() {
	d.mu.Lock()
	d.giveBack()
	d.mu.Unlock()
}

func (d *descriptor) Kind() Kind { return d.kindOf() }

// Inherited descriptors count as readable: configure scripts save their input by <&0 even under
// nohup, which deliberately gives them an unreadable one.
func (d *descriptor) Mode() Mode {
	if !d.own {
		return d.modeOf() | Readable
	}
	return d.modeOf()
}

func (d *descriptor) Read(ctx context.Context, p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for {
		d.mu.Lock()
		n, err := d.takeAhead(p), error(nil)
		if n == 0 {
			n, err = d.tryRead(p)
		}
		d.mu.Unlock()
		if err != syscall.EAGAIN {
			return eof(n, err)
		}
		if err := d.wait(ctx, unix.POLLIN); err != nil {
			return 0, err
		}
	}
}

func eof(n int, err error) (int, error) {
	if n == 0 && err == nil {
		return 0, io.EOF
	}
	return max(n, 0), err
}

func (d *descriptor) Write(ctx context.Context, p []byte) (int, error) {
	if d.ahead.pending() {
		d.Sync() // a write goes to the position reached by reads
	}
	return d.write(ctx, p)
}

// seekable reports whether the descriptor has a movable offset.
func (d *descriptor) seekable() bool {
	_, err := unix.Seek(d.number(), 0, 1)
	return err == nil
}

// Offset returns the start of the next read of a system file, as seen by the reads of this process.
// The error is a syscall.Errno; ESPIPE: there is no offset.
func Offset(f File) (int64, error) { return seek(f, 0, io.SeekCurrent) }

// SetOffset makes the next read begin at at, for everything sharing the descriptor.
func SetOffset(f File, at int64) error {
	_, err := seek(f, at, io.SeekStart)
	return err
}

func seek(f File, at int64, whence int) (int64, error) {
	d, ok := f.(*descriptor)
	if !ok {
		return 0, syscall.ESPIPE
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.giveBack()
	at, err := unix.Seek(d.number(), at, whence)
	return at, errno(err)
}

// IsTerminal reports whether f is a terminal; only a descriptor of the operating system can be one.
// It asks anew each time: a terminal can hang up.
func IsTerminal(f File) bool {
	d, ok := f.(*descriptor)
	return ok && isTerminal(d.number())
}
