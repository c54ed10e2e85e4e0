//go:build !linux

package sim

import (
	"errors"
	"syscall"
)

// ownMounts fails: other systems have no mounts of a process's own.
func ownMounts() (*syscall.SysProcAttr, error) {
	return nil, errors.New("buffer --live needs Linux: it mounts a file system that nobody else sees")
}

func mountBuffer(string, int64) error { return errors.ErrUnsupported }
