package through

import (
	"context"
	"encoding/binary"
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"ftsh/internal/clock"
	"ftsh/internal/lockfile"
	"ftsh/internal/statedir"
	"ftsh/internal/thread"
)

// bootID identifies this boot of the kernel.
func bootID() (string, error) {
	text, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(text)), err
}

// Now returns the time used in States.
func Now() clock.Instant {
	var now unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_BOOTTIME, &now)
	return clock.Instant(now.Nano())
}

// lockLimit is how long a process waits for a State's lock while nobody changes the State. The lock
// is held for microseconds, unless its holder was stopped.
const lockLimit = time.Second

// open opens the file of an encoded name, and creates it if it is missing.
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
		if statedir.Mine(info) {
			_ = f.Chmod(d.mode) // whatever the umask: a group may share it
		}
		err = grown(f)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// fileSize is the size of a complete file, with room for every futex word and row.
const fileSize = waitersAt + waiterSize*maxWaiters

// grown extends a file to fileSize at least.
func grown(f *os.File) error {
	info, err := f.Stat()
	if err == nil && info.Size() < fileSize {
		err = f.Truncate(fileSize)
	}
	return err
}

// setLock locks a byte of an open file, and reports whether it succeeded.
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
	return err != nil || held // without an answer, assume it is held
}

// HolderLives implements Living.
func (f *File) HolderLives(row int) bool { return f.lockedElsewhere(holderByte + int64(row)) }

// WaiterLives implements Living.
func (f *File) WaiterLives(row int) bool { return f.lockedElsewhere(waiterByte + int64(row)) }

// lock takes the lock of the State. The caller must call unlock.
func (f *File) lock(ctx context.Context, holdStops func() func()) (unlock func(), err error) {
	if err := f.takeTurn(ctx); err != nil {
		return nil, err
	}
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
		if stopped := new(stoppedError); f.turn != nil && errors.As(err, &stopped) {
			f.turn.fail()
		}
		f.endTurn()
		return nil, err
	}
	return func() {
		lockfile.FreeBytes(by, stateByte, 1)
		if by != f.file {
			by.Close()
		}
		goOn()
		f.endTurn()
	}, nil
}

// takeTurn waits until no other File of this process has the lock or waits for it. It gives up when
// that File does, because a stopped process has the lock.
func (f *File) takeTurn(ctx context.Context) error {
	if f.turn == nil {
		return nil
	}
	select {
	case f.turn.taken <- struct{}{}:
		return nil
	default:
	}
	select {
	case f.turn.taken <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-f.turn.failure():
		return f.stopped()
	}
}

// endTurn lets another File of this process take the lock.
func (f *File) endTurn() {
	if f.turn != nil {
		<-f.turn.taken
	}
}

// errReplaced reports a file replaced by another one.
var errReplaced = errors.New("replaced")

// await waits for the lock in the kernel's queue, and returns a descriptor of its own holding
// it. A wait given up is left to a goroutine, which closes the descriptor. await gives up when
// nobody has changed the State for lockLimit. nil: the file was replaced.
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
	var decided atomic.Bool // set by the first side: locked, or given up
	locked := make(chan error, 1)
	go func() {
		defer thread.Leave()
		err := lockfile.WaitBytes(own, stateByte, 1)
		if !decided.CompareAndSwap(false, true) {
			own.Close() // and release the lock
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
				seen = now // many others came first
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

// poll is await without a thread, used if too many are waiting: it tries at intervals.
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

// stopped returns the error for an unobtainable lock.
func (f *File) stopped() error { return &stoppedError{f.file.Name()} }

type stoppedError struct{ path string }

func (e *stoppedError) Error() string { return e.path + ": a stopped process holds its lock" }

// numbers returns the numbers of the two heads.
func (f *File) numbers() (n [2]uint64) {
	var buf [8]byte
	for i := range n {
		if _, err := f.file.ReadAt(buf[:], int64(i)*headSize+8); err == nil {
			n[i] = binary.LittleEndian.Uint64(buf[:])
		}
	}
	return n
}

// current reports whether the file still has a name and its full length. Somebody may have cleared
// the directory.
func (f *File) current() (named, whole bool) {
	var st unix.Stat_t
	err := unix.Fstat(int(f.file.Fd()), &st)
	return err == nil && st.Nlink > 0, st.Size >= fileSize
}

// change passes the State to do, which may change it, and writes the changes. do returns the rows
// of the waiters to wake. holdStops keeps the process from being stopped until its result is
// called.
func (f *File) change(ctx context.Context, holdStops func() func(),
	do func(s *State) (wake []int)) error {
	for range 100 {
		if f.fresh == 0 {
			// Allocate and read before taking the lock; the queue perhaps stays unchanged until
			// then.
			_, _, _ = f.read()
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
			f.unmap()
			f.file.Close()
			f.file, f.fresh = again, 0
			continue
		}
		var wake []int
		if !whole {
			f.fresh = 0 // rows of waiters are lost
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
	return errors.New(f.file.Name() + ": another process keeps replacing it")
}

// Peek reads the State without its lock. Rows may be older or newer than the head, so it is good
// only for display.
func (f *File) Peek() (*State, error) {
	s, _, err := f.read()
	if err == nil {
		f.regain(s)
	}
	return s, err
}

// Reset forgets everything but holders and waiters, and wakes the waiters.
func (f *File) Reset(ctx context.Context) error {
	return f.change(ctx, func() func() { return func() {} }, func(s *State) (wake []int) {
		s.Reset()
		for row := range s.Waiters {
			wake = append(wake, row)
		}
		return wake
	})
}

// ring changes the futex words of waiters, so one about to sleep does not. The lock is held.
func (f *File) ring(rows []int, number uint32) error {
	var word [futexWordSize]byte
	binary.LittleEndian.PutUint32(word[:], number+1) // the number of this change, new to every word
	for _, row := range rows {
		if _, err := f.file.WriteAt(word[:], futexWordsAt+int64(row)*futexWordSize); err != nil {
			return err
		}
	}
	return nil
}

// futexWord returns the number on which a waiter sleeps.
func (f *File) futexWord(row int) uint32 {
	var word [futexWordSize]byte
	_, _ = f.file.ReadAt(word[:], futexWordsAt+int64(row)*futexWordSize)
	return binary.LittleEndian.Uint32(word[:])
}

// waits reports whether a row still belongs to the waiter, alive and not woken. It needs no lock.
func (f *File) waits(row int, ticket uint64) bool {
	var buf [waiterSize]byte
	if _, err := f.file.ReadAt(buf[:], waitersAt+int64(row)*waiterSize); err != nil {
		return false
	}
	var w Waiter
	decodeWaiter(&buf, &w)
	return w.Ticket == ticket && w.Rung == 0 && f.WaiterLives(row)
}

// address returns the address of a futex word, and maps them if need be. A process touching this
// memory could be killed if the file has become shorter. Only the kernel touches it, and notices
// that without harm.
func (f *File) address(row int) (uintptr, error) {
	page := os.Getpagesize()
	from := futexWordsAt / page * page
	if f.mem == nil {
		mem, err := unix.Mmap(int(f.file.Fd()), int64(from),
			futexWordsAt-from+futexWordSize*maxWaiters, unix.PROT_READ, unix.MAP_SHARED)
		if err != nil {
			return 0, os.NewSyscallError("mmap", err)
		}
		f.mem = mem
	}
	base := uintptr(unsafe.Pointer(unsafe.SliceData(f.mem)))
	return base + uintptr(futexWordsAt-from+futexWordSize*row), nil
}

// unmap ends the mapping of the futex words.
func (f *File) unmap() {
	if f.mem != nil {
		_ = unix.Munmap(f.mem)
		f.mem = nil
	}
}

// Operations of futex(2), on a file shared by processes.
const (
	futexWait = 0
	futexWake = 1
)

// wake wakes sleeping waiters.
func (f *File) wake(rows []int) {
	if f.turn != nil {
		rows = f.turn.wake(rows)
	}
	for _, row := range rows {
		if word, err := f.address(row); err == nil {
			_, _, _ = unix.Syscall6(unix.SYS_FUTEX, word, futexWake, 1, 0, 0, 0)
		}
	}
}

// sleep waits until a futex word differs from seen, for at most d, or until ctx ends.
func (f *File) sleep(ctx context.Context, row int, seen uint32, d time.Duration) {
	if d <= 0 {
		return
	}
	if !thread.Enter() {
		f.pollFutexWord(ctx, row, seen, d)
		return
	}
	defer thread.Leave()
	if f.sleeper != nil {
		f.sleeper.asleep.Store(true)
		defer f.sleeper.asleep.Store(false)
	}
	until := time.Now().Add(d)
	word, err := f.address(row)
	if err != nil {
		doze(ctx, d)
		return
	}
	over, ended := make(chan struct{}), make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		// The call may be about to sleep, and would miss a single earlier wake.
		for {
			_, _, _ = unix.Syscall6(unix.SYS_FUTEX, word, futexWake, 1, 0, 0, 0)
			select {
			case <-over:
				return
			case <-time.After(time.Millisecond):
			}
		}
	})
	t := unix.NsecToTimespec(int64(d))
	_, _, errno := unix.Syscall6(unix.SYS_FUTEX, word, futexWait, uintptr(seen),
		uintptr(unsafe.Pointer(&t)), 0, 0)
	close(over)
	if !stop() {
		<-ended
	}
	switch errno {
	case 0, unix.EAGAIN, unix.EINTR, unix.ETIMEDOUT:
	default: // forbidden, or the file has become shorter
		doze(ctx, time.Until(until))
	}
}

// pollFutexWord is sleep without a thread, used if too many are waiting: it looks at intervals, or
// when another File of this process wakes it.
func (f *File) pollFutexWord(ctx context.Context, row int, seen uint32, d time.Duration) {
	until := time.Now().Add(d)
	pause, woken := time.Millisecond, (<-chan struct{})(nil)
	if f.sleeper != nil {
		pause, woken = 20*time.Millisecond, f.sleeper.woken // mostly this process wakes it
	}
	for ; ctx.Err() == nil && f.futexWord(row) == seen; pause = min(2*pause, 50*time.Millisecond) {
		left := time.Until(until)
		if left <= 0 {
			return
		}
		dozeUntil(ctx, min(pause, left), woken)
	}
}

// hold locks a holder's byte on a descriptor possibly shared.
func hold(f *os.File, row int) bool {
	ok, err := setLock(f, holderByte+int64(row))
	return ok && err == nil
}

// letGo unlocks a holder's byte, even if others have the descriptor.
func letGo(f *os.File, row int) { lockfile.FreeBytes(f, holderByte+int64(row), 1) }

// lockWaiter locks a waiter's byte, or unlocks it.
func (f *File) lockWaiter(row int, on bool) bool {
	if !on {
		lockfile.FreeBytes(f.file, waiterByte+int64(row), 1)
		if f.turn != nil {
			f.turn.leave(row, f.sleeper)
		}
		return true
	}
	ok, err := setLock(f.file, waiterByte+int64(row))
	ok = ok && err == nil
	if ok && f.turn != nil {
		f.turn.enter(row, f.sleeper)
	}
	return ok
}

// identity returns the device and inode of a file.
func identity(f *os.File) (id [2]uint64, err error) {
	var st unix.Stat_t
	err = unix.Fstat(int(f.Fd()), &st)
	return [2]uint64{uint64(st.Dev), st.Ino}, err
}
