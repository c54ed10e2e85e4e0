//go:build unix && !linux

package fd

import "golang.org/x/sys/unix"

// openNotOwn is openat: elsewhere than on Linux links to descriptors are not followed here.
func openNotOwn(dirfd int, path string, flags int, mode uint32) (int, error) {
	return openat(dirfd, path, flags, mode)
}

// OwnAt finds nothing here.
func OwnAt(int, string) (int, bool) { return 0, false }

func isLink(st Status) bool { return st.Mode&unix.S_IFMT == unix.S_IFLNK }
