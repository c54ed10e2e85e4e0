package journal

import (
	"errors"
	"io"
	"os"
	"syscall"

	"ftsh/internal/lockfile"
	"ftsh/internal/statedir"
)

// System returns the files of the operating system.
func System() FS { return system{} }

type system struct{}

type systemFile struct {
	path string
	f    *os.File
}

func (system) Open(path string, create bool) (File, error) {
	flags := os.O_RDWR
	if create {
		flags |= os.O_CREATE
	}
	f, err := lockfile.Open(path, flags, 0o600)
	if err != nil {
		return nil, err
	}
	if f, err = aboveTen(f); err != nil {
		f.Close()
		return nil, err
	}
	return &systemFile{path, f}, nil
}

// aboveTen gives a file a descriptor from 10 on, out of the range of a script's numbers.
func aboveTen(f *os.File) (*os.File, error) {
	n, err := duplicate(int(f.Fd()), 10)
	if err != nil {
		return f, err
	}
	defer f.Close()
	return os.NewFile(uintptr(n), f.Name()), nil
}

func (system) Read(path string, content func(*io.SectionReader) error) error {
	f, err := lockfile.Open(path, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	all, err := contentOf(f)
	if err != nil {
		return err
	}
	return content(all)
}

// contentOf returns the present content of a file.
func contentOf(f *os.File) (*io.SectionReader, error) {
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return io.NewSectionReader(f, 0, st.Size()), nil
}

func (system) Make(path string, content io.Reader) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, content)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(path)
	}
	return err
}

func (system) Rename(from, to string) error { return os.Rename(from, to) }
func (system) Remove(path string) error     { return os.Remove(path) }

func (system) MakeDir(path string) error { return statedir.Make(path) }
func (system) SyncDir(path string) error { return statedir.Sync(path) }

func (s *systemFile) Lock() error {
	if err := lockfile.TryBytes(s.f, 0, 0); errors.Is(err, lockfile.ErrLocked) {
		return ErrLocked
	} else if err != nil {
		return err
	}
	return nil
}

func (s *systemFile) Current() bool { return lockfile.Current(s.f, s.path) }

func (s *systemFile) Content() (*io.SectionReader, error) { return contentOf(s.f) }

func (s *systemFile) WriteAt(p []byte, off int64) error {
	if most, limited := fileLimit(); limited && off+int64(len(p)) > most {
		// A write would end the process: SIGXFSZ.
		return &os.PathError{Op: "write", Path: s.path, Err: syscall.EFBIG}
	}
	_, err := s.f.WriteAt(p, off)
	return err
}

func (s *systemFile) Reserve(off, n int64) error {
	if most, limited := fileLimit(); limited && off+n > most {
		return &os.PathError{Op: "reserve", Path: s.path, Err: syscall.EFBIG}
	}
	err := allocate(int(s.f.Fd()), off, n)
	if err != nil && !errors.Is(err, syscall.ENOTSUP) && !errors.Is(err, syscall.EOPNOTSUPP) &&
		!errors.Is(err, syscall.ENOSYS) && !errors.Is(err, syscall.EINVAL) {
		return &os.PathError{Op: "reserve", Path: s.path, Err: err}
	}
	if err != nil {
		return s.WriteAt(make([]byte, n), off)
	}
	return nil
}

// fileLimit returns the maximum size of a file (ulimit -f).
func fileLimit() (int64, bool) {
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_FSIZE, &l) != nil || uint64(l.Cur) >= 1<<62 {
		return 0, false
	}
	return int64(l.Cur), true
}

func (s *systemFile) Truncate(size int64) error { return s.f.Truncate(size) }

func (s *systemFile) Sync() error {
	if err := s.f.Sync(); err != nil {
		return err
	}
	var st syscall.Stat_t
	if syscall.Fstat(int(s.f.Fd()), &st) == nil && st.Nlink == 0 {
		return &os.PathError{Op: "sync", Path: s.path, Err: ErrRemoved}
	}
	return nil
}

// Close releases the lock for all holders of a descriptor.
func (s *systemFile) Close() error {
	lockfile.FreeBytes(s.f, 0, 0)
	return s.f.Close()
}

func (s *systemFile) OS() *os.File { return s.f }

// Used reports whether a process has the journal at a path open. It takes no lock. On systems
// unable to tell without one, it reports false.
func Used(path string) bool {
	f, err := lockfile.Open(path, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	held, err := lockfile.BytesHeld(f, 0, 0)
	return err == nil && held
}
