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

// A directory may belong to a journal: then it outlives its shell, and a later run goes on with it.

// ownerName is the file that says to which: the name of the machine, and the path of the journal.
const ownerName = "journal"

// Own says that the directory belongs to a journal, and returns when all that is in it lasts. The journal is to be told of it
// after that, and before anything is submitted.
func (d Dir) Own(path string) error {
	host, _ := os.Hostname()
	err := lockfile.Fill(d.Name(ownerName), host+"\n"+path)
	for _, at := range []string{string(d), filepath.Dir(string(d)), filepath.Dir(filepath.Dir(string(d)))} { // Create may have made two of them
		if err == nil {
			err = statedir.Sync(at)
		}
	}
	return err
}

// lasting reports whether what happens in the directory is to outlast a loss of power, which costs time: it belongs to a journal.
func (d Dir) lasting() bool {
	_, err := os.Lstat(d.Name(ownerName))
	return err == nil
}

// keepNames has what was made or renamed in the directory last, if that is lasting.
func (d Dir) keepNames() error {
	if !d.lasting() {
		return nil
	}
	return statedir.Sync(string(d))
}

// keepStates has the states of branches last, but for their names, if the directory is lasting. Several at the same time cost a file system
// little more than one.
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

// Adoptable reports whether a later run may go on with the directory: it is there, and neither has its block been cancelled, nor has
// its removal begun.
func (d Dir) Adoptable() bool {
	return d.lasting() && !d.cancelled()
}

// owned reports whether the directory belongs to a journal whose next run will go on with it. What cannot be known
// counts as owned: the journal is on another machine, or on a file system that is not there.
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

// Reopen takes the lock of a directory that a killed shell has left, for its journal's next run. Who looks whether the
// directory is to be removed has it for a moment, who cancels longer: then it is waited for, and the directory may be gone.
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

// private is why others may have put something into the directory, which names a program; nil: they may not.
func (d Dir) private() error {
	err := statedir.PrivateDir(filepath.Dir(string(d)))
	if err == nil {
		err = statedir.PrivateDir(string(d))
	}
	return err
}

// Abandon cancels what is left by way of a directory that belongs to a journal, and removes it. What a shell has locked for more
// than a moment is left alone: an error.
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

// System is the name of the batch system that it is for; "": none was asked yet.
func (d Dir) System() string {
	data, err := os.ReadFile(d.Name("executor"))
	if err != nil {
		return ""
	}
	program, _, _ := strings.Cut(string(data), "\x00")
	return strings.TrimPrefix(filepath.Base(program), programPrefix)
}

// programPrefix is how the names of programs for batch systems begin.
const programPrefix = "ftsh-via-"
