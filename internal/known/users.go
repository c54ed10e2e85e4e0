package known

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"ftsh/internal/statedir"
)

// DirVariable names the directory of the user's tables.
const DirVariable = "FTSH_KNOWN_DIR"

// Dir returns the directory of the user's tables: $FTSH_KNOWN_DIR, relative to the working directory
// pwd; else $XDG_CONFIG_HOME/ftsh/known or ~/.config/ftsh/known. It returns "" if none of these is
// set. value returns a variable's value, "" if it has none.
func Dir(value func(string) string, pwd string) string {
	if dir := value(DirVariable); dir != "" {
		return statedir.At(dir, pwd)
	}
	if dir := statedir.OfUser(value, "XDG_CONFIG_HOME", ".config"); dir != "" {
		return filepath.Join(dir, "known")
	}
	return ""
}

// maxTable is the greatest size of a user's table, in bytes.
const maxTable = 1 << 20

// readUsers reads the user's table of a program; none if there is none. Nobody else may have written
// it, since it decides which failures end a script.
func readUsers(program, dir string) ([]Entry, error) {
	if dir == "" {
		return nil, nil
	}
	path := filepath.Join(dir, program)
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return nil, nil
	case err != nil:
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("no regular file")}
	}
	if err := statedir.PrivateDir(dir); err != nil {
		return nil, err
	}
	if err := statedir.Private(path, info); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(f, maxTable+1))
	if err == nil && len(text) > maxTable {
		err = fmt.Errorf("%s: expected 1 MiB at most, found more", path)
	}
	if err != nil {
		return nil, err
	}
	entries, err := parse(path, string(text), embedded)
	for i := range entries {
		if entries[i].Source == "" {
			entries[i].Source = path
		}
	}
	return entries, err
}
