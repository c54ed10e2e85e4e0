package scratch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// ErrNothing means that the attempt has made nothing.
var ErrNothing = errors.New("the attempt made nothing")

// maxRaces is how often a rename is repeated because another process has made or removed the name.
const maxRaces = 100

// Publish gives the result its name, in one step: a process that opens the name gets the old result
// or the new one. With sync, the result is on disk before it has its name, and the name when Publish
// returns; that of a file is in any case.
func (s *Scratch) Publish(sync bool) error {
	if err := s.check(); err != nil {
		return err
	}
	if err := s.sync(sync); err != nil {
		return err
	}
	restore := renamable(s.Path)
	err := s.rename()
	restore(err, s.target.path)
	if err == nil && (sync || s.target.file) {
		err = syncDir(parentOf(s.target.path))
	}
	return err
}

// check reports whether there is a result of the right kind.
func (s *Scratch) check() error {
	info, err := os.Lstat(s.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w at $FTSH_SCRATCH", ErrNothing)
	case err != nil:
		return err
	case kindOf(info) != s.target.kind():
		return fmt.Errorf("expected a %s at $FTSH_SCRATCH, found a %s", s.target.kind(), kindOf(info))
	case info.IsDir() && empty(s.Path):
		return fmt.Errorf("%w in $FTSH_SCRATCH", ErrNothing)
	}
	return nil
}

// sync writes the result to disk. A directory may have any number of files: the whole file system is
// written.
func (s *Scratch) sync(all bool) error {
	switch {
	case s.target.file:
		f, err := os.OpenFile(s.Path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
		if errors.Is(err, fs.ErrPermission) { // it may be read by nobody
			return nil
		}
		if err != nil {
			return err
		}
		defer f.Close()
		return unlessInvalid(f.Sync())
	case all:
		return unlessInvalid(syncAll(s.lock))
	}
	return nil
}

func syncDir(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return nil // it may be searched, but not read
	}
	defer f.Close()
	return unlessInvalid(f.Sync())
}

// unlessInvalid drops the error of a file system that has nothing to write.
func unlessInvalid(err error) error {
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		return nil
	}
	return err
}

// rename renames the result. An old directory that is not empty cannot be replaced: the two change
// their names, and the old one is in the box then.
func (s *Scratch) rename() error {
	to := s.target.path
	for range maxRaces {
		err := syscall.Rename(s.Path, to)
		if s.target.file || !errors.Is(err, syscall.EEXIST) && !errors.Is(err, syscall.ENOTEMPTY) {
			return err
		}
		restore := renamable(to)
		err = exchange(s.Path, to)
		restore(err, s.Path)
		if !errors.Is(err, syscall.ENOENT) {
			return err
		}
	}
	return syscall.EBUSY
}

// Final reports whether another attempt would end with the same error of Publish.
func Final(err error) bool { return errors.Is(err, ErrNothing) || unsupported(err) }

// unsupported reports whether err is that of a file system that cannot exchange two directories.
// EXDEV is that of overlayfs for a directory of a lower layer.
func unsupported(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOSYS) ||
		errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.EXDEV)
}

// renamable lets the owner write to a directory: without that right a directory does not get
// another parent. The function returned takes the right away again, at the new path if there was no
// error.
func renamable(path string) (restore func(err error, to string)) {
	info, err := os.Lstat(path)
	if err != nil || !info.IsDir() || info.Mode()&0o200 != 0 {
		return func(error, string) {}
	}
	const bits = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky
	mode := info.Mode() & bits
	_ = os.Chmod(path, mode|0o200)
	return func(err error, to string) {
		if err != nil {
			to = path
		}
		_ = os.Chmod(to, mode)
	}
}
