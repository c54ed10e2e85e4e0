//go:build unix && !linux

package fd

import (
	"golang.org/x/sys/unix"
)

func pipe2(p *[2]int) error {
	if err := unix.Pipe(p[:]); err != nil {
		return err
	}
	unix.CloseOnExec(p[0])
	unix.CloseOnExec(p[1])
	return nil
}

func isTerminal(n int) bool {
	_, err := unix.IoctlGetTermios(n, unix.TIOCGETA)
	return err == nil
}

func readNowait(int, []byte) (int, error)  { return 0, unix.EOPNOTSUPP }
func writeNowait(int, []byte) (int, error) { return 0, unix.EOPNOTSUPP }

// A waker is a pipe for ending a poll.
type waker struct{ r, w int }

func newWaker() (waker, error) {
	r, w, err := rawPipe()
	return waker{r, w}, err
}

func (w waker) fd() int { return w.r }
func (w waker) wake()   { unix.Write(w.w, []byte{1}) }
func (w waker) close() {
	unix.Close(w.r)
	unix.Close(w.w)
}

func anonymous() (int, error) { return tempFile() }

// waiting returns the number of bytes in a pipe; callers only test it against 0.
func waiting(n int) (int, error) {
	if ready(n, unix.POLLIN) {
		return 1, nil
	}
	return 0, nil
}

// fionread asks how many bytes a pipe holds.
const fionread = 0x4004667f

// ownFds is the directory of the process's own descriptors.
const ownFds = "/dev/fd/"

// socket makes a socket with O_NONBLOCK.
func socket(family, kind int) (int, error) {
	n, err := unix.Socket(family, kind, 0)
	if err != nil {
		return -1, err
	}
	unix.CloseOnExec(n)
	if err := unix.SetNonblock(n, true); err != nil {
		unix.Close(n)
		return -1, err
	}
	return n, nil
}
