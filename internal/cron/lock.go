package cron

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/lockfile"
	"ftsh/internal/statedir"
	"ftsh/internal/through"
	"ftsh/internal/watchdog"
)

// A lock is a flock(2) lock on a file that is never removed. The holder writes its PID there if it
// can, so that a replacing run finds it.
//
// The descriptor is close-on-exec, so nothing started by the job holds the lock. The watchdog has
// it too: after a SIGKILL the lock is free only when the watchdog has ended the rest of the job. A
// named lock also has a slot, held in the same way.
type lock struct {
	path string
	file *os.File
	mine bool // this user may write the file, and it holds nothing but a PID

	slot   *slot
	locked bool
}

// lockPath returns the file of a lock. A name without a slash is shared by all users of the
// machine.
func lockPath(name string) (path string, err error) {
	if strings.Contains(name, "/") {
		return filepath.Abs(name)
	}
	for _, dir := range []string{"/run/lock", "/var/lock", "/tmp"} {
		if st, err := os.Stat(dir); err == nil && st.IsDir() && st.Mode()&0o002 != 0 {
			return filepath.Join(dir, "ftsh-"+name+".lock"), nil
		}
	}
	return "", errors.New("expected a directory for locks that everybody may write to, " +
		"found none of /run/lock, /var/lock and /tmp")
}

// openLock opens the file of a lock, and creates it if it is missing. In a directory writable by
// all, somebody may have put something else there. It therefore follows no link, does not block,
// and accepts only a regular file.
func openLock(path string) (*lock, error) {
	for range 100 {
		for _, flags := range []int{os.O_RDWR, os.O_RDONLY, os.O_RDWR | os.O_CREATE | os.O_EXCL} {
			f, err := lockfile.OpenAny(path, flags, 0o644)
			switch {
			case err == nil:
				if flags&os.O_CREATE != 0 {
					// Whatever the umask: other users must see the lock.
					_ = f.Chmod(0o644)
				}
				return checkedLock(path, f, flags != os.O_RDONLY)
			case flags&os.O_CREATE != 0 && !errors.Is(err, os.ErrExist):
				return nil, err
			case flags == os.O_RDONLY && !errors.Is(err, os.ErrNotExist):
				return nil, err
			}
		}
	}
	return nil, fmt.Errorf("%s: another process keeps replacing it", path)
}

func checkedLock(path string, f *os.File, writable bool) (*lock, error) {
	st, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	l := &lock{path: path, file: f}
	if writable {
		// A file with a second name, or with other content, is not ours to write.
		_, ours := l.holder()
		l.mine = statedir.Mine(st) && lockfile.Names(st) == 1 && (ours || st.Size() == 0)
	}
	return l, nil
}

// close closes the file and leaves the lock of others.
func (l *lock) close() { l.file.Close() }

// try takes the lock and reports whether it succeeded.
func (l *lock) try() (bool, error) {
	err := lockfile.Try(l.file)
	if errors.Is(err, lockfile.ErrLocked) {
		return false, nil
	}
	return err == nil, err
}

// current reports whether the path is still the opened file.
func (l *lock) current() bool { return lockfile.Current(l.file, l.path) }

// sign writes the holder's PID into the file. If there is no room for it, nobody replaces the
// holder.
func (l *lock) sign() {
	if l.mine {
		_ = l.file.Truncate(0)
		_, _ = l.file.WriteAt(fmt.Appendf(nil, "ftsh %d\n", os.Getpid()), 0)
	}
}

// holder returns the process named in the file; false: none is named.
func (l *lock) holder() (pid int, ok bool) {
	buf := make([]byte, 64)
	n, _ := l.file.ReadAt(buf, 0)
	text, ok := strings.CutPrefix(string(buf[:n]), "ftsh ")
	if !ok || !strings.HasSuffix(text, "\n") {
		return 0, false
	}
	pid, err := strconv.Atoi(strings.TrimSuffix(text, "\n"))
	return pid, err == nil && pid > 1
}

// files returns the files the watchdog must hold: nobody gets the lock until everything of the job
// has ended.
func (l *lock) files() []*os.File {
	if l == nil {
		return nil
	}
	return append([]*os.File{l.file}, l.slot.files()...)
}

// free releases the lock for every process with the descriptor, including the watchdog.
func (l *lock) free() {
	if l.mine {
		_ = l.file.Truncate(0)
	}
	lockfile.Free(l.file)
	l.close()
	l.slot.free()
}

// A lockedError is the reason for not having a lock.
type lockedError struct {
	path   string
	why    string
	silent bool // do not report it
}

func (e *lockedError) Error() string { return e.path + ": " + e.why }

// acquire takes the lock of the options. First comes its slot, with a queue of this user's runs and
// blocks; then its file, which keeps out other users.
//
// If only the watchdog of a killed run has the lock, acquire always waits, for the watchdog's kill
// timeout and a second. The error is a *lockedError, the context's cause, or the reason why no lock
// is possible. say is called with the reason for a wait.
func acquire(ctx context.Context, clk clock.Clock, o *Options, s *slot, killTimeout time.Duration,
	say func(string)) (taken *lock, err error) {
	path, err := lockPath(o.Lock)
	if err != nil {
		return nil, err
	}
	defer func() {
		if taken == nil {
			s.free()
		}
	}()
	limit, since := time.Duration(0), clk.Now()
	switch o.OnLocked {
	case Skip:
		limit = killTimeout + time.Second // if only a watchdog has it
	case Wait:
		limit = o.Wait
	case Replace:
		// The holder first ends its tree, perhaps with a slightly longer kill timeout.
		limit = killTimeout + 10*time.Second
	}
	dead := watchdog.DeadHolder{Path: path}
	// asked: the process that got SIGTERM; said: say was called.
	asked, said := 0, false
	for rest := 5 * time.Millisecond; ; rest = min(2*rest, 250*time.Millisecond) {
		l, look, err := take(ctx, path, s)
		switch {
		case err != nil:
			return nil, err
		case l.locked:
			l.sign()
			return l, nil
		}
		waited := clk.Now().Sub(since)
		if o.OnLocked == Replace {
			asked, err = l.replace(asked, waited > time.Second)
		}
		by := cmp.Or(l.by(), by(look))
		l.close()
		switch {
		case err != nil:
			return nil, err
		case o.OnLocked == Skip && (waited >= limit || !dead.Frees()):
			return nil, &lockedError{path: path, why: "locked" + by, silent: true}
		case waited >= limit && o.OnLocked == Wait:
			return nil, &lockedError{path: path, why: "still locked" + by}
		case waited >= limit:
			return nil, &lockedError{path: path, why: "still locked" + by +
				", which got SIGTERM"}
		}
		if !said {
			said = true
			say("waiting for " + path + ", locked" + by)
		}
		if look.For != through.Nothing && o.OnLocked != Skip {
			err = s.sleep(ctx, look, limit-waited)
		} else {
			err = clk.Sleep(ctx, min(rest, limit-waited))
		}
		if err != nil {
			return nil, err
		}
	}
}

// take opens the file of a lock, and locks it if both slot and file are free. look describes the
// wait for the slot.
func take(ctx context.Context, path string, s *slot) (l *lock, look through.Look, err error) {
	for {
		if l, err = openLock(path); err != nil {
			return nil, look, err
		}
		if look, err = s.look(ctx); err == nil && look.For == through.Nothing {
			l.slot = s
			l.locked, err = l.try()
		}
		if err == nil && (!l.locked || l.current()) {
			return l, look, nil
		}
		l.close() // perhaps the file was removed meanwhile
		if err != nil {
			return nil, look, err
		}
	}
}

// by names the holder recorded in the file.
func (l *lock) by() string {
	if pid, ok := l.holder(); ok {
		return " by process " + strconv.Itoa(pid)
	}
	return ""
}

// replace tells the holder to end, once, and returns its process; asked is the previous result.
//
// The holder must be named in the file, belong to this user and have the file open. Any other
// process is left alone. A process just taking or releasing the lock may look different for a
// moment; last reports that the time for this is over.
func (l *lock) replace(asked int, last bool) (int, error) {
	if !l.mine {
		return 0, &lockedError{path: l.path, why: notReplaced}
	}
	pid, ok := l.holder()
	switch {
	case ok && pid == asked:
		return asked, nil
	case !ok && last && asked == 0:
		return 0, &lockedError{path: l.path, why: notReplaced}
	case !ok:
		return asked, nil
	}
	// From here on the handle stands for this process, if the system has process descriptors.
	p, err := os.FindProcess(pid)
	if err != nil || errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone) {
		// It was killed. Its watchdog frees the lock when nothing of the job is left.
		return pid, nil
	}
	defer p.Release()
	if !l.openIn(pid) {
		if last {
			return 0, &lockedError{path: l.path,
				why: fmt.Sprintf("locked, but not by process %d, as its file says: not replaced", pid)}
		}
		return asked, nil
	}
	if err := p.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return 0, &lockedError{path: l.path,
			why: fmt.Sprintf("locked by process %d, and SIGTERM cannot be sent to it: %v", pid, err)}
	}
	_ = p.Signal(syscall.SIGCONT)
	return pid, nil
}

const notReplaced = "locked by another user's job, or by a program other than ftsh --cron: not replaced"

// openIn reports whether a process belongs to this user and has the file open.
func (l *lock) openIn(pid int) bool {
	mine, err := l.file.Stat()
	st, err2 := os.Stat("/proc/" + strconv.Itoa(pid))
	if err != nil || err2 != nil || !statedir.Mine(st) {
		return false
	}
	dir := "/proc/" + strconv.Itoa(pid) + "/fd"
	numbers, _ := os.ReadDir(dir)
	for _, n := range numbers {
		if st, err := os.Stat(filepath.Join(dir, n.Name())); err == nil && os.SameFile(st, mine) {
			return true
		}
	}
	return false
}
