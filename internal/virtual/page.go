package virtual

import (
	"errors"
	"os"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"ftsh/internal/clock"
)

// The file has words of 64 bits: first those of the run, then the slots.
const (
	wordNow    = iota // the time: nanoseconds, as instants of the shells' clocks
	wordWall          // the time of day less the time
	wordActive        // real time at which a process or timer began or ended
	wordFlowed        // real time up to which the time has flown
	wordTurn          // number of events
	firstSlot  = 8

	slotPid   = 0
	slotNext  = 1 // the next timer; 0: none
	slotMore  = 2 // processes without a word below
	slotHangs = 3 // hanging commands
	slotPlays = 4 // waits of the script, and hanging commands
	firstProc = 8
	slotWords = 64

	slots     = 120
	pageBytes = 8 * (firstSlot + slots*slotWords)
)

// A Page is the shared part of the clock.
type Page struct {
	file  *os.File
	words []int64
	real  clock.Clock
}

// Create makes the file of a run. Its time is at least the real one, since no instant of the
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
	now := p.realNow()
	p.store(wordNow, now)
	p.store(wordWall, p.real.Wall().UnixNano()-now)
	p.store(wordActive, now)
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
	b, err := syscall.Mmap(int(f.Fd()), 0, pageBytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	return &Page{file: f, real: clock.System(), words: unsafe.Slice((*int64)(unsafe.Pointer(unsafe.SliceData(b))), pageBytes/8)}, nil
}

func (p *Page) unmap() {
	_ = syscall.Munmap(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(p.words))), pageBytes))
}

func (p *Page) load(i int) int64     { return atomic.LoadInt64(&p.words[i]) }
func (p *Page) store(i int, v int64) { atomic.StoreInt64(&p.words[i], v) }

// Now is the time of the run.
func (p *Page) Now() clock.Instant { return clock.Instant(p.load(wordNow)) }

// Wall is the time of day in the run.
func (p *Page) Wall() time.Time { return time.Unix(0, p.load(wordWall)+p.load(wordNow)) }

// locked calls f while no other shell moves the time. A shell killed meanwhile frees the
// lock.
func (p *Page) locked(f func()) {
	for {
		err := syscall.Flock(int(p.file.Fd()), syscall.LOCK_EX)
		if err == nil {
			break
		}
		if !errors.Is(err, syscall.EINTR) {
			return
		}
	}
	defer func() { _ = syscall.Flock(int(p.file.Fd()), syscall.LOCK_UN) }()
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

// add notes a child process of a slot's shell.
func (p *Page) add(slot, pid int) {
	p.active()
	for i := firstProc; i < slotWords; i++ {
		if atomic.CompareAndSwapInt64(&p.words[slot+i], 0, int64(pid)) {
			return
		}
	}
	atomic.AddInt64(&p.words[slot+slotMore], 1)
}

// remove notes the end of a child process.
func (p *Page) remove(slot, pid int) {
	p.active()
	for i := firstProc; i < slotWords; i++ {
		if atomic.CompareAndSwapInt64(&p.words[slot+i], int64(pid), 0) {
			return
		}
	}
	atomic.AddInt64(&p.words[slot+slotMore], -1)
}

// active notes progress of the run.
func (p *Page) active() {
	p.store(wordActive, p.realNow())
	p.turn()
}

// turn notes an event: a look begun before is out of date.
func (p *Page) turn() { atomic.AddInt64(&p.words[wordTurn], 1) }

// realNow is a time common to all processes of the machine.
func (p *Page) realNow() int64 { return int64(p.real.Now()) }
