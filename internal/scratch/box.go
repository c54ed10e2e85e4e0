package scratch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"ftsh/internal/lockfile"
	"ftsh/internal/statedir"
)

// NoMask stands for the file mode creation mask of the process.
const NoMask = -1

// A Scratch is the place where one attempt makes its result.
type Scratch struct {
	Path   string // of the result: an empty directory, or a file to be made
	target *Target
	box    string   // the directory around it
	lock   *os.File // the box, open and locked
}

const (
	maxBoxes = 4096 // processes that make the same result at one time
	gap      = 8    // boxes looked for after a missing one
	maxBase  = 200  // bytes of the name that are in the name of a box
)

// boxPath returns the path of a box.
func (t *Target) boxPath(n int) string {
	base := filepath.Base(t.path)
	if len(base) > maxBase { // the lock tells boxes apart, not the name
		base = base[:maxBase]
	}
	return fmt.Sprintf("%s/.%s.scratch.%d", parentOf(t.path), base, n)
}

// Make makes a place for an attempt. A new directory gets its mode by mask.
func (t *Target) Make(mask int) (*Scratch, error) {
	for n := range maxBoxes {
		box := t.boxPath(n)
		if err := os.Mkdir(box, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		lock, err := Claim(box)
		if errors.Is(err, ErrTaken) {
			continue
		}
		if err != nil {
			return nil, err
		}
		s := &Scratch{target: t, box: box, lock: lock}
		if err := s.begin(mask); err != nil {
			_ = s.Remove()
			return nil, err
		}
		return s, nil
	}
	return nil, fmt.Errorf("%d attempts make %s at the same time", maxBoxes, t.name)
}

// ErrTaken means that a box belongs to another process.
var ErrTaken = errors.New("the box is taken")

// Claim takes the lock of a box: a directory of a process, of which another one may find the
// remains. The lock ends with the process, or when the file is closed. The error is ErrTaken if a
// process or another user has it, or if nobody knows. A box made in this moment by another process
// may be claimed first: it takes the next one then.
func Claim(box string) (*os.File, error) {
	f, err := os.OpenFile(box, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
	switch {
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE),
		errors.Is(err, syscall.ENOMEM):
		return nil, err
	case err != nil:
		return nil, ErrTaken
	}
	if info, err := f.Stat(); err != nil || !statedir.Mine(info) || lockfile.Try(f) != nil ||
		!lockfile.Current(f, box) {
		f.Close()
		return nil, ErrTaken
	}
	return f, nil
}

// begin empties a claimed box, and makes the directory of the result. Its path is new: a process
// that outlives an earlier attempt, or its killed shell, may go on to write to that one's.
func (s *Scratch) begin(mask int) error {
	info, err := s.lock.Stat()
	if err != nil {
		return err
	}
	if info.Mode().Perm() != 0o700 {
		if err := s.lock.Chmod(0o700 | info.Mode()&fs.ModeSetgid); err != nil {
			return err
		}
	}
	if err := emptyOut(s.box); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(s.box, "")
	if err != nil {
		return err
	}
	if s.Path = dir + "/" + filepath.Base(s.target.path); s.target.file {
		return nil
	}
	if mask == NoMask {
		return os.Mkdir(s.Path, 0o777)
	}
	if err := os.Mkdir(s.Path, 0o700); err != nil {
		return err
	}
	if info, err = os.Lstat(s.Path); err != nil {
		return err
	}
	return os.Chmod(s.Path, fs.FileMode(0o777&^mask)|info.Mode()&fs.ModeSetgid)
}

// Contains reports whether a directory is the result or in it, before or after Publish.
func (s *Scratch) Contains(dir string) bool {
	if within(dir, s.Path) {
		return true
	}
	if !strings.Contains(dir, filepath.Base(s.box)) {
		return false
	}
	real, err := filepath.EvalSymlinks(s.box)
	return err == nil && within(dir, real+strings.TrimPrefix(s.Path, s.box))
}

// within reports whether a path is dir or in it.
func within(path, dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }

// Remove removes the box with everything in it.
func (s *Scratch) Remove() error {
	err := RemoveAll(s.box)
	s.lock.Close()
	return err
}

// sweep removes the boxes of killed processes.
func (t *Target) sweep() {
	for n, missing := 0, 0; missing < gap && n < maxBoxes; n++ {
		box := t.boxPath(n)
		if _, err := os.Lstat(box); err != nil {
			missing++
			continue
		}
		missing = 0
		if lock, err := Claim(box); err == nil {
			_ = RemoveAll(box)
			lock.Close()
		}
	}
}

// emptyOut removes everything in a directory.
func emptyOut(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		err = errors.Join(err, RemoveAll(dir+"/"+e.Name()))
	}
	return err
}

// RemoveAll removes a tree, also directories that may not be written to.
func RemoveAll(path string) error {
	err := os.RemoveAll(path)
	if !errors.Is(err, fs.ErrPermission) {
		return err
	}
	_ = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && err == nil {
			if info, e := d.Info(); e == nil && info.Mode().Perm()&0o700 != 0o700 {
				_ = os.Chmod(p, info.Mode().Perm()|0o700)
			}
		}
		return nil
	})
	return os.RemoveAll(path)
}

// String returns the name of the target as it was given.
func (s *Scratch) String() string { return s.target.name }
