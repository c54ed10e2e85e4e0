package journal

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// System is the files of the operating system.
func System() Layer { return system{} }

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
	f, err := openRegular(path, flags)
	if err != nil {
		return nil, err
	}
	if f, err = aside(f); err != nil {
		f.Close()
		return nil, err
	}
	return &systemFile{path, f}, nil
}

// openRegular opens a file that must be a regular one, with no other name, and no link to one.
func openRegular(path string, flags int) (*os.File, error) {
	not := &os.PathError{Op: "open", Path: path, Err: errors.New("no regular file")}
	f, err := os.OpenFile(path, flags|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0o600)
	if errors.Is(err, syscall.EAGAIN) { // a lease on a regular file, say that of an NFS server for its client, which is told now
		f, err = os.OpenFile(path, flags|syscall.O_NOFOLLOW, 0o600)
	}
	if err != nil {
		if st, e := os.Lstat(path); e == nil && !st.Mode().IsRegular() {
			err = not
		}
		return nil, err
	}
	st, err := f.Stat()
	if err == nil && !st.Mode().IsRegular() {
		err = not
	}
	if err == nil {
		if sys, ok := st.Sys().(*syscall.Stat_t); ok && sys.Nlink > 1 {
			err = &os.PathError{Op: "open", Path: path, Err: errors.New("it has another name as well (a hard link): remove one of them")}
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// aside gives a file a descriptor from 10 on, where no number of a script lies.
func aside(f *os.File) (*os.File, error) {
	n, err := duplicate(int(f.Fd()), 10)
	if err != nil {
		return f, err
	}
	defer f.Close()
	return os.NewFile(uintptr(n), f.Name()), nil
}

func (system) Read(path string, content func(*io.SectionReader) error) error {
	f, err := openRegular(path, os.O_RDONLY)
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

// contentOf is what a file holds now.
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

func (s system) MakeDir(path string) error {
	err := os.Mkdir(path, 0o700)
	if errors.Is(err, os.ErrNotExist) {
		if err = s.MakeDir(filepath.Dir(path)); err == nil {
			err = os.Mkdir(path, 0o700)
		}
	}
	switch {
	case err == nil:
		return s.SyncDir(filepath.Dir(path))
	case errors.Is(err, os.ErrExist):
		return nil
	}
	return err
}

func (system) SyncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

func (s *systemFile) Lock() error {
	switch err := lock(int(s.f.Fd())); err {
	case nil:
		return nil
	case syscall.EAGAIN, syscall.EACCES:
		return ErrLocked
	default:
		return &os.PathError{Op: "lock", Path: s.path, Err: err}
	}
}

func (s *systemFile) Current() bool {
	now, err := os.Lstat(s.path)
	mine, err2 := s.f.Stat()
	return err == nil && err2 == nil && os.SameFile(now, mine)
}

func (s *systemFile) Content() (*io.SectionReader, error) { return contentOf(s.f) }

func (s *systemFile) WriteAt(p []byte, off int64) error {
	if most, limited := fileLimit(); limited && off+int64(len(p)) > most {
		return &os.PathError{Op: "write", Path: s.path, Err: syscall.EFBIG} // to write would be the end of the process: SIGXFSZ
	}
	_, err := s.f.WriteAt(p, off)
	return err
}

func (s *systemFile) Reserve(off, n int64) error {
	if most, limited := fileLimit(); limited && off+n > most {
		return &os.PathError{Op: "reserve", Path: s.path, Err: syscall.EFBIG}
	}
	err := allocate(int(s.f.Fd()), off, n)
	if err != nil && !errors.Is(err, syscall.ENOTSUP) && !errors.Is(err, syscall.EOPNOTSUPP) && !errors.Is(err, syscall.ENOSYS) && !errors.Is(err, syscall.EINVAL) {
		return &os.PathError{Op: "reserve", Path: s.path, Err: err}
	}
	if err != nil {
		return s.WriteAt(make([]byte, n), off)
	}
	return nil
}

// fileLimit is how large a file may become (ulimit -f).
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

// Close frees the lock for whoever has a descriptor.
func (s *systemFile) Close() error {
	unlock(int(s.f.Fd()))
	return s.f.Close()
}

func (s *systemFile) OS() *os.File { return s.f }
