//go:build !linux

package journal

import (
	"golang.org/x/sys/unix"
)

// lock takes a lock of flock(2), which belongs to the open file description as those of Linux do.
func lock(n int) error {
	for {
		if err := unix.Flock(n, unix.LOCK_EX|unix.LOCK_NB); err != unix.EINTR {
			return err
		}
	}
}

func unlock(n int) { _ = unix.Flock(n, unix.LOCK_UN) }

func duplicate(n, from int) (int, error) {
	return unix.FcntlInt(uintptr(n), unix.F_DUPFD_CLOEXEC, from)
}

func allocate(int, int64, int64) error { return unix.ENOTSUP }

// Used reports whether a process has the journal at a path open, where that can be told without taking its lock.
func Used(string) bool { return false }
