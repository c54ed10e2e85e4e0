package fd

import (
	"context"
	"syscall"

	"golang.org/x/sys/unix"
)

// Open opens path, relative to dirfd (AtCwd: to the process's directory), with the flags and mode
// of open(2). It waits for the other end of a fifo until ctx ends: then the error is ctx's. Other
// errors are syscall.Errno.
//
// It changes nothing of the process, which may belong to a host.
func Open(ctx context.Context, dirfd int, path string, flags int, mode uint32) (File, error) {
	return openBy(ctx, openat, openFifo, dirfd, path, flags, mode)
}

// slowly is a way to open a fifo with a wait for its other end.
type slowly func(ctx context.Context, dirfd int, path string, flags int, mode uint32) (int, error)

// atOnce opens a file without waiting.
type atOnce func(dirfd int, path string, flags int, mode uint32) (int, error)

func openBy(ctx context.Context, quick atOnce, slow slowly, dirfd int, path string, flags int,
	mode uint32) (File, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if f := openNull(path, flags); f != nil {
		return f, nil
	}
	flags |= unix.O_CLOEXEC
	var n int
	var err error
	if ctx.Done() != nil && flags&unix.O_NONBLOCK == 0 && IsFifo(dirfd, path) {
		n, err = slow(ctx, dirfd, path, flags, mode)
	} else {
		n, err = quick(dirfd, path, flags, mode)
	}
	if err != nil {
		return nil, err
	}
	return newDescriptor(moveUp(n), true), nil
}

// IsFifo reports whether path is a fifo: Open may have to wait for one.
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
