package proc

import (
	"errors"

	"golang.org/x/sys/unix"
)

// ReadKeys makes a terminal deliver each key as it is pressed, without echo; keys for signals still
// send them. typed is input not read before, including an incomplete line. restore resets the
// terminal's modes. The caller is in the terminal's foreground, or ignores SIGTTOU.
func ReadKeys(tty int) (typed []byte, restore func(), err error) {
	was, err := unix.IoctlGetTermios(tty, getTermios)
	if err != nil {
		return nil, nil, err
	}
	now := *was
	now.Lflag &^= unix.ICANON | unix.ECHO
	now.Cc[unix.VMIN], now.Cc[unix.VTIME] = 0, 0 // a read does not wait
	if err := unix.IoctlSetTermios(tty, setTermios, &now); err != nil {
		return nil, nil, err
	}
	restore = func() { _ = unix.IoctlSetTermios(tty, setTermios, was) }
	var b [4096]byte
	for {
		n, err := unix.Read(tty, b[:])
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if n <= 0 {
			break
		}
		typed = append(typed, b[:n]...)
	}
	now.Cc[unix.VMIN] = 1
	if err := unix.IoctlSetTermios(tty, setTermios, &now); err != nil {
		restore()
		return nil, nil, err
	}
	return typed, restore, nil
}

// ReadMode turns off the echo of a terminal, or lets single keys be read, and returns what undoes
// that.
func ReadMode(tty int, silent, keys bool) (restore func()) {
	was, err := unix.IoctlGetTermios(tty, getTermios)
	if err != nil {
		return func() {}
	}
	now := *was
	if silent {
		now.Lflag &^= unix.ECHO
	}
	if keys {
		now.Lflag &^= unix.ICANON
		now.Cc[unix.VMIN], now.Cc[unix.VTIME] = 1, 0
	}
	if err := unix.IoctlSetTermios(tty, setTermios, &now); err != nil {
		return func() {}
	}
	return func() { _ = unix.IoctlSetTermios(tty, setTermios, was) }
}
