// Package fd holds the shell's descriptors: open files, in-memory ends of
// command substitutions and here-documents, and the table that numbers them.
//
// The model: a [File] is one reference-counted open descriptor. A [Table] maps
// the numbers that a script sees (0, 1, 2, 9 …) to Files; the numbers are
// virtual. They become real only in a child, which gets what [Table.Map] says,
// and at exec. A File that lives in memory ([NewCapture], [FromBytes]) gets an
// operating-system descriptor when a process needs one.
//
// Invariants: every operating-system descriptor that the package makes is
// close-on-exec and, unless the machine has run out, numbered 10 or higher, so
// that it never lies where a script's number is to go. O_NONBLOCK is never set
// on a descriptor that another process may share. Whatever another process can
// see is exact: bytes that were taken ahead from a file are given back (by
// seeking) before its descriptor is handed out.
//
// A File may be used from several goroutines, a Table from one.
//
// What is not here: redirections (package interp), held output and recorded
// input (package txn), starting processes (package proc).
package fd

import (
	"sync"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// AtCwd is the dirfd that means the process's working directory.
const AtCwd = unix.AT_FDCWD

// firstOwn is the lowest number for the shell's own descriptors: above those
// that XCU 2.7 lets scripts name with one digit.
const firstOwn = 10

// A kind is what lies behind a descriptor, as far as waiting and taking ahead
// depend on it.
type kind uint32

const (
	kindUnknown kind = iota
	kindRegular      // never blocks; may be seekable
	kindPipe
	kindSocket
	kindOther // terminal, device
)

// A File is one open descriptor, or a source or sink in memory.
type File struct {
	refs atomic.Int32
	os   atomic.Int32 // operating-system descriptor; -1 while only in memory
	kind atomic.Uint32
	own  bool // to be closed with the last reference

	private bool // a pipe that nobody else reads until the descriptor is handed out

	// shared: another process has or may get the descriptor, so that its offset
	// can move behind our back.
	shared atomic.Bool
	// noNowait: the descriptor refuses RWF_NOWAIT.
	noNowait atomic.Bool

	mu    sync.Mutex // guards what follows
	ahead ahead
	src   *source  // not nil: a source in memory
	sink  *Capture // not nil: a sink in memory
}

// Wrap makes a File of an inherited operating-system descriptor. With own it is
// closed with the last reference, without it never.
func Wrap(osfd int, own bool) *File {
	f := newFile(osfd, own)
	f.shared.Store(true)
	return f
}

func newFile(osfd int, own bool) *File {
	f := &File{own: own}
	f.refs.Store(1)
	f.os.Store(int32(osfd))
	return f
}

// Pipe makes a pipe.
func Pipe() (r, w *File, err error) {
	a, b, err := rawPipe()
	if err != nil {
		return nil, nil, err
	}
	r, w = newFile(a, true), newFile(b, true)
	r.private = true
	r.kind.Store(uint32(kindPipe))
	w.kind.Store(uint32(kindPipe))
	return r, w, nil
}

func rawPipe() (r, w int, err error) {
	var p [2]int
	if err := pipe2(&p); err != nil {
		return -1, -1, errno(err)
	}
	return moveUp(p[0]), moveUp(p[1]), nil
}

// moveUp gives an own descriptor a number of 10 or higher. When there is none
// left, the low one is better than failing.
func moveUp(n int) int {
	if n >= firstOwn {
		return n
	}
	up, err := unix.FcntlInt(uintptr(n), unix.F_DUPFD_CLOEXEC, firstOwn)
	if err != nil {
		return n
	}
	unix.Close(n)
	return up
}

// Retain adds a reference and returns f.
func (f *File) Retain() *File {
	f.refs.Add(1)
	return f
}

// Release drops a reference. With the last one, what was taken ahead is given
// back and an own descriptor closed.
func (f *File) Release() {
	if f.refs.Add(-1) != 0 {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.giveBack()
	f.ahead.close()
	n := int(f.os.Load())
	if f.own && n >= 0 {
		f.os.Store(-1)
		unix.Close(n)
	}
}

// Fd returns the operating-system descriptor, for another process to use: what
// was taken ahead is given back, and what lives in memory gets a descriptor. It
// stays valid until the last reference is released. The error is a syscall.Errno.
func (f *File) Fd() (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.giveBack()
	n := int(f.os.Load())
	if n >= 0 {
		f.shared.Store(true)
		return n, nil
	}
	var err error
	switch {
	case f.sink != nil:
		n, err = f.sink.materialise()
	case f.src != nil:
		n, err = f.src.materialise()
	default:
		return -1, syscall.EBADF
	}
	if err != nil {
		return -1, errno(err)
	}
	f.shared.Store(true)
	f.src = nil
	f.own = true
	f.os.Store(int32(n))
	return n, nil
}

// Sync gives back what was taken ahead, so that another process that shares the
// descriptor sees the offset that the shell's reads have reached. To be called
// before the shell ends without releasing its Files.
func (f *File) Sync() {
	f.mu.Lock()
	f.giveBack()
	f.mu.Unlock()
}

// InMemory reports whether f has no operating-system descriptor (yet).
func (f *File) InMemory() bool { return f.os.Load() < 0 }

// IsTerminal reports whether f is a terminal.
func (f *File) IsTerminal() bool {
	n := int(f.os.Load())
	return n >= 0 && isTerminal(n)
}

// Seekable reports whether f has an offset that can be moved.
func (f *File) Seekable() bool {
	n := int(f.os.Load())
	if n < 0 {
		return false
	}
	_, err := unix.Seek(n, 0, 1)
	return err == nil
}

// IsPipe reports whether f is a pipe or a fifo, or would become one.
func (f *File) IsPipe() bool { return f.InMemory() || f.kindOf() == kindPipe }

// IsRegular reports whether f is a regular file.
func (f *File) IsRegular() bool { return !f.InMemory() && f.kindOf() == kindRegular }

// kindOf asks once what lies behind the descriptor.
func (f *File) kindOf() kind {
	if k := kind(f.kind.Load()); k != kindUnknown {
		return k
	}
	k := kindOther
	var st unix.Stat_t
	if unix.Fstat(int(f.os.Load()), &st) == nil {
		switch st.Mode & unix.S_IFMT {
		case unix.S_IFREG, unix.S_IFDIR, unix.S_IFBLK:
			k = kindRegular
		case unix.S_IFIFO:
			k = kindPipe
		case unix.S_IFSOCK:
			k = kindSocket
		}
	}
	f.kind.Store(uint32(k))
	return k
}

// errno makes sure that an error is a syscall.Errno.
func errno(err error) error {
	if err == nil {
		return nil
	}
	if e, ok := err.(syscall.Errno); ok {
		return e
	}
	return syscall.EIO
}
