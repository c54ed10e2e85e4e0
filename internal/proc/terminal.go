package proc

import "golang.org/x/sys/unix"

// SetForeground makes group the foreground process group of a terminal. The caller ignores SIGTTOU,
// or is in the foreground itself.
func SetForeground(tty, group int) error {
	return unix.IoctlSetPointerInt(tty, unix.TIOCSPGRP, group)
}

// Foreground returns the foreground process group of a terminal.
func Foreground(tty int) (int, error) { return unix.IoctlGetInt(tty, unix.TIOCGPGRP) }
