package cron

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// stateDir is where the counts of failing runs are, which are to outlive a reboot. Each user has its
// own.
func stateDir(env []string) (string, error) {
	base := lookup(env, "XDG_STATE_HOME")
	switch home := lookup(env, "HOME"); {
	case filepath.IsAbs(base):
	case os.Geteuid() == 0:
		base = "/var/lib"
	case filepath.IsAbs(home):
		base = filepath.Join(home, ".local", "state")
	default:
		return "", errors.New("neither XDG_STATE_HOME nor HOME names a directory")
	}
	return filepath.Join(base, "ftsh", "cron"), nil
}

// count notes how a run went, and returns how many failed in a row, this one included. An error says
// that nobody knows.
func count(dir, identity string, failed bool) (n int, err error) {
	path := filepath.Join(dir, fileName(identity))
	if failed {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return 0, err
		}
	}
	const flags = os.O_RDWR | syscall.O_NOFOLLOW | syscall.O_NONBLOCK
	f, err := os.OpenFile(path, flags, 0)
	if errors.Is(err, os.ErrNotExist) {
		if !failed {
			return 0, nil // no run has failed yet
		}
		if err := createCount(dir, path); err != nil {
			return 0, err
		}
		f, err = os.OpenFile(path, flags, 0)
	}
	if err != nil {
		return 0, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil || !st.Mode().IsRegular() {
		return 0, fmt.Errorf("%s: no regular file", path)
	}
	if sys, ok := st.Sys().(*syscall.Stat_t); ok && sys.Nlink > 1 {
		return 0, fmt.Errorf("%s: it has another name as well (a hard link): remove one of them", path)
	}
	if err := lockSoon(f); err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	buf := make([]byte, 64)
	k, err := f.ReadAt(buf, 0)
	if err != nil && err != io.EOF {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	before, damaged := strconv.Atoi(strings.TrimSpace(string(buf[:k]))) // an emptied file is damaged, too
	if damaged != nil || before < 0 || before > maxCount {
		before, damaged = 0, fmt.Errorf("%s: no count", path)
	}
	if failed {
		n = min(before+1, maxCount)
	}
	// Always so many bytes in the same place: a full disk has room for them once they are there.
	if _, err := f.WriteAt(fmt.Appendf(nil, "%10d\n", n), 0); err != nil {
		return 0, err
	}
	if damaged != nil {
		_ = f.Truncate(countSize)
		return 0, damaged
	}
	return n, f.Sync()
}

// createCount makes the file of a job that has not failed yet. It is never there without a count: an empty one has been
// emptied.
func createCount(dir, path string) error {
	f, err := os.CreateTemp(dir, ".count") // for the owner alone
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = fmt.Fprintf(f, "%10d\n", 0)
	if err2 := f.Close(); err == nil {
		err = err2
	}
	if err == nil {
		err = os.Link(f.Name(), path)
	}
	if errors.Is(err, os.ErrExist) {
		return nil // another run was faster
	}
	return err
}

const (
	countSize = 11
	maxCount  = 999_999_999
)

// lockSoon locks a file that nobody has for longer than a moment.
func lockSoon(f *os.File) error {
	for range 100 {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err != syscall.EWOULDBLOCK && err != syscall.EINTR {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	return errors.New("somebody keeps it locked")
}
