package txn

import (
	"os"

	"golang.org/x/sys/unix"
)

// nameless makes a temporary file in dir without ever a name: not even SIGKILL leaves anything of
// it.
func nameless(dir string) (int, error) {
	n, err := unix.Open(dir, unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC|unix.O_EXCL, 0o600)
	switch err {
	case nil:
		return up(n), nil
	case unix.EOPNOTSUPP, unix.EISDIR, unix.EINVAL: // the file system does not support it
		return unlinked(dir)
	}
	return -1, &os.PathError{Op: "open", Path: dir, Err: err}
}

// splice moves up to n bytes between a pipe and a file at an offset, without copying them to this
// process; the offset of the pipe is -1. It does not wait for the pipe: EAGAIN.
func splice(from int, fromAt int64, to int, toAt int64, n int) (int64, error) {
	var a, b *int64
	if fromAt >= 0 {
		a = &fromAt
	}
	if toAt >= 0 {
		b = &toAt
	}
	moved, err := unix.Splice(from, a, to, b, n, unix.SPLICE_F_NONBLOCK|unix.SPLICE_F_MOVE)
	return max(moved, 0), err
}

// dig frees the disk space of n bytes of a file at an offset, if the file system can.
func dig(file int, at, n int64) {
	_ = unix.Fallocate(file, unix.FALLOC_FL_PUNCH_HOLE|unix.FALLOC_FL_KEEP_SIZE, at, n)
}

// blockUnit is the unit of a file system's block counts.
func blockUnit(st *unix.Statfs_t) int64 {
	if st.Frsize > 0 {
		return st.Frsize
	}
	return st.Bsize
}

// widen enlarges a pipe, so that its writer and its reader alternate less often.
func widen(pipe int) { _, _ = unix.FcntlInt(uintptr(pipe), unix.F_SETPIPE_SZ, 1<<20) }

const fionread = unix.TIOCINQ
