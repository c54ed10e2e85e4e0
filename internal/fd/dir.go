package fd

import "golang.org/x/sys/unix"

// IsDirectory reports whether path is a directory, and no link to one.
func IsDirectory(dirfd int, path string) bool {
	var st unix.Stat_t
	for {
		err := unix.Fstatat(dirfd, path, &st, unix.AT_SYMLINK_NOFOLLOW)
		if err != unix.EINTR {
			return err == nil && st.Mode&unix.S_IFMT == unix.S_IFDIR
		}
	}
}

// Exists reports whether path, relative to dirfd (or AtCwd), names a file. A dangling symbolic link
// counts, unless a slash follows.
func Exists(dirfd int, path string) bool {
	var st unix.Stat_t
	for {
		err := unix.Fstatat(dirfd, path, &st, unix.AT_SYMLINK_NOFOLLOW)
		if err != unix.EINTR {
			return err == nil
		}
	}
}
