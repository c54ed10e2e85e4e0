package lockfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"ftsh/internal/statedir"
)

// newSuffix ends the name of a file that is being made.
const newSuffix = ".new"

// errBusy says that Make lost every race.
var errBusy = errors.New("comes and goes")

// Make makes a file with a content, for its owner alone, and returns it locked (Try): who finds its
// name finds it whole, and locked until it is used. It lasts, name included. The error is fs.ErrExist if
// there is one. Processes that make it at the same time wait for each other in lock.
func Make(path, content string, lock func(*os.File) error) (*os.File, error) {
	for range 100 {
		f, err := Open(path+newSuffix, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return nil, err
		}
		if err = lock(f); err == nil && !Current(f, f.Name()) {
			f.Close() // another process has made it, or given up
			continue
		}
		if err == nil {
			err = made(f, path, content)
		}
		if err == nil {
			return f, nil
		}
		f.Close()
		return nil, err
	}
	return nil, &fs.PathError{Op: "make", Path: path, Err: errBusy}
}

// made gives a new file that is locked its content and its name.
func made(f *os.File, path, content string) error {
	_, err := os.Lstat(path)
	switch {
	case err == nil:
		err = &fs.PathError{Op: "make", Path: path, Err: fs.ErrExist}
	case errors.Is(err, fs.ErrNotExist):
		if err = f.Truncate(0); err == nil { // of a process that was killed
			_, err = f.WriteAt([]byte(content), 0)
		}
		if err == nil {
			err = f.Sync()
		}
		if err == nil {
			err = os.Rename(f.Name(), path)
		}
		if err == nil {
			return statedir.Sync(filepath.Dir(path))
		}
	}
	os.Remove(f.Name())
	return err
}

// Replace puts another file in the place of one, in one step: a reader finds the old one or the new
// one, whole. write writes it and sets its mode, 0600 else. ready may be nil; it is called last, and
// its error leaves the old file as it is. temp is the pattern of the new file's name until then, as in
// os.CreateTemp. Which of the two lasts after a loss of power is open.
func Replace(path, temp string, write func(*os.File) error, ready func() error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), temp)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil && ready != nil {
		err = ready()
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}

// Reserve takes room for a file that Fill is to write, of up to a page.
func Reserve(path string) error { return os.WriteFile(path+newSuffix, make([]byte, 4096), 0o600) }

// Fill is Replace for a file with a text that only this process writes. It uses the room of Reserve, so
// that a full disk cannot fail it. The name lasts once the directory is synced.
func Fill(path, text string) error {
	f, err := os.OpenFile(path+newSuffix, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err == nil {
		err = f.Truncate(int64(len(text)))
	}
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}
