package lockfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"ftsh/internal/statedir"
)

// newSuffix ends the name of an unfinished file.
const newSuffix = ".new"

// errBusy means Make lost every race.
var errBusy = errors.New("comes and goes")

// Make makes a file with some content, for its owner alone, and returns it locked (Try). Other
// processes find it complete, and locked until it is used. It is durable, name included. The error
// is fs.ErrExist if the file exists. Processes making it at the same time wait for each other in
// lock.
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

// made gives a new, locked file its content and its name.
func made(f *os.File, path, content string) error {
	_, err := os.Lstat(path)
	switch {
	case err == nil:
		err = &fs.PathError{Op: "make", Path: path, Err: fs.ErrExist}
	case errors.Is(err, fs.ErrNotExist):
		if err = f.Truncate(0); err == nil { // left by a killed process
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

// Replace replaces a file in one step: a reader finds the old one or the new one, complete. write
// writes it and sets its mode, otherwise 0600. ready may be nil; it is called last, and its error
// leaves the old file as it is. temp is the pattern of the new file's temporary name, as in
// os.CreateTemp. Either file may remain after a loss of power.
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
	return install(f, path, write, ready)
}

// install writes a new file, makes it durable, and renames it to path. ready may be nil.
func install(f *os.File, path string, write func(*os.File) error, ready func() error) error {
	err := write(f)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil && ready != nil {
		err = ready()
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}

// Reserve takes room for a file of up to a page, to be written by Fill.
func Reserve(path string) error { return os.WriteFile(path+newSuffix, make([]byte, 4096), 0o600) }

// Fill is Replace for a file written by this process only. It uses the room of Reserve, so a full
// disk cannot make it fail. The name is durable once the directory is synced.
func Fill(path, text string) error {
	f, err := os.OpenFile(path+newSuffix, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return install(f, path, func(f *os.File) error {
		if _, err := f.WriteString(text); err != nil {
			return err
		}
		return f.Truncate(int64(len(text)))
	}, nil)
}
