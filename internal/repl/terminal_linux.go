package repl

import "golang.org/x/sys/unix"

// The requests that read and set a terminal's mode; setting waits until what was written has been shown.
const (
	getMode = unix.TCGETS
	setMode = unix.TCSETSW
)
