package fd

import (
	"os"

	"golang.org/x/sys/unix"
)

// firstOwn is the lowest number for the shell's own descriptors, above the numbers guaranteed to
// scripts by XCU 2.7 (one digit).
const firstOwn = 10

// Pipe makes a pipe.
func Pipe() (r, w File, err error) {
	a, b, err := rawPipe()
	if err != nil {
		return nil, nil, err
	}
	in, out := newDescriptor(a, true), newDescriptor(b, true)
	in.private = true
	in.kind.Store(uint32(KindPipe))
	out.kind.Store(uint32(KindPipe))
	return in, out, nil
}

// PolledPipe makes a pipe whose read end is the caller's alone: the runtime's poller waits for it,
// and no thread.
func PolledPipe() (r *os.File, w File, err error) {
	r, n, err := polledPipe()
	if err != nil {
		return nil, nil, err
	}
	out := newDescriptor(n, true)
	out.kind.Store(uint32(KindPipe))
	return r, out, nil
}

func polledPipe() (*os.File, int, error) {
	r, w, err := rawPipe()
	if err != nil {
		return nil, -1, err
	}
	// O_NONBLOCK is invisible to others here.
	if err := unix.SetNonblock(r, true); err != nil {
		unix.Close(r)
		unix.Close(w)
		return nil, -1, errno(err)
	}
	return os.NewFile(uintptr(r), "pipe"), w, nil
}

func rawPipe() (r, w int, err error) {
	var p [2]int
	if err := pipe2(&p); err != nil {
		return -1, -1, errno(err)
	}
	return moveUp(p[0]), moveUp(p[1]), nil
}

// moveUp gives an own descriptor a number of 10 or higher. If none is left, the low one is better
// than failing.
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
