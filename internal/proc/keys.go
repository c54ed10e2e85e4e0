package proc

import "golang.org/x/sys/unix"

// ReadKeys makes the terminal behind descriptor tty give each key as it is pressed, and show none; those that
// send signals still do. restore makes it what it was. The caller is in the terminal's foreground, or
// ignores SIGTTOU.
func ReadKeys(tty int) (restore func(), err error) {
	was, err := unix.IoctlGetTermios(tty, getTermios)
	if err != nil {
		return nil, err
	}
	now := *was
	now.Lflag &^= unix.ICANON | unix.ECHO
	now.Cc[unix.VMIN], now.Cc[unix.VTIME] = 1, 0
	if err := unix.IoctlSetTermios(tty, setTermios, &now); err != nil {
		return nil, err
	}
	return func() { _ = unix.IoctlSetTermios(tty, setTermios, was) }, nil
}

// Typed reports whether the terminal has keys that nobody has read.
func Typed(tty int) bool {
	n, err := unix.IoctlGetInt(tty, inputQueue)
	return err == nil && n > 0
}
