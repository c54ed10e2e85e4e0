//go:build !linux

package proc

import "golang.org/x/sys/unix"

// The requests to get and set a terminal's modes, the latter after all output has been sent.
const (
	getTermios = unix.TIOCGETA
	setTermios = unix.TIOCSETAW
)
