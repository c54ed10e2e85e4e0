package through

import (
	"sync"
	"sync/atomic"
)

// turns let the Files of one process at one State take its lock one after the other, and wake each
// other. Without them each of a hundred branches opened the file anew to wait for the lock, held a
// thread in the kernel's queue, and looked now and then whether it had been woken. The zero value
// has no State yet.
type turns struct {
	mu  sync.Mutex
	all map[string]*turn // by path
}

// A turn is what the Files of one State share.
type turn struct {
	path  string
	files int           // that share it
	taken chan struct{} // has an element while a File has or wants the lock

	mu      sync.Mutex
	waiters map[int]*sleeper // by row
	failed  chan struct{}    // closed and replaced when the File with the turn cannot get the lock
}

// A sleeper is a File of this process that waits in a row.
type sleeper struct {
	woken  chan struct{}
	asleep atomic.Bool // on the futex word: only the kernel can wake it
}

// join makes f one of the Files that take turns.
func (t *turns) join(f *File, path string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	shared := t.all[path]
	if shared == nil {
		shared = &turn{path: path, taken: make(chan struct{}, 1), waiters: map[int]*sleeper{},
			failed: make(chan struct{})}
		if t.all == nil {
			t.all = make(map[string]*turn)
		}
		t.all[path] = shared
	}
	shared.files++
	f.turn, f.leave = shared, func() { t.left(shared) }
	f.sleeper = &sleeper{woken: make(chan struct{}, 1)}
}

func (t *turns) left(shared *turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if shared.files--; shared.files == 0 {
		delete(t.all, shared.path)
	}
}

// failure returns a channel that is closed when a File cannot get the lock.
func (t *turn) failure() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.failed
}

// fail tells the Files that wait for their turn that a File cannot get the lock.
func (t *turn) fail() {
	t.mu.Lock()
	defer t.mu.Unlock()
	close(t.failed)
	t.failed = make(chan struct{})
}

// enter makes a sleeper the one that waits in a row, and leave ends this.
func (t *turn) enter(row int, s *sleeper) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiters[row] = s
}

func (t *turn) leave(row int, s *sleeper) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.waiters[row] == s {
		delete(t.waiters, row)
	}
}

// wake wakes the waiters of this process, and returns the rows for the kernel to wake.
func (t *turn) wake(rows []int) (others []int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, row := range rows {
		s := t.waiters[row]
		if s != nil {
			select {
			case s.woken <- struct{}{}:
			default:
			}
		}
		if s == nil || s.asleep.Load() {
			others = append(others, row)
		}
	}
	return others
}
