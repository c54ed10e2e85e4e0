//go:build unix && !linux

package fd

import "golang.org/x/sys/unix"

// openNotOwn is openat: links to descriptors are followed on Linux only.
func openNotOwn(dirfd int, path string, flags int, mode uint32) (int, error) {
	return openat(dirfd, path, flags, mode)
}

// OwnAt finds nothing here.
func OwnAt(int, string) (int, bool) { return 0, false }

func isLink(st Status) bool { return st.Mode&unix.S_IFMT == unix.S_IFLNK }
