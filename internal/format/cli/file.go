package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"ftsh/internal/lockfile"
)

// maxSize is the maximum size of a script.
const maxSize = 16 << 20

var errTooLarge = fmt.Errorf("more than %d MiB is no script", maxSize>>20)

// A file is a script that was read, and may be replaced.
type file struct {
	name string // as given
	path string // name with symbolic links followed
	text string
	info os.FileInfo // at the time of reading
}

// open reads a file.
func open(name string) (*file, error) {
	path, err := filepath.EvalSymlinks(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", name)
	}
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, maxSize+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxSize {
		return nil, fmt.Errorf("%s: %w", name, errTooLarge)
	}
	return &file{name, path, string(text), info}, nil
}

// replace replaces the file by a new one in one step: a shell running the script meanwhile reads
// the old one to its end. Mode and owner stay the same.
func (f *file) replace(text string) error {
	if lockfile.Names(f.info) > 1 {
		return fmt.Errorf("%s: not written: it has several names (hard links), and a new file would have only one", f.name)
	}
	// Without this check a new file could replace one protected by its owner.
	old, err := os.OpenFile(f.path, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("%s: not written: %w", f.name, err)
	}
	old.Close()
	err = lockfile.Replace(f.path, "."+filepath.Base(f.path)+
		".ftsh-fmt-*", func(tmp *os.File) error {
		_, err := tmp.WriteString(text)
		if err == nil {
			err = own(tmp, f.info)
		}
		if err == nil { // after the change of owner, because that clears bits
			err = tmp.Chmod(f.info.Mode())
		}
		return err
	}, f.unchanged)
	if err != nil {
		return fmt.Errorf("%s: not written: %w", f.name, err)
	}
	return nil
}

// unchanged returns an error if the file has changed since it was read.
func (f *file) unchanged() error {
	now, err := os.Lstat(f.path)
	if err != nil {
		return err
	}
	if !os.SameFile(now, f.info) || now.Size() != f.info.Size() ||
		!now.ModTime().Equal(f.info.ModTime()) {
		return errors.New("it has changed meanwhile")
	}
	return nil
}
