package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// Private says who else could have written what the journal holds; nil: nobody. Of a made-up one a step would be left out, or
// its output be another's.
func (j *Journal) Private() error {
	f := j.file.OS()
	if f == nil {
		return nil
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return private(j.path, info)
}

// PrivateDir is why a directory is not private, in which a user keeps what is to be trusted; nil: the user owns it, and
// nobody else may put, rename or remove something in it, or it cannot be looked at, as its user will find. It may be a link to one.
func PrivateDir(path string) error {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return nil
	}
	return private(path, info)
}

// private is why others may have written what is at a path; nil: they may not.
func private(path string, info fs.FileInfo) error {
	why := ""
	if st, ok := info.Sys().(*syscall.Stat_t); !ok || int(st.Uid) != os.Geteuid() {
		why = "it is another user's"
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
