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

// stateDir returns the directory for counts of failed runs. The counts survive a reboot, and each
// user has their own.
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

// patience is how long to wait for a locked count. Others hold it while they write and sync it.
const patience = 10 * time.Second

// A counter counts failures in a row, in files of a directory.
type counter struct {
	dir      string
	patience time.Duration
}

// count records the result of a run, and returns the number of failures in a row, including this
// one. With an error the number is unknown.
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
	// An emptied file counts as damaged, too.
	before, damaged := strconv.Atoi(strings.TrimSpace(string(buf[:k])))
	if damaged != nil || before < 0 || before > maxCount {
		before, damaged = 0, fmt.Errorf("%s: no count", path)
	}
	if failed {
		n = min(before+1, maxCount)
	}
	// The text always has the same length and place: once written, it has room even on a full disk.
	if _, err := f.WriteAt([]byte(countText(n)), 0); err != nil {
		return 0, err
	}
	if damaged != nil {
		_ = f.Truncate(countSize)
		return 0, damaged
	}
	return n, f.Sync()
}

// open opens and locks a count. If there is none, open creates it for a failed run and otherwise
// returns nil. A new count always has a number, so an empty file has been emptied by somebody.
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

// lock locks a file, waiting at most c.patience.
func (c *counter) lock(f *os.File) error {
	ctx, cancel := context.WithTimeoutCause(context.Background(), c.patience,
		errors.New("another process keeps it locked"))
	defer cancel()
	return lockfile.Within(ctx, f, 20*time.Millisecond)
}

func countText(n int) string { return fmt.Sprintf("%10d\n", n) }

const (
	countSize = 11
	maxCount  = 999_999_999
)
