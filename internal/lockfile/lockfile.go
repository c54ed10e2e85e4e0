// Package lockfile opens, locks and replaces files shared by processes: locks, journals, slots,
// counts, histories.
//
// Invariants: opening follows no symbolic link, never blocks, and accepts regular files only. A
// lock belongs to the open file: its duplicated descriptors share the lock, and closing the last
// one ends it. A new or replaced file is complete or absent.
//
//	f, err := lockfile.Open(path, os.O_RDWR, 0)
//	if err == nil {
//		err = lockfile.Try(f) // ErrLocked: somebody else has it
//	}
//
// Package statedir decides about the places of files.
package lockfile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// ErrLocked means another open file has the lock.
var ErrLocked = errors.New("locked")

var (
	errIrregular = errors.New("not a regular file")
	errLinked    = errors.New("it has another name as well (a hard link): remove one of them")
)

// Open is OpenAny for a file with one name only. Somebody able to make hard links could have us
// write to another file.
func Open(path string, flags int, mode fs.FileMode) (*os.File, error) {
	f, err := OpenAny(path, flags, mode)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && Names(info) > 1 {
		err = &fs.PathError{Op: "open", Path: path, Err: errLinked}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// OpenAny opens a regular file, and no link to one. Flags and mode are those of os.OpenFile.
func OpenAny(path string, flags int, mode fs.FileMode) (*os.File, error) {
	irregular := &fs.PathError{Op: "open", Path: path, Err: errIrregular}
	f, err := os.OpenFile(path, flags|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, mode)
	if errors.Is(err, syscall.EAGAIN) {
		// The file has a lease, such as one of an NFS server for a client. It is being recalled
		// now.
		f, err = os.OpenFile(path, flags|syscall.O_NOFOLLOW, mode)
	}
	if err != nil {
		if st, e := os.Lstat(path); e == nil && !st.Mode().IsRegular() &&
			!errors.Is(err, fs.ErrExist) {
			err = irregular
		}
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = irregular
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Names returns the number of names of a file.
func Names(info fs.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Nlink)
	}
	return 1
}

// Current reports whether path is still the file that was opened.
func Current(f *os.File, path string) bool {
	now, err := os.Lstat(path)
	mine, err2 := f.Stat()
	return err == nil && err2 == nil && os.SameFile(now, mine)
}

// Try takes the lock of a file. The error is ErrLocked if another open file has it.
func Try(f *os.File) error {
	err := flock(f, syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}

// Wait takes the lock of a file. It waits without limit.
func Wait(f *os.File) error { return flock(f, syscall.LOCK_EX) }

// Share takes a shared lock, and waits for it.
func Share(f *os.File) error { return flock(f, syscall.LOCK_SH) }

// Free frees the lock for all descriptors of the open file.
func Free(f *os.File) { _ = flock(f, syscall.LOCK_UN) }

// Within is Try until ctx is done, with a pause of rest between tries. The error is ErrLocked or
// the cause of ctx.
func Within(ctx context.Context, f *os.File, rest time.Duration) error {
	for {
		if err := Try(f); !errors.Is(err, ErrLocked) {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(rest):
		}
	}
}

func flock(f *os.File, how int) error {
	for {
		err := syscall.Flock(int(f.Fd()), how)
		switch {
		case err == nil:
			return nil
		case err != syscall.EINTR:
			return &fs.PathError{Op: "flock", Path: f.Name(), Err: err}
		}
	}
}
