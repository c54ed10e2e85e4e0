package lockfile

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// TryBytes locks n bytes of a file, starting with offset at; if n is 0, to the end of the file.
// These locks are independent of the locks of Try. The error is ErrLocked if another open file has
// one of the bytes.
func TryBytes(f *os.File, at, n int64) error {
	return setBytes(f, unix.F_OFD_SETLK, unix.F_WRLCK, at, n)
}

// WaitBytes is TryBytes, but waits in the kernel's queue.
func WaitBytes(f *os.File, at, n int64) error {
	return setBytes(f, unix.F_OFD_SETLKW, unix.F_WRLCK, at, n)
}

// FreeBytes frees bytes for all descriptors of the open file.
func FreeBytes(f *os.File, at, n int64) { _ = setBytes(f, unix.F_OFD_SETLK, unix.F_UNLCK, at, n) }

func setBytes(f *os.File, how int, kind int16, at, n int64) error {
	l := unix.Flock_t{Type: kind, Whence: io.SeekStart, Start: at, Len: n}
	for {
		switch err := unix.FcntlFlock(f.Fd(), how, &l); {
		case err == nil:
			return nil
		case err == unix.EAGAIN, err == unix.EACCES:
			return ErrLocked
		case err != unix.EINTR:
			return &fs.PathError{Op: "lock", Path: f.Name(), Err: err}
		}
	}
}

// BytesHeld reports whether another open file has locked one of the bytes. It takes no lock. An
// error means the answer is unknown.
func BytesHeld(f *os.File, at, n int64) (bool, error) {
	l := unix.Flock_t{Type: unix.F_WRLCK, Whence: io.SeekStart, Start: at, Len: n}
	if err := unix.FcntlFlock(f.Fd(), unix.F_OFD_GETLK, &l); err != nil {
		return false, errors.Join(errors.ErrUnsupported, err)
	}
	return l.Type != unix.F_UNLCK, nil
}
