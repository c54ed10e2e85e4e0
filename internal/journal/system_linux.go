package journal

import (
	"io"

	"golang.org/x/sys/unix"
)

// lock takes a lock of the open file description, which descriptors made of it share: no other of this
// process does, and no child gets it that does not get one of them.
func lock(n int) error {
	l := unix.Flock_t{Type: unix.F_WRLCK, Whence: io.SeekStart}
	for {
		if err := unix.FcntlFlock(uintptr(n), unix.F_OFD_SETLK, &l); err != unix.EINTR {
			return err
		}
	}
}

func unlock(n int) {
	l := unix.Flock_t{Type: unix.F_UNLCK, Whence: io.SeekStart}
	_ = unix.FcntlFlock(uintptr(n), unix.F_OFD_SETLK, &l)
}

func duplicate(n, from int) (int, error) {
	return unix.FcntlInt(uintptr(n), unix.F_DUPFD_CLOEXEC, from)
}

func allocate(n int, off, length int64) error {
	for {
		if err := unix.Fallocate(n, unix.FALLOC_FL_KEEP_SIZE, off, length); err != unix.EINTR {
			return err
		}
	}
}

// Used reports whether a process has the journal at a path open. It takes no lock.
func Used(path string) bool {
	n, err := unix.Open(path, unix.O_RDWR|unix.O_CLOEXEC|unix.O_NOFOLLOW, 0)
	if err != nil {
		return false
	}
	defer unix.Close(n)
	l := unix.Flock_t{Type: unix.F_WRLCK, Whence: io.SeekStart}
	return unix.FcntlFlock(uintptr(n), unix.F_OFD_GETLK, &l) == nil && l.Type != unix.F_UNLCK
}
