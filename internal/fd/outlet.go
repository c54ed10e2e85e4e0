package fd

import (
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// FromOS makes a File of f and closes f: its descriptor belongs to the File.
func FromOS(f *os.File) (File, error) {
	defer f.Close()
	n, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, firstOwn)
	if err != nil {
		return nil, errno(err)
	}
	return Wrap(n, true), nil
}

// An Outlet is a file opened for writing that the host provides instead of the system: a pipe with
// a writer of the host's at its end. The writer is closed when the last writing end of the pipe is.
// If it refuses a write, the pipe loses its reader.
type Outlet struct {
	r    *os.File
	w    *descriptor
	to   io.WriteCloser
	done chan struct{} // closed after the writer

	elsewhere bool // a process that continues has it: for Settle

	mu     sync.Mutex
	passed int // bytes delivered to the writer
}

// NewOutlet returns an Outlet, and the File to write to.
func NewOutlet(to io.WriteCloser) (*Outlet, File, error) {
	r, w, err := polledPipe()
	if err != nil {
		return nil, nil, err
	}
	file := newDescriptor(w, true)
	o := &Outlet{w: file, r: r, to: to, done: make(chan struct{})}
	go o.deliver()
	return o, file, nil
}

// deliver moves bytes from the pipe to the writer, until the pipe ends or the writer refuses them.
func (o *Outlet) deliver() {
	defer close(o.done)
	defer o.to.Close()
	defer o.r.Close()
	pass(o.r, &o.mu, func(piece []byte) (more bool) {
		if _, err := o.to.Write(piece); err != nil {
			return false
		}
		o.passed += len(piece)
		return true
	})
}

// Sync returns when everything written before the call has reached the writer, and the writer is
// closed if the pipe has no writing end any more. It reports whether the writer is closed. It is
// for one goroutine at a time.
//
// A child being started has every descriptor until its exec is over, a little longer than its
// parent waits for it. So if the File has been released and the pipe is still open, Settle polls it
// for a while; but only once, if a process that received the pipe may hold it.
func (o *Outlet) Sync() (closed bool) {
	if o.sync() {
		return true
	}
	if o.w.number() >= 0 || o.elsewhere {
		return false
	}
	patience := time.Second
	if o.w.shared.Load() {
		patience = 50 * time.Millisecond
	}
	start, pause := time.Now(), 20*time.Microsecond
	for ; time.Since(start) < patience; pause = min(2*pause, time.Millisecond) {
		time.Sleep(pause)
		if o.sync() {
			return true
		}
	}
	o.elsewhere = true
	return false
}

func (o *Outlet) sync() (closed bool) {
	target := -1
	for pause := time.Microsecond; ; pause = min(2*pause, time.Millisecond) {
		passed, left, ended := o.progress()
		if ended {
			<-o.done
			return true
		}
		if target < 0 {
			target = passed + left
		}
		if passed >= target {
			return false
		}
		time.Sleep(pause)
	}
}

// progress returns how many bytes have reached the writer, and how many are in the pipe; ended: no
// more will come.
func (o *Outlet) progress() (passed, left int, ended bool) {
	o.mu.Lock() // so that nothing is between the pipe and the writer
	defer o.mu.Unlock()
	conn, err := o.r.SyscallConn()
	if err != nil {
		return 0, 0, true
	}
	err = conn.Control(func(d uintptr) {
		set := [1]unix.PollFd{{Fd: int32(d)}}
		_, _ = unix.Poll(set[:], 0)
		ended = set[0].Revents&(unix.POLLHUP|unix.POLLERR) != 0
		left, _ = unix.IoctlGetInt(int(d), fionread)
	})
	return o.passed, left, ended || err != nil
}

// Close ends the Outlet: remaining writers find the pipe without a reader.
func (o *Outlet) Close() {
	_ = o.r.SetReadDeadline(time.Unix(1, 0))
	<-o.done
}
