//go:build !linux

package sig

import (
	"os"
	"syscall"
)

// Stop stops the process by s, a stop signal at its default disposition.
func Stop(s Signal) { _ = syscall.Kill(os.Getpid(), s) }

// TakeSent returns after all signals sent to the process before have been taken. Only Linux needs
// this.
func TakeSent() {}
