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
	"ftsh/internal/through"
	"ftsh/internal/watchdog"
	"ftsh/interp"
)

// A lock is one of flock(2) on a file that is never removed. Whoever holds it and can writes its
// process's id into the file, for who wants to replace it.
//
// The descriptor is close-on-exec: of what the job starts, nothing holds the lock. The watchdog has
// it as well, so that it is free only when what SIGKILL left of a job has been ended. With a lock that has
// a name goes a slot, which is held in the same way.
type lock struct {
	path string
	file *os.File
	mine bool // the file is for this user to write to, and holds nothing but such an id

	slot   *slot
	locked bool
}

// lockPath is the file of a lock's name. A name without a slash is one for all users of the machine.
func lockPath(name string) (path string, err error) {
	if strings.Contains(name, "/") {
		return filepath.Abs(name)
	}
	for _, dir := range []string{"/run/lock", "/var/lock", "/tmp"} {
		if st, err := os.Stat(dir); err == nil && st.IsDir() && st.Mode()&0o002 != 0 {
			return filepath.Join(dir, "ftsh-"+name+".lock"), nil
		}
	}
	return "", errors.New("there is no directory for locks in which everybody may write: /run/lock, /var/lock or /tmp")
}

// openLock opens the file of a lock, and makes it if there is none. In a directory where everybody may
// write, somebody else may have put something in its place: no link is followed, nothing is waited
// for, and only a regular file will do.
func openLock(path string) (*lock, error) {
	for range 100 {
		for _, flags := range []int{os.O_RDWR, os.O_RDONLY, os.O_RDWR | os.O_CREATE | os.O_EXCL} {
			f, err := lockfile.OpenAny(path, flags, 0o644)
			switch {
			case err == nil:
				if flags&os.O_CREATE != 0 {
					_ = f.Chmod(0o644) // whatever the umask: other users are to see that it is locked
				}
				return checkedLock(path, f, flags != os.O_RDONLY)
			case flags&os.O_CREATE != 0 && !errors.Is(err, os.ErrExist):
				return nil, err
			case flags == os.O_RDONLY && !errors.Is(err, os.ErrNotExist):
				return nil, err
			}
		}
	}
	return nil, fmt.Errorf("%s: comes and goes", path)
}

func checkedLock(path string, f *os.File, writable bool) (*lock, error) {
	st, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	l := &lock{path: path, file: f}
	if sys, ok := st.Sys().(*syscall.Stat_t); ok && writable {
		// A file with another name as well, or with a content of its own, is not ours to write to.
		_, ours := l.holder()
		l.mine = int(sys.Uid) == os.Geteuid() && lockfile.Names(st) == 1 && (ours || st.Size() == 0)
	}
	return l, nil
}

// close gives the file back, and not the lock of others.
func (l *lock) close() { l.file.Close() }

// try takes the lock and reports whether it could.
func (l *lock) try() (bool, error) {
	err := lockfile.Try(l.file)
	if errors.Is(err, lockfile.ErrLocked) {
		return false, nil
	}
	return err == nil, err
}

// current reports whether the path still is the file that was opened.
func (l *lock) current() bool { return lockfile.Current(l.file, l.path) }

// sign says in the file who has the lock. Where there is no room for that, nobody replaces it.
func (l *lock) sign() {
	if l.mine {
		_ = l.file.Truncate(0)
		_, _ = l.file.WriteAt(fmt.Appendf(nil, "ftsh %d\n", os.Getpid()), 0)
	}
}

// holder is the process that the file names; false: it names none.
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

// files are what the watchdog is to hold, too: nobody gets the lock as long as something of the job is to be ended.
func (l *lock) files() []*os.File {
	if l == nil {
		return nil
	}
	return append([]*os.File{l.file}, l.slot.files()...)
}

// free frees the lock for whoever has the descriptor, the watchdog too.
func (l *lock) free() {
	if l.mine {
		_ = l.file.Truncate(0)
	}
	lockfile.Free(l.file)
	l.close()
	l.slot.free()
}

// A lockedError says why a lock could not be had.
type lockedError struct {
	path   string
	why    string
	silent bool // nobody is to be told
}

func (e *lockedError) Error() string { return e.path + ": " + e.why }

// acquire takes the lock that the options ask for: first its slot, for which this user's runs and blocks queue up, and then
// its file, which keeps out the others. A lock that only the watchdog of a run has which was killed is waited for, however it is
// asked for: as long as the watchdog may take to end what that has left, and a second. The error is a *lockedError, the context's cause, or why there can be no lock.
// say is told what is waited for.
func acquire(ctx context.Context, clk clock.Clock, o *Options, s *slot, killTimeout time.Duration, say func(string)) (taken *lock, err error) {
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
		limit = killTimeout + time.Second // where only a watchdog has it
	case Wait:
		limit = o.Wait
	case Replace:
		// The holder ends its tree first, and its kill timeout may be a little longer.
		limit = killTimeout + 10*time.Second
	}
	dead := watchdog.DeadHolder{Path: path, Option: interp.WatchdogOption}
	told, said := 0, false // the process that was told to end; say was
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
			told, err = l.replace(told, waited > time.Second)
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
			return nil, &lockedError{path: path, why: "still locked" + by + ", which was told to end"}
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

// take opens the file of a lock, and locks it if the slot, and then it, can be had. look says what there is to wait for at the slot.
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
		l.close() // perhaps somebody has removed the file meanwhile
		if err != nil {
			return nil, look, err
		}
	}
}

// by says who has the lock, as far as the file tells.
func (l *lock) by() string {
	if pid, ok := l.holder(); ok {
		return " by process " + strconv.Itoa(pid)
	}
	return ""
}

// replace tells the holder to end, once, and returns its process; told is what it returned before. What
// cannot be shown to be the holder, a process of this user that has the file open and is named in it, is
// told nothing; who has only just taken the lock, or is giving it back, may show so in a moment: last
// says that there was time for that.
func (l *lock) replace(told int, last bool) (int, error) {
	if !l.mine {
		return 0, &lockedError{path: l.path, why: notReplaced}
	}
	pid, ok := l.holder()
	switch {
	case ok && pid == told:
		return told, nil
	case !ok && last && told == 0:
		return 0, &lockedError{path: l.path, why: notReplaced}
	case !ok:
		return told, nil
	}
	p, err := os.FindProcess(pid) // from here on the number is the process's own, where the system has such descriptors
	if err != nil || errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone) {
		return pid, nil // killed: its watchdog frees the lock when nothing is left of the job
	}
	defer p.Release()
	if !l.openIn(pid) {
		if last {
			return 0, &lockedError{path: l.path, why: fmt.Sprintf("locked, and not by process %d as it says: not replaced", pid)}
		}
		return told, nil
	}
	if err := p.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return 0, &lockedError{path: l.path, why: fmt.Sprintf("locked by process %d, which cannot be told to end: %v", pid, err)}
	}
	_ = p.Signal(syscall.SIGCONT)
	return pid, nil
}

const notReplaced = "locked by another user's job, or by none of ftsh --cron: not replaced"

// openIn reports whether a process is of this user and has the file open.
func (l *lock) openIn(pid int) bool {
	mine, err := l.file.Stat()
	st, err2 := os.Stat("/proc/" + strconv.Itoa(pid))
	if err != nil || err2 != nil {
		return false
	}
	if sys, ok := st.Sys().(*syscall.Stat_t); !ok || int(sys.Uid) != os.Geteuid() {
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
