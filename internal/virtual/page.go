package virtual

import (
	"errors"
	"os"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"ftsh/internal/clock"
)

// The file has words of 64 bits: first those of the run, then the slots.
const (
	wordNow    = iota // the time: nanoseconds, as instants of the shells' clocks
	wordWall          // the time of day less the time
	wordActive        // real time at which a process or timer began or ended
	wordFlowed        // real time up to which the time has flown
	wordTurn          // counts what happens
	wordHangs         // commands that hang
	firstSlot  = 8

	slotPid   = 0
	slotNext  = 1 // the next timer; 0: none
	slotMore  = 2 // processes that have no word below
	firstProc = 8
	slotWords = 64

	slots     = 120
	pageBytes = 8 * (firstSlot + slots*slotWords)
)

// A Page is the part of the clock that shells share.
type Page struct {
	file  *os.File
	words []int64
}

// Create makes the file of a run. Its time is at least the real one, so that no instant of the
// machine's clock is in its future.
func Create(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Truncate(pageBytes); err != nil {
		return err
	}
	p, err := mapped(f)
	if err != nil {
		return err
	}
	defer p.unmap()
	c := clock.System()
	now := int64(c.Now())
	p.store(wordNow, now)
	p.store(wordWall, c.Wall().UnixNano()-now)
	p.store(wordActive, realNow())
	return nil
}

// Open maps the file of a run.
func Open(path string) (*Page, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	p, err := mapped(f)
	if err != nil {
		f.Close()
	}
	return p, err
}

func mapped(f *os.File) (*Page, error) {
	b, err := unix.Mmap(int(f.Fd()), 0, pageBytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	return &Page{file: f, words: unsafe.Slice((*int64)(unsafe.Pointer(unsafe.SliceData(b))), pageBytes/8)}, nil
}

func (p *Page) unmap() {
	_ = unix.Munmap(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(p.words))), pageBytes))
}

func (p *Page) load(i int) int64     { return atomic.LoadInt64(&p.words[i]) }
func (p *Page) store(i int, v int64) { atomic.StoreInt64(&p.words[i], v) }

// Now is the time of the run.
func (p *Page) Now() clock.Instant { return clock.Instant(p.load(wordNow)) }

// Wall is the time of day in the run.
func (p *Page) Wall() time.Time { return time.Unix(0, p.load(wordWall)+p.load(wordNow)) }

// locked calls f while no other shell moves the time. A shell that is killed meanwhile frees the
// lock.
func (p *Page) locked(f func()) {
	for {
		err := unix.Flock(int(p.file.Fd()), unix.LOCK_EX)
		if err == nil {
			break
		}
		if !errors.Is(err, syscall.EINTR) {
			return
		}
	}
	defer func() { _ = unix.Flock(int(p.file.Fd()), unix.LOCK_UN) }()
	f()
}

// errFull is the error of a run with too many shells at the same time.
var errFull = errors.New("too many shells in a rehearsed run")

// enter takes a slot for the process pid.
func (p *Page) enter(pid int) (slot int, err error) {
	err = errFull
	p.locked(func() {
		for i := range slots {
			at := firstSlot + i*slotWords
			if held := p.load(at + slotPid); held == 0 || held == int64(pid) || !alive(int(held)) {
				for w := range slotWords {
					p.store(at+w, 0)
				}
				p.store(at+slotPid, int64(pid))
				slot, err = at, nil
				return
			}
		}
	})
	return slot, err
}

// add notes that the shell of a slot has started a process.
func (p *Page) add(slot, pid int) {
	p.active()
	for i := firstProc; i < slotWords; i++ {
		if atomic.CompareAndSwapInt64(&p.words[slot+i], 0, int64(pid)) {
			return
		}
	}
	atomic.AddInt64(&p.words[slot+slotMore], 1)
}

// remove notes that a process has been reaped.
func (p *Page) remove(slot, pid int) {
	p.active()
	for i := firstProc; i < slotWords; i++ {
		if atomic.CompareAndSwapInt64(&p.words[slot+i], int64(pid), 0) {
			return
		}
	}
	atomic.AddInt64(&p.words[slot+slotMore], -1)
}

// active notes that the run goes on.
func (p *Page) active() {
	p.store(wordActive, realNow())
	p.turn()
}

// turn notes that something has happened, so that a look begun before is out of date.
func (p *Page) turn() { atomic.AddInt64(&p.words[wordTurn], 1) }

// realNow is a time that all processes of the machine share.
func realNow() int64 {
	var ts unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts)
	return ts.Nano()
}
