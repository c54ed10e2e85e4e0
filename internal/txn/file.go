package txn

import (
	"os"

	"golang.org/x/sys/unix"
)

// firstOwn is the lowest number for the shell's own descriptors, as in package fd.
const firstOwn = 10

// unlinked makes a temporary file in dir, and takes its name away at once.
func unlinked(dir string) (int, error) {
	f, err := os.CreateTemp(dir, "ftsh")
	if err != nil {
		return -1, err
	}
	defer f.Close()
	if err := os.Remove(f.Name()); err != nil {
		return -1, err
	}
	return unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, firstOwn)
}

// up gives a descriptor a number out of a script's reach. If none is left, the low one is better
// than failing.
func up(n int) int {
	if n >= firstOwn {
		return n
	}
	high, err := unix.FcntlInt(uintptr(n), unix.F_DUPFD_CLOEXEC, firstOwn)
	if err != nil {
		return n
	}
	unix.Close(n)
	return high
}

// space returns the free space of a file's file system, and its size; not ok: unknown.
func space(file int) (free, all int64, ok bool) {
	var st unix.Statfs_t
	if err := unix.Fstatfs(file, &st); err != nil || st.Blocks == 0 {
		return 0, 0, false
	}
	unit := blockUnit(&st)
	return int64(st.Bavail) * unit, int64(st.Blocks) * unit, true
}

// waiting returns how many bytes a pipe holds.
func waiting(pipe int) int {
	n, err := unix.IoctlGetInt(pipe, fionread)
	if err != nil {
		return 0
	}
	return n
}

// hungUp reports whether the other end of a pipe is closed everywhere.
func hungUp(pipe int) bool {
	set := [1]unix.PollFd{{Fd: int32(pipe)}}
	for {
		_, err := unix.Poll(set[:], 0)
		if err != unix.EINTR {
			return err == nil && set[0].Revents&(unix.POLLHUP|unix.POLLERR) != 0
		}
	}
}
