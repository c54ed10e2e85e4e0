//go:build !linux

package sig

import (
	"os"
	"syscall"
)

// Stop stops the process by s, one of the signals whose default that is and which has it.
func Stop(s Signal) { _ = syscall.Kill(os.Getpid(), s) }

// TakeSent returns when what was sent to the process before has been taken. That is a matter of one thread alone on Linux.
func TakeSent() {}
