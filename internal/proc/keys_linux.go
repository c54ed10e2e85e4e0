package proc

import "golang.org/x/sys/unix"

// What gets and sets the modes of a terminal, the latter when all output has been sent.
const (
	getTermios = unix.TCGETS
	setTermios = unix.TCSETSW
)
