//go:build !linux

package journal

import "golang.org/x/sys/unix"

func duplicate(n, from int) (int, error) {
	return unix.FcntlInt(uintptr(n), unix.F_DUPFD_CLOEXEC, from)
}

func allocate(int, int64, int64) error { return unix.ENOTSUP }
