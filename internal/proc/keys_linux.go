package proc

import "golang.org/x/sys/unix"

// What gets and sets the modes of a terminal, the latter when all output has been sent, and tells
// how many bytes can be read.
const (
	getTermios = unix.TCGETS
	setTermios = unix.TCSETSW
	inputQueue = unix.TIOCINQ
)
