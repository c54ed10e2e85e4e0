package journal

import "golang.org/x/sys/unix"

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
