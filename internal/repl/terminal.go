package repl

import (
	"errors"
	"io"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// raw puts the terminal into the editor's mode: each key comes at once, without echo. Enter is a
// newline, since text typed ahead for a command must reach it unchanged. In pasted text a newline
// comes as a carriage return, which tells the two apart.
func (r *Reader) raw() error {
	return r.mode(func(t *unix.Termios) {
		t.Iflag &^= unix.BRKINT | unix.PARMRK | unix.ISTRIP | unix.IGNCR | unix.IXON
		t.Iflag |= unix.ICRNL | unix.INLCR
		t.Oflag |= unix.OPOST | unix.ONLCR
		t.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.ISIG | unix.IEXTEN
		t.Cc[unix.VMIN], t.Cc[unix.VTIME] = 1, 0
	})
}

// cooked lets the terminal's driver edit a line; Ctrl-C and Ctrl-\ end it. Echo stays as it is: a
// program showing the shell in a window of its own may have turned it off.
func (r *Reader) cooked() error {
	return r.mode(func(t *unix.Termios) {
		t.Iflag |= unix.ICRNL
		t.Lflag |= unix.ICANON
		t.Lflag &^= unix.ISIG
		t.Cc[unix.VEOL], t.Cc[unix.VEOL2] = 3, 28
	})
}

// mode changes the terminal's mode, and saves the original one.
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

// restore restores the terminal's original mode.
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

// retried repeats a call interrupted by a signal.
func retried[T any](do func() (T, error)) (T, error) {
	for {
		v, err := do()
		if !errors.Is(err, unix.EINTR) {
			return v, err
		}
	}
}

// size returns the terminal's size, 80 by 24 if unknown.
func (r *Reader) size() (width, height int) {
	ws, err := unix.IoctlGetWinsize(r.in, unix.TIOCGWINSZ)
	if err != nil || ws.Col == 0 || ws.Row == 0 {
		return 80, 24
	}
	return max(int(ws.Col), 2), max(int(ws.Row), 1)
}

// ready waits for a key up to timeout, for ever if that is negative. woken reports that another
// event ended the wait.
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

// byte reads one byte from the terminal and not one more: the next may be a command's.
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
		case errors.Is(err, unix.EAGAIN): // a program left the terminal in this mode
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

// wakePipe makes a pipe that neither blocks nor reaches other programs. Not every system has pipe2.
func wakePipe(p *[2]int) error {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := unix.Pipe(p[:]); err != nil {
		return err
	}
	for _, n := range p {
		unix.CloseOnExec(n)
		_ = unix.SetNonblock(n, true) // cannot fail on a pipe
	}
	return nil
}
