package cron

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"ftsh/internal/lockfile"
	"ftsh/internal/statedir"
)

// stateDir is where the counts of failing runs are. They outlive a reboot, and each user has their own.
func stateDir(env []string) (string, error) {
	pwd, err := os.Getwd()
	if err != nil {
		return "", err
	}
	value := func(name string) string { return lookup(env, name) }
	dir, err := statedir.Lasting(value, os.Geteuid() == 0, pwd)
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, statedir.Counts), nil
}

// patience is how long a count may stay locked. Others hold it while they write and sync it.
const patience = 10 * time.Second

// A counter counts how often jobs failed in a row, in a directory.
type counter struct {
	dir      string
	patience time.Duration
}

// count notes how a run went, and returns how many failed in a row, this one included. An error says
// that nobody knows.
func (c *counter) count(identity string, failed bool) (n int, err error) {
	path := filepath.Join(c.dir, fileName(identity))
	f, err := c.open(path, failed)
	if err != nil || f == nil {
		return 0, err
	}
	defer f.Close()
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
	if _, err := f.WriteAt([]byte(countText(n)), 0); err != nil {
		return 0, err
	}
	if damaged != nil {
		_ = f.Truncate(countSize)
		return 0, damaged
	}
	return n, f.Sync()
}

// open opens and locks a count. If there is none it makes one for a run that failed, and returns nil
// for others. A count is never there without a number: an empty file has been emptied.
func (c *counter) open(path string, failed bool) (*os.File, error) {
	f, err := lockfile.Open(path, os.O_RDWR, 0)
	if errors.Is(err, os.ErrNotExist) && failed {
		if err = statedir.Make(c.dir); err == nil {
			err = statedir.PrivateDir(c.dir)
		}
		if err == nil {
			f, err = lockfile.Make(path, countText(0), c.lock)
		}
		if err == nil {
			return f, nil
		}
		if errors.Is(err, os.ErrExist) {
			f, err = lockfile.Open(path, os.O_RDWR, 0) // another run was faster
		}
	}
	if errors.Is(err, os.ErrNotExist) && !failed {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := c.lock(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// lock locks a file that nobody has locked for longer than a moment.
func (c *counter) lock(f *os.File) error {
	ctx, cancel := context.WithTimeoutCause(context.Background(), c.patience, errors.New("somebody keeps it locked"))
	defer cancel()
	return lockfile.Within(ctx, f, 20*time.Millisecond)
}

func countText(n int) string { return fmt.Sprintf("%10d\n", n) }

const (
	countSize = 11
	maxCount  = 999_999_999
)
