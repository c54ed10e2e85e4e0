package scratch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// A Target is the name that a result gets.
type Target struct {
	name string // as given, for messages
	path string // absolute; its last component is no symbolic link
	file bool   // the result is a regular file, not a directory
}

// maxLinks is the number of symbolic links followed, as in the kernel.
const maxLinks = 40

// Aim returns the Target for a name, relative to dir. The error says that no result can get the
// name: its directory does not exist, or something of another kind has the name. A directory that
// cannot be looked at now is no error, as that may pass. Aim removes boxes left by killed processes.
func Aim(dir, name string, file bool) (*Target, error) {
	t := &Target{name: name, file: file}
	trimmed := strings.TrimRight(name, "/")
	switch base := filepath.Base(trimmed); {
	case name == "":
		return nil, fmt.Errorf(`expected the name of a %s, found ""`, t.kind())
	case trimmed == "", base == ".", base == "..":
		return nil, fmt.Errorf("expected the name of a %s to make, found %q", t.kind(), name)
	case file && trimmed != name:
		return nil, fmt.Errorf("expected the name of a file, found %q", name)
	}
	if t.path = trimmed; !strings.HasPrefix(trimmed, "/") {
		if dir == "" {
			return nil, fmt.Errorf("%s cannot be made: the working directory has no path", name)
		}
		t.path = strings.TrimRight(dir, "/") + "/" + trimmed
	}
	given := t.path
	if err := t.follow(); err != nil {
		return nil, err
	}
	shown := parentOf(t.path)
	if t.path == given {
		shown = "."
		if i := strings.LastIndexByte(trimmed, '/'); i >= 0 {
			shown = trimmed[:max(i, 1)]
		}
	}
	switch info, err := os.Stat(parentOf(t.path)); {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return nil, fmt.Errorf("%s cannot be made: there is no directory %s", name, shown)
	case err == nil && !info.IsDir():
		return nil, fmt.Errorf("%s cannot be made: %s is no directory", name, shown)
	}
	if err := t.suits(); err != nil {
		return nil, err
	}
	if t.around(dir) {
		return nil, fmt.Errorf("%s is the working directory, or around it: the result would take "+
			"its place (cd / first)", name)
	}
	t.sweep()
	return t, nil
}

func (t *Target) kind() string {
	if t.file {
		return "file"
	}
	return "directory"
}

// String returns the name as it was given.
func (t *Target) String() string { return t.name }

// Path returns the absolute path of the name. Equal paths mean the same name.
func (t *Target) Path() string { return t.path }

// parentOf returns the directory of a path, without the cleaning of filepath.Dir: a/../b is not b
// if a is a symbolic link.
func parentOf(path string) string {
	if i := strings.LastIndexByte(path, '/'); i > 0 {
		return path[:i]
	}
	return "/"
}

// follow replaces a name that is a symbolic link by the name that it leads to, as opening does.
func (t *Target) follow() error {
	for range maxLinks {
		to, err := os.Readlink(t.path)
		if err != nil {
			return nil // most often, it is no link
		}
		if real, err := filepath.EvalSymlinks(t.path); err == nil {
			t.path = real
			continue
		}
		to = strings.TrimRight(to, "/")
		if b := filepath.Base(to); to == "" || b == "." || b == ".." {
			break
		}
		if !strings.HasPrefix(to, "/") {
			to = parentOf(t.path) + "/" + to
		}
		t.path = to
	}
	return fmt.Errorf("%s is a symbolic link that leads nowhere", t.name)
}

// suits reports an error if something has the name that the result cannot replace.
func (t *Target) suits() error {
	info, err := os.Lstat(t.path)
	if err != nil {
		return nil
	}
	if found := kindOf(info); found != t.kind() {
		hint := ""
		if found == "file" {
			hint = " (for a file, write: scratch file " + t.name + ")"
		}
		return fmt.Errorf("expected a %s or nothing at %s, found a %s%s", t.kind(), t.name, found, hint)
	}
	if mounted(t.path) {
		return fmt.Errorf("%s is a mount point, which cannot be replaced: name a %s in it", t.name,
			t.kind())
	}
	if !t.file && !empty(t.path) && !t.exchanges() {
		return fmt.Errorf("%s exists, and its file system cannot exchange two directories in one "+
			"step: remove it first", t.name)
	}
	return nil
}

// around reports whether a directory is that of the name, or in it.
func (t *Target) around(dir string) bool {
	at, err := filepath.EvalSymlinks(dir)
	name, err2 := filepath.EvalSymlinks(t.path)
	return err == nil && err2 == nil && within(at, name)
}

// kindOf names the kind of a file.
func kindOf(info fs.FileInfo) string {
	switch m := info.Mode(); {
	case m.IsRegular():
		return "file"
	case m.IsDir():
		return "directory"
	case m&fs.ModeSymlink != 0:
		return "symbolic link"
	case m&fs.ModeNamedPipe != 0:
		return "fifo"
	case m&fs.ModeSocket != 0:
		return "socket"
	}
	return "device"
}

// empty reports whether a directory is known to have no entry.
func empty(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	names, err := f.Readdirnames(1)
	return len(names) == 0 && err != nil
}

// exchanges reports whether the file system can exchange two directories. It tries with two of its
// own. If that cannot be tried now, the answer is yes: the exchange itself will tell.
func (t *Target) exchanges() bool {
	s, err := t.Make(NoMask)
	if err != nil {
		return true
	}
	defer func() { _ = s.Remove() }()
	a, b := s.box+"/a", s.box+"/b"
	if os.Mkdir(a, 0o700) != nil || os.Mkdir(b, 0o700) != nil {
		return true
	}
	return !unsupported(exchange(a, b))
}
