package rehearse

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"ftsh/internal/inject"
	"ftsh/internal/scratch"
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
		lock, err := scratch.Claim(dir)
		if errors.Is(err, scratch.ErrTaken) {
			continue // another rehearsal has just taken it for one left
		}
		if err != nil {
			return "", nil, err
		}
		remove = func() {
			_ = scratch.RemoveAll(dir)
			lock.Close()
		}
		return dir, remove, nil
	}
	return "", nil, errors.New("the directory of the rehearsal is taken")
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
		lock, err := scratch.Claim(dir)
		if err != nil {
			continue
		}
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			found, _ := marked([]byte(inject.Variable + "=" + real + "/"))
			for pid := range found {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
		_ = scratch.RemoveAll(dir)
		lock.Close()
	}
}
