package proc

import "golang.org/x/sys/unix"

// SetForeground makes group the foreground process group of the terminal behind
// descriptor tty. The caller ignores SIGTTOU, or is in the foreground itself.
func SetForeground(tty, group int) error {
	return unix.IoctlSetPointerInt(tty, unix.TIOCSPGRP, group)
}

// Foreground is the foreground process group of the terminal behind descriptor tty.
func Foreground(tty int) (int, error) { return unix.IoctlGetInt(tty, unix.TIOCGPGRP) }
