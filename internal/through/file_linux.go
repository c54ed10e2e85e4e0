package through

import (
	"context"
	"encoding/binary"
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"ftsh/internal/clock"
	"ftsh/internal/lockfile"
	"ftsh/internal/thread"
)

// bootID tells boots of the kernel apart.
func bootID() (string, error) {
	text, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(text)), err
}

// Now is the time of States.
func Now() clock.Instant {
	var now unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_BOOTTIME, &now)
	return clock.Instant(now.Nano())
}

// lockLimit is how long the lock of a State is waited for while nobody changes it: it is held for microseconds, unless its
// holder was stopped.
const lockLimit = time.Second

// open opens the file of an encoded name; it is made where it is not there.
func (d *Dir) open(encoded string) (*os.File, error) {
	path := d.file(encoded)
	f, err := lockfile.Open(path, os.O_RDWR|os.O_CREATE, d.mode)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.Size() < fileSize:
		if sys, ok := info.Sys().(*syscall.Stat_t); ok && int(sys.Uid) == os.Geteuid() {
			_ = f.Chmod(d.mode) // whatever the umask: it is the group's
		}
		err = grown(f)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// fileSize is that of a file in which every bell is.
const fileSize = waitersAt + waiterSize*maxWaiters

// grown makes a file at least as long as that.
func grown(f *os.File) error {
	info, err := f.Stat()
	if err == nil && info.Size() < fileSize {
		err = f.Truncate(fileSize)
	}
	return err
}

// setLock locks a byte of an open file, and reports whether it could.
func setLock(f *os.File, at int64) (bool, error) {
	err := lockfile.TryBytes(f, at, 1)
	if errors.Is(err, lockfile.ErrLocked) {
		return false, nil
	}
	return err == nil, err
}

// lockedElsewhere reports whether another open file has a byte locked.
func (f *File) lockedElsewhere(at int64) bool {
	held, err := lockfile.BytesHeld(f.file, at, 1)
	return err != nil || held // who cannot look has not seen that it is free
}

// HolderLives implements Living.
func (f *File) HolderLives(row int) bool { return f.lockedElsewhere(holderByte + int64(row)) }

// WaiterLives implements Living.
func (f *File) WaiterLives(row int) bool { return f.lockedElsewhere(waiterByte + int64(row)) }

// lock takes the lock of the State. unlock is not to be forgotten.
func (f *File) lock(ctx context.Context, holdStops func() func()) (unlock func(), err error) {
	goOn := holdStops()
	got, err := setLock(f.file, stateByte)
	by := f.file
	if err == nil && !got {
		if by, err = f.await(ctx); by == nil && err == nil {
			err = errReplaced
		}
	}
	if err != nil {
		goOn()
		return nil, err
	}
	return func() {
		lockfile.FreeBytes(by, stateByte, 1)
		if by != f.file {
			by.Close()
		}
		goOn()
	}, nil
}

// errReplaced says that the file has been replaced by another one.
var errReplaced = errors.New("replaced")

// await waits for the lock in the kernel's queue, on a descriptor of its own, which it returns: what is waited for in vain is
// left to a goroutine, which closes it. It gives up when nobody has changed the State for lockLimit. nil: the file was replaced.
func (f *File) await(ctx context.Context) (*os.File, error) {
	own, err := f.dir.open(f.encoded)
	if err != nil {
		return nil, err
	}
	if mine, err := identity(own); err != nil {
		own.Close()
		return nil, err
	} else if his, err := identity(f.file); err != nil || mine != his {
		own.Close()
		return nil, err
	}
	if !thread.Enter() {
		own.Close()
		return f.file, f.poll(ctx)
	}
	var decided atomic.Bool // by whoever is first: that it is locked, or given up
	locked := make(chan error, 1)
	go func() {
		defer thread.Leave()
		err := lockfile.WaitBytes(own, stateByte, 1)
		if !decided.CompareAndSwap(false, true) {
			own.Close() // and with it the lock
			return
		}
		locked <- err
	}()
	over, giveUp := ctx.Done(), error(nil)
	for seen := f.numbers(); ; {
		t := time.NewTimer(lockLimit)
		select {
		case err = <-locked:
		case <-over:
			giveUp = context.Cause(ctx)
		case <-t.C:
			now := f.numbers()
			if now != seen {
				seen = now // many others have come first
				continue
			}
			giveUp = f.stopped()
		}
		t.Stop()
		if giveUp == nil {
			break
		}
		if decided.CompareAndSwap(false, true) {
			return nil, giveUp
		}
		err = <-locked
		break
	}
	if err != nil {
		own.Close()
		return nil, err
	}
	return own, nil
}

// poll is await for many at the same time: it holds no thread, and looks now and then.
func (f *File) poll(ctx context.Context) error {
	seen, since := f.numbers(), time.Now()
	for pause := time.Millisecond; ; pause = min(2*pause, 20*time.Millisecond) {
		if got, err := setLock(f.file, stateByte); got || err != nil {
			return err
		}
		if now := f.numbers(); now != seen {
			seen, since = now, time.Now()
		} else if time.Since(since) > lockLimit {
			return f.stopped()
		}
		if doze(ctx, pause); ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
}

// stopped is the error of a lock that is not to be had.
func (f *File) stopped() error {
	return errors.New(f.file.Name() + ": somebody who was stopped holds its lock")
}

// numbers are those of the two heads.
func (f *File) numbers() (n [2]uint64) {
	var buf [8]byte
	for i := range n {
		if _, err := f.file.ReadAt(buf[:], int64(i)*headSize+8); err == nil {
			n[i] = binary.LittleEndian.Uint64(buf[:])
		}
	}
	return n
}

// current reports whether the file still has a name, and whether it is as long as ever. Somebody may have cleared the
// directory.
func (f *File) current() (named, whole bool) {
	var st unix.Stat_t
	err := unix.Fstat(int(f.file.Fd()), &st)
	return err == nil && st.Nlink > 0, st.Size >= fileSize
}

// change gives the State to do, which may change it, and writes what has changed. do returns the rows of waiters to be
// woken. holdStops keeps the process from being stopped meanwhile, until what it returns is called.
func (f *File) change(ctx context.Context, holdStops func() func(), do func(s *State) (wake []int)) error {
	for range 100 {
		if f.fresh == 0 {
			_, _, _ = f.read() // the memory is there, then, and perhaps nobody comes who changes the queue before the lock
		}
		unlock, err := f.lock(ctx, holdStops)
		if err != nil && err != errReplaced {
			return err
		}
		named, whole := f.current()
		if err != nil || !named {
			if err == nil {
				unlock()
			}
			again, err := f.dir.open(f.encoded)
			if err != nil {
				return err
			}
			f.file.Close()
			f.file, f.fresh = again, 0
			continue
		}
		var wake []int
		if !whole {
			f.fresh = 0 // rows of waiters are gone
		}
		s, was, err := f.read()
		if err == nil && (was.lost || was.doubtful || !whole || len(f.unread) > 0) {
			err = f.restore(s)
		}
		if err == nil {
			wake = do(s)
			if err = f.write(s, was); err == nil {
				err = f.ring(wake, uint32(was.number))
			}
		}
		unlock()
		f.wake(wake)
		return err
	}
	return errors.New(f.file.Name() + ": comes and goes")
}

// Peek gives the State as it is, without its lock: rows may be older or younger than the head, and it is to be shown
// only.
func (f *File) Peek() (*State, error) {
	s, _, err := f.read()
	if err == nil {
		f.regain(s)
	}
	return s, err
}

// Reset forgets all but who holds slots and who waits, and wakes them.
func (f *File) Reset(ctx context.Context) error {
	return f.change(ctx, func() func() { return func() {} }, func(s *State) (wake []int) {
		s.Reset()
		for row := range s.Waiters {
			wake = append(wake, row)
		}
		return wake
	})
}

// ring changes the bells of waiters, so that who is about to sleep does not. The lock is held.
func (f *File) ring(rows []int, number uint32) error {
	var bell [bellSize]byte
	binary.LittleEndian.PutUint32(bell[:], number+1) // of this change, which no bell had
	for _, row := range rows {
		if _, err := f.file.WriteAt(bell[:], bellsAt+int64(row)*bellSize); err != nil {
			return err
		}
	}
	return nil
}

// futexWord is the number on which a waiter sleeps.
func (f *File) futexWord(row int) uint32 {
	var bell [bellSize]byte
	_, _ = f.file.ReadAt(bell[:], bellsAt+int64(row)*bellSize)
	return binary.LittleEndian.Uint32(bell[:])
}

// waits reports whether a row still is that of a waiter who lives. It needs no lock.
func (f *File) waits(row int, ticket uint64) bool {
	var buf [waiterSize]byte
	if _, err := f.file.ReadAt(buf[:], waitersAt+int64(row)*waiterSize); err != nil {
		return false
	}
	var w Waiter
	decodeWaiter(&buf, &w)
	return w.Ticket == ticket && w.Rung == 0 && f.WaiterLives(row)
}

// mapped gives bells an address. A process that touches them might find the file shorter than it was; the kernel, which
// alone does so, finds that out without harm.
func (f *File) mapped(do func(address func(row int) uintptr)) error {
	page := os.Getpagesize()
	from := bellsAt / page * page
	mem, err := unix.Mmap(int(f.file.Fd()), int64(from), bellsAt-from+bellSize*maxWaiters, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return os.NewSyscallError("mmap", err)
	}
	defer func() { _ = unix.Munmap(mem) }()
	base := uintptr(unsafe.Pointer(unsafe.SliceData(mem)))
	do(func(row int) uintptr { return base + uintptr(bellsAt-from+bellSize*row) })
	return nil
}

// futex(2), on a file that processes share.
const (
	futexWait = 0
	futexWake = 1
)

// wake wakes waiters that sleep.
func (f *File) wake(rows []int) {
	if len(rows) == 0 {
		return
	}
	_ = f.mapped(func(address func(int) uintptr) {
		for _, row := range rows {
			_, _, _ = unix.Syscall6(unix.SYS_FUTEX, address(row), futexWake, 1, 0, 0, 0)
		}
	})
}

// sleep waits until a bell is another one than seen, for at most d, or until ctx ends.
func (f *File) sleep(ctx context.Context, row int, seen uint32, d time.Duration) {
	if d <= 0 {
		return
	}
	if !thread.Enter() {
		f.waitForBell(ctx, row, seen, d)
		return
	}
	defer thread.Leave()
	until := time.Now().Add(d)
	err := f.mapped(func(address func(int) uintptr) {
		over, ended := make(chan struct{}), make(chan struct{})
		stop := context.AfterFunc(ctx, func() {
			defer close(ended)
			for { // it may be about to sleep, and would not hear a call that comes before
				_, _, _ = unix.Syscall6(unix.SYS_FUTEX, address(row), futexWake, 1, 0, 0, 0)
				select {
				case <-over:
					return
				case <-time.After(time.Millisecond):
				}
			}
		})
		t := unix.NsecToTimespec(int64(d))
		_, _, errno := unix.Syscall6(unix.SYS_FUTEX, address(row), futexWait, uintptr(seen), uintptr(unsafe.Pointer(&t)), 0, 0)
		close(over)
		if !stop() {
			<-ended
		}
		switch errno {
		case 0, unix.EAGAIN, unix.EINTR, unix.ETIMEDOUT:
		default: // it is forbidden, or the file has become shorter
			doze(ctx, time.Until(until))
		}
	})
	if err != nil {
		doze(ctx, d)
	}
}

// waitForBell is sleep for many at the same time: it holds no thread, and looks now and then.
func (f *File) waitForBell(ctx context.Context, row int, seen uint32, d time.Duration) {
	until := time.Now().Add(d)
	for pause := time.Millisecond; ctx.Err() == nil && f.futexWord(row) == seen; pause = min(2*pause, 50*time.Millisecond) {
		left := time.Until(until)
		if left <= 0 {
			return
		}
		doze(ctx, min(pause, left))
	}
}

// hold locks the byte of a holder on a descriptor that others may have too.
func hold(f *os.File, row int) bool {
	ok, err := setLock(f, holderByte+int64(row))
	return ok && err == nil
}

// letGo unlocks it, whoever else has the descriptor.
func letGo(f *os.File, row int) { lockfile.FreeBytes(f, holderByte+int64(row), 1) }

// lockWaiter locks the byte of a waiter, or unlocks it.
func (f *File) lockWaiter(row int, on bool) bool {
	if !on {
		lockfile.FreeBytes(f.file, waiterByte+int64(row), 1)
		return true
	}
	ok, err := setLock(f.file, waiterByte+int64(row))
	return ok && err == nil
}

// identity tells files apart.
func identity(f *os.File) (id [2]uint64, err error) {
	var st unix.Stat_t
	err = unix.Fstat(int(f.Fd()), &st)
	return [2]uint64{uint64(st.Dev), st.Ino}, err
}
