package repl

import (
	"errors"
	"io"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// raw gives the terminal to the editor: each key comes at once, unseen. Enter is a newline, since what is typed ahead of a
// command must be, for the command, what it would have been; that a newline is a carriage return then
// tells the two apart in what is pasted.
func (r *Reader) raw() error {
	return r.mode(func(t *unix.Termios) {
		t.Iflag &^= unix.BRKINT | unix.PARMRK | unix.ISTRIP | unix.IGNCR | unix.IXON
		t.Iflag |= unix.ICRNL | unix.INLCR
		t.Oflag |= unix.OPOST | unix.ONLCR
		t.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.ISIG | unix.IEXTEN
		t.Cc[unix.VMIN], t.Cc[unix.VTIME] = 1, 0
	})
}

// cooked lets the terminal's driver edit a line; Ctrl-C and Ctrl-\ end it. Echo stays as it is: who shows
// the shell in a window of his own may have turned it off.
func (r *Reader) cooked() error {
	return r.mode(func(t *unix.Termios) {
		t.Iflag |= unix.ICRNL
		t.Lflag |= unix.ICANON
		t.Lflag &^= unix.ISIG
		t.Cc[unix.VEOL], t.Cc[unix.VEOL2] = 3, 28
	})
}

// mode changes the terminal's mode, and notes what it was.
func (r *Reader) mode(change func(*unix.Termios)) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return io.EOF
	}
	t, err := retried(func() (*unix.Termios, error) { return unix.IoctlGetTermios(r.in, getMode) })
	if err != nil {
		return err
	}
	was := *t
	change(t)
	if _, err := retried(func() (int, error) {
		return 0, unix.IoctlSetTermios(r.in, setMode, t)
	}); err != nil {
		return err
	}
	r.saved = &was
	return nil
}

// restore gives the terminal back as it was found.
func (r *Reader) restore() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.saved == nil {
		return nil
	}
	saved := r.saved
	r.saved = nil
	_, err := retried(func() (int, error) { return 0, unix.IoctlSetTermios(r.in, setMode, saved) })
	return err
}

// retried does what a signal may interrupt.
func retried[T any](do func() (T, error)) (T, error) {
	for {
		v, err := do()
		if !errors.Is(err, unix.EINTR) {
			return v, err
		}
	}
}

// size is that of the terminal; 80 by 24 where it does not say.
func (r *Reader) size() (width, height int) {
	ws, err := unix.IoctlGetWinsize(r.in, unix.TIOCGWINSZ)
	if err != nil || ws.Col == 0 || ws.Row == 0 {
		return 80, 24
	}
	return max(int(ws.Col), 2), max(int(ws.Row), 1)
}

// ready waits for a key: at most so long, for ever where that is negative. woken says that something else
// ended the wait.
func (r *Reader) ready(timeout time.Duration) (key, woken bool, err error) {
	if len(r.typed) > 0 {
		return true, false, nil
	}
	limit := -1
	if timeout >= 0 {
		limit = int(timeout.Milliseconds())
	}
	fds := []unix.PollFd{{Fd: int32(r.in), Events: unix.POLLIN},
		{Fd: int32(r.wake[0]), Events: unix.POLLIN}}
	if _, err := retried(func() (int, error) { return unix.Poll(fds, limit) }); err != nil {
		return false, false, err
	}
	if fds[1].Revents != 0 {
		var b [64]byte
		_, _ = unix.Read(r.wake[0], b[:])
		woken = true
	}
	if fds[0].Revents&unix.POLLNVAL != 0 {
		return false, woken, unix.EBADF
	}
	return fds[0].Revents != 0, woken, nil
}

// byte reads one byte from the terminal: not one more, for what follows may be a command's.
func (r *Reader) byte() (byte, error) {
	if len(r.typed) > 0 {
		c := r.typed[0]
		r.typed = r.typed[1:]
		return c, nil
	}
	var b [1]byte
	for {
		n, err := unix.Read(r.in, b[:])
		switch {
		case n == 1:
			return b[0], nil
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EAGAIN): // a program left it so
			if _, _, err := r.ready(-1); err != nil {
				return 0, err
			}
		case err != nil:
			return 0, err
		default:
			return 0, io.EOF
		}
	}
}

// wakePipe makes a pipe that neither blocks nor reaches other programs: not every system has pipe2.
func wakePipe(p *[2]int) error {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := unix.Pipe(p[:]); err != nil {
		return err
	}
	for _, n := range p {
		unix.CloseOnExec(n)
		_ = unix.SetNonblock(n, true) // which of a pipe does not fail
	}
	return nil
}
