package via

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"ftsh/internal/journal"
	"ftsh/internal/lockfile"
	"ftsh/internal/statedir"
)

// A directory may belong to a journal. It then outlives its shell, and a later run goes on with it.

// ownerName is a file with the name of the machine and the path of the journal.
const ownerName = "journal"

// Own records the journal as the directory's owner, and returns when the content of the directory
// is durable. The journal must record the directory after that, and before anything is submitted.
func (d Dir) Own(path string) error {
	host, _ := os.Hostname()
	err := lockfile.Fill(d.Name(ownerName), host+"\n"+path)
	// Create may have made two of these.
	for _, at := range []string{string(d), filepath.Dir(string(d)),
		filepath.Dir(filepath.Dir(string(d)))} {
		if err == nil {
			err = statedir.Sync(at)
		}
	}
	return err
}

// lasting reports whether changes in the directory must survive a loss of power: it belongs to a
// journal. Syncing costs time.
func (d Dir) lasting() bool {
	_, err := os.Lstat(d.Name(ownerName))
	return err == nil
}

// keepNames makes the latest creations and renames in the directory durable, if it is lasting.
func (d Dir) keepNames() error {
	if !d.lasting() {
		return nil
	}
	return statedir.Sync(string(d))
}

// keepStates makes the states of branches durable, except for their names, if the directory is
// lasting. Syncing several at once costs a file system little more than one.
func (d Dir) keepStates(branches []int) error {
	if !d.lasting() {
		return nil
	}
	errs, slots := make([]error, len(branches)), make(chan struct{}, 32)
	var all sync.WaitGroup
	for i, n := range branches {
		slots <- struct{}{}
		all.Go(func() {
			errs[i] = statedir.Sync(d.Of(n, "state"))
			<-slots
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// Adoptable reports whether a later run may go on with the directory: it is there, its block has
// not been cancelled, and its removal has not begun.
func (d Dir) Adoptable() bool {
	return d.lasting() && !d.cancelled()
}

// owned reports whether the directory belongs to a journal whose next run will go on with it. If
// this cannot be known, it counts as owned: the journal is on another machine, or on a file system
// not mounted here.
func (d Dir) owned() bool {
	data, err := os.ReadFile(d.Name(ownerName))
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	if d.cancelled() {
		return false
	}
	host, path, _ := strings.Cut(string(data), "\n")
	if here, _ := os.Hostname(); here != host {
		return true
	}
	_, s, err := journal.Peek(journal.System(), path)
	if errors.Is(err, fs.ErrNotExist) {
		_, err := os.Stat(filepath.Dir(path))
		return err != nil
	}
	return err != nil || s.Phase == journal.Running && s.Away == string(d)
}

// Reopen locks a directory left by a killed shell, for its journal's next run. A cleaning shell
// holds the lock for a moment, and a cancelling one longer. Reopen waits for them; the directory
// may be gone afterwards.
func (d Dir) Reopen(ctx context.Context) (lock *os.File, err error) {
	if err := d.private(); err != nil {
		return nil, err
	}
	for {
		lock, err := os.OpenFile(d.Name(lockName), os.O_RDWR, 0)
		if err != nil {
			return nil, err
		}
		err = lockfile.Try(lock)
		if err == nil {
			return lock, nil
		}
		lock.Close()
		if !errors.Is(err, lockfile.ErrLocked) {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(soon):
		}
	}
}

// private returns an error if others may have written into the directory, which names a program to
// run; nil: they may not.
func (d Dir) private() error {
	err := statedir.PrivateDir(filepath.Dir(string(d)))
	if err == nil {
		err = statedir.PrivateDir(string(d))
	}
	return err
}

// Abandon cancels the branches of a directory owned by a journal, and removes the directory. If a
// shell keeps it locked for more than a moment, it is left alone and an error is returned.
func (d Dir) Abandon() error {
	if _, err := os.Lstat(string(d)); err != nil {
		return nil
	}
	if err := d.private(); err != nil {
		return err
	}
	if err := d.Cancel(); err != nil {
		return err
	}
	for end := time.Now().Add(briefly); ; time.Sleep(soon) {
		if err := d.endLeft(lockfile.Try, briefly); err != nil {
			return err
		}
		if _, err := os.Lstat(string(d)); err != nil {
			if root := filepath.Dir(string(d)); filepath.Base(root) == DefaultRoot {
				_ = os.Remove(root) // if it is empty
			}
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("%s: a shell has it", d)
		}
	}
}

// System returns the name of the directory's batch system; "": none was asked yet.
func (d Dir) System() string {
	data, err := os.ReadFile(d.Name("executor"))
	if err != nil {
		return ""
	}
	program, _, _ := strings.Cut(string(data), "\x00")
	return strings.TrimPrefix(filepath.Base(program), programPrefix)
}

// programPrefix begins the names of programs for batch systems.
const programPrefix = "ftsh-via-"
