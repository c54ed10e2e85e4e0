package repl

import "golang.org/x/sys/unix"

// The requests to read and set a terminal's mode. Setting waits until the output has been shown.
const (
	getMode = unix.TCGETS
	setMode = unix.TCSETSW
)
