package rehearse

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"ftsh/internal/inject"
)

// placePrefix begins the names of the directories of rehearsals.
const placePrefix = "ftsh-rehearsal."

// newPlace makes the directory of a rehearsal. It is locked until this process has ended, so that a
// later rehearsal does not take it for one left by SIGKILL.
func newPlace() (dir string, remove func(), err error) {
	for range 10 {
		if dir, err = os.MkdirTemp("", placePrefix); err == nil {
			dir, err = filepath.Abs(dir) // TMPDIR may be relative
		}
		if err != nil {
			return "", nil, err
		}
		lock := lockPlace(dir)
		if lock == nil {
			continue // another rehearsal has just taken it for one left
		}
		remove = func() {
			removeTree(dir)
			lock.Close()
		}
		return dir, remove, nil
	}
	return "", nil, errors.New("the directory of the rehearsal is taken")
}

// lockPlace locks a directory of this user; nil if it has another one, is locked, or is no more.
func lockPlace(dir string) *os.File {
	f, err := os.OpenFile(dir, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return nil
	}
	var opened, named syscall.Stat_t
	if syscall.Fstat(int(f.Fd()), &opened) == nil && int(opened.Uid) == os.Geteuid() &&
		syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil &&
		syscall.Lstat(dir, &named) == nil && named.Ino == opened.Ino {
		return f
	}
	f.Close()
	return nil
}

// removeLeft removes the directories of rehearsals ended by SIGKILL, and ends the processes of their
// runs.
func removeLeft() {
	all, _ := os.ReadDir(os.TempDir())
	for _, e := range all {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), placePrefix) {
			continue
		}
		dir := filepath.Join(os.TempDir(), e.Name())
		lock := lockPlace(dir)
		if lock == nil {
			continue
		}
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			found, _ := marked([]byte(inject.Variable + "=" + real + "/"))
			for pid := range found {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
		removeTree(dir)
		lock.Close()
	}
}

// removeTree removes a directory, and the directories in it that must not be read or changed.
func removeTree(dir string) {
	if os.RemoveAll(dir) == nil {
		return
	}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			_ = os.Chmod(path, 0o700) // before it is read
		}
		return nil
	})
	_ = os.RemoveAll(dir)
}
