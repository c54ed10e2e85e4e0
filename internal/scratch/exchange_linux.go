package scratch

import (
	"os"

	"golang.org/x/sys/unix"
)

// exchange exchanges two names in one step.
func exchange(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}

// syncAll writes the file system of an open file to disk.
func syncAll(f *os.File) error { return unix.Syncfs(int(f.Fd())) }

// mounted reports whether a path is known to be the root of a mount.
func mounted(path string) bool {
	var st unix.Statx_t
	err := unix.Statx(unix.AT_FDCWD, path, unix.AT_SYMLINK_NOFOLLOW, unix.STATX_TYPE, &st)
	return err == nil && st.Attributes_mask&unix.STATX_ATTR_MOUNT_ROOT != 0 &&
		st.Attributes&unix.STATX_ATTR_MOUNT_ROOT != 0
}
