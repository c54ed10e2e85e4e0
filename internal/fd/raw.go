package fd

import (
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// A raw is a descriptor of the operating system, without buffers and references. Its reads and
// writes wait only until a context ends, without O_NONBLOCK, which other processes would see.
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

// kindOf asks once for the kind of the descriptor.
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

// modeOf asks once for the open mode. If the system does not report it, it counts as both: reads
// and writes will show.
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

// tryRead reads the available bytes without waiting; EAGAIN if there are none.
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

// pipeBuf bytes fit without blocking into a pipe that polls as writable.
const pipeBuf = 4096

// tryWrite writes as much as possible without waiting; EAGAIN if nothing fits.
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

// notYet is EAGAIN, or EBADF if waiting would not end: the descriptor is open in the other
// direction only, and poll does not report this.
func (r *raw) notYet(to Mode) error {
	if r.modeOf()&to == 0 {
		return syscall.EBADF
	}
	return syscall.EAGAIN
}

// refused reports whether an error means that the descriptor or the kernel lacks RWF_NOWAIT.
func refused(err error) bool {
	return err == syscall.EOPNOTSUPP || err == syscall.EINVAL || err == syscall.ENOSYS ||
		err == syscall.EPERM
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
