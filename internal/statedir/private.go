package statedir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// PrivateDir returns an error if a directory is not private, so its content cannot be trusted. It
// returns nil if the user owns it and nobody else may write to it. It also returns nil if it cannot
// be examined: its user will find out why. A symbolic link is followed.
func PrivateDir(path string) error {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return nil
	}
	return Private(path, info)
}

// Mine reports whether a file or directory belongs to the user: the effective one, as for the
// system's checks of permissions.
func Mine(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}

// Private returns an error if others may have written the file or directory at a path.
func Private(path string, info fs.FileInfo) error {
	why := ""
	if !Mine(info) {
		why = "another user owns it"
		if info.IsDir() {
			why += ": use a directory of your own"
		}
	} else if mode := info.Mode().Perm(); mode&0o022 != 0 {
		why = fmt.Sprintf("others may write to it (mode %#o): chmod go-w", mode)
	}
	if why == "" {
		return nil
	}
	return &fs.PathError{Op: "open", Path: path, Err: errors.New(why)}
}
