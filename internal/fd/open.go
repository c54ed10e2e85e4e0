package fd

import (
	"context"
	"syscall"

	"golang.org/x/sys/unix"
)

// Open opens path, relative to dirfd (AtCwd: to the process's directory), with
// the flags and mode of open(2). It waits, for the other end of a fifo, no longer
// than ctx lives: then the error is ctx's. Other errors are syscall.Errno.
func Open(ctx context.Context, dirfd int, path string, flags int, mode uint32) (*File, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	flags |= unix.O_CLOEXEC
	var n int
	var err error
	if ctx.Done() != nil && flags&unix.O_NONBLOCK == 0 && IsFifo(dirfd, path) {
		n, err = openSlow(ctx, dirfd, path, flags, mode)
	} else {
		n, err = openat(dirfd, path, flags, mode)
	}
	if err != nil {
		return nil, err
	}
	return newFile(moveUp(n), true), nil
}

// IsFifo reports whether path is a fifo, which Open may have to wait for.
func IsFifo(dirfd int, path string) bool {
	var st unix.Stat_t
	return unix.Fstatat(dirfd, path, &st, 0) == nil && st.Mode&unix.S_IFMT == unix.S_IFIFO
}

func openat(dirfd int, path string, flags int, mode uint32) (int, error) {
	for {
		n, err := unix.Openat(dirfd, path, flags, mode)
		if err != syscall.EINTR {
			return n, errno(err)
		}
	}
}
