package statedir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Make makes a directory for its owner alone, and its parents, and syncs their names. An existing
// directory stays as it is.
func Make(path string) error {
	err := os.Mkdir(path, 0o700)
	if errors.Is(err, fs.ErrNotExist) {
		if err = Make(filepath.Dir(path)); err == nil {
			err = os.Mkdir(path, 0o700)
		}
	}
	switch {
	case err == nil:
		return Sync(filepath.Dir(path))
	case errors.Is(err, fs.ErrExist):
		return nil
	}
	return err
}

// Sync syncs a file, or the names in a directory. It is no error if the file system cannot.
func Sync(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) &&
		!errors.Is(err, syscall.ENOTSUP) {
		return err
	}
	return nil
}

// MakeShared makes the directory of a boot's state, for its owner alone, and returns its
// permissions. If own is set, it must be the user's, no link, and closed to others. Otherwise it
// may be a group's, but must not be writable by all users.
func MakeShared(path string, own bool) (fs.FileMode, error) {
	look := os.Stat
	if own {
		look = os.Lstat
	}
	info, err := look(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = os.Mkdir(path, 0o700)
		if err == nil {
			err = os.Chmod(path, 0o700) // whatever the umask
		}
		if err == nil || errors.Is(err, fs.ErrExist) {
			info, err = look(path)
		}
	}
	if err == nil && !info.IsDir() {
		err = &fs.PathError{Op: "open", Path: path, Err: syscall.ENOTDIR}
	}
	if err != nil {
		return 0, err
	}
	mode := info.Mode().Perm()
	switch {
	case mode&0o002 != 0:
		return 0, fmt.Errorf("%s: others may write to it (mode %#o)", path, mode)
	case own && !Mine(info):
		return 0, fmt.Errorf("%s: another user owns it", path)
	case own && mode&0o077 != 0:
		return 0, fmt.Errorf("%s: others have rights to it (mode %#o)", path, mode)
	}
	return mode, nil
}
