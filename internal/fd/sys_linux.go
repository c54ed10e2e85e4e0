package fd

import (
	"encoding/binary"
	"unsafe"

	"golang.org/x/sys/unix"
)

func pipe2(p *[2]int) error { return unix.Pipe2(p[:], unix.O_CLOEXEC) }

func isTerminal(n int) bool {
	_, err := unix.IoctlGetTermios(n, unix.TCGETS)
	return err == nil
}

// readNowait is a read without blocking, whatever the flags of the descriptor.
func readNowait(n int, p []byte) (int, error) {
	return vec(unix.SYS_PREADV2, n, p)
}

// writeNowait is a write without blocking.
func writeNowait(n int, p []byte) (int, error) {
	return vec(unix.SYS_PWRITEV2, n, p)
}

func vec(call uintptr, n int, p []byte) (int, error) {
	iov := unix.Iovec{Base: unsafe.SliceData(p)}
	iov.SetLen(len(p))
	for {
		// An offset of -1, in two halves, means the descriptor's own.
		c, _, e := unix.Syscall6(call, uintptr(n), uintptr(unsafe.Pointer(&iov)), 1,
			^uintptr(0), ^uintptr(0), unix.RWF_NOWAIT)
		switch e {
		case 0:
			return int(c), nil
		case unix.EINTR:
		default:
			return 0, e
		}
	}
}

// A waker is an eventfd for ending a poll.
type waker struct{ n int }

func newWaker() (waker, error) {
	n, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return waker{}, err
	}
	return waker{moveUp(n)}, nil
}

func (w waker) fd() int { return w.n }
func (w waker) close()  { unix.Close(w.n) }
func (w waker) wake() {
	var one [8]byte
	binary.NativeEndian.PutUint64(one[:], 1)
	unix.Write(w.n, one[:])
}

// anonymous returns a descriptor of a new nameless file.
func anonymous() (int, error) {
	n, err := unix.MemfdCreate("here-document", unix.MFD_CLOEXEC)
	if err != nil {
		return tempFile()
	}
	return moveUp(n), nil
}

// fionread asks how many bytes a pipe holds.
const fionread = unix.TIOCINQ

// ownFds is the directory of the process's own descriptors.
const ownFds = "/proc/self/fd/"

// socket makes a socket with O_NONBLOCK.
func socket(family, kind int) (int, error) {
	return unix.Socket(family, kind|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
}
