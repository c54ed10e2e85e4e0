package fd

import (
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// A raw is a descriptor of the operating system, without buffers and references:
// its reads and writes wait only as long as a context lives, and O_NONBLOCK, which
// others would see, is not used for that.
type raw struct {
	n        atomic.Int32  // -1: closed
	kind     atomic.Uint32 // a Kind; 0: not asked yet
	mode     atomic.Uint32 // a Mode; 0: not asked yet
	noNowait atomic.Bool   // the descriptor refuses RWF_NOWAIT
}

func (r *raw) number() int { return int(r.n.Load()) }

func (r *raw) set(n int, k Kind) {
	r.kind.Store(uint32(k))
	r.n.Store(int32(n))
}

func (r *raw) close() {
	if n := r.n.Swap(-1); n >= 0 {
		unix.Close(int(n))
	}
}

// kindOf asks once what lies behind the descriptor.
func (r *raw) kindOf() Kind {
	if k := Kind(r.kind.Load()); k != 0 {
		return k
	}
	k := KindDevice
	var st unix.Stat_t
	if unix.Fstat(r.number(), &st) == nil {
		switch st.Mode & unix.S_IFMT {
		case unix.S_IFREG:
			k = KindRegular
		case unix.S_IFDIR, unix.S_IFBLK:
			k = KindStorage
		case unix.S_IFIFO:
			k = KindPipe
		case unix.S_IFSOCK:
			k = KindSocket
		}
	}
	r.kind.Store(uint32(k))
	return k
}

// modeOf asks once for what the descriptor is open. One of which the system does not
// tell it is taken for both: reads and writes will show.
func (r *raw) modeOf() Mode {
	if a := Mode(r.mode.Load()); a != 0 {
		return a
	}
	a := Readable | Writable
	if flags, err := unix.FcntlInt(uintptr(r.number()), unix.F_GETFL, 0); err == nil {
		switch flags & unix.O_ACCMODE {
		case unix.O_RDONLY:
			a = Readable
		case unix.O_WRONLY:
			a = Writable
		}
	}
	r.mode.Store(uint32(a))
	return a
}

// tryRead reads what is there without waiting; EAGAIN when there is nothing.
func (r *raw) tryRead(p []byte) (int, error) {
	n := r.number()
	if n < 0 {
		return 0, syscall.EBADF
	}
	if !r.kindOf().waits() {
		return read(n, p)
	}
	if !r.noNowait.Load() {
		c, err := readNowait(n, p)
		if !refused(err) {
			return c, err
		}
		r.noNowait.Store(true)
	}
	if !ready(n, unix.POLLIN) {
		return 0, r.notYet(Readable)
	}
	return read(n, p)
}

// pipeBuf is what a pipe that polls as writable takes without blocking.
const pipeBuf = 4096

// tryWrite writes what can be written without waiting; EAGAIN when nothing can.
func (r *raw) tryWrite(n int, p []byte) (int, error) {
	if !r.kindOf().waits() {
		return write(n, p)
	}
	if !r.noNowait.Load() {
		c, err := writeNowait(n, p)
		if !refused(err) {
			return c, err
		}
		r.noNowait.Store(true)
	}
	if !ready(n, unix.POLLOUT) {
		return 0, r.notYet(Writable)
	}
	return write(n, p[:min(len(p), pipeBuf)])
}

// notYet is EAGAIN, or EBADF where waiting would not end: the descriptor is open in the
// other direction only, of which poll says nothing.
func (r *raw) notYet(to Mode) error {
	if r.modeOf()&to == 0 {
		return syscall.EBADF
	}
	return syscall.EAGAIN
}

// refused reports whether an error means that the descriptor knows no
// RWF_NOWAIT, or the kernel does not.
func refused(err error) bool {
	return err == syscall.EOPNOTSUPP || err == syscall.EINVAL || err == syscall.ENOSYS || err == syscall.EPERM
}

func read(n int, p []byte) (int, error) {
	for {
		c, err := unix.Read(n, p)
		if err != unix.EINTR {
			return c, errno(err)
		}
	}
}

func write(n int, p []byte) (int, error) {
	for {
		c, err := unix.Write(n, p)
		if err != unix.EINTR {
			return c, errno(err)
		}
	}
}
