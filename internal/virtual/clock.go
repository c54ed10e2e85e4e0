package virtual

import (
	"container/heap"
	"context"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"ftsh/internal/clock"
)

// A Clock is the clock of one shell of the run.
type Clock struct {
	// Stuck is called, once, when the run waits and nothing can make it go on. It must be set
	// before the clock is used.
	Stuck func()

	page *Page
	slot int
	once sync.Once

	mu      sync.Mutex
	timers  timers
	hanging int // calls of Hang
	moving  bool
}

// Join returns the clock of this process in the page's run.
func (p *Page) Join() (*Clock, error) {
	slot, err := p.enter(os.Getpid())
	if err != nil {
		return nil, err
	}
	return &Clock{Stuck: func() {}, page: p, slot: slot}, nil
}

// First is the process of the run's first shell, 0 if that has ended.
func (c *Clock) First() int {
	if pid := int(c.page.load(firstSlot + slotPid)); pid > 0 && alive(pid) {
		return pid
	}
	return 0
}

// Now is the time of the run.
func (c *Clock) Now() clock.Instant { return c.page.Now() }

// Wall is the time of day in the run.
func (c *Clock) Wall() time.Time { return c.page.Wall() }

// Began notes a started child process of the shell.
func (c *Clock) Began(pid int) { c.page.add(c.slot, pid) }

// Ended notes a reaped child process of the shell.
func (c *Clock) Ended(pid int) { c.page.remove(c.slot, pid) }

// AfterFunc calls f in a goroutine of its own after d.
func (c *Clock) AfterFunc(d time.Duration, f func()) clock.Timer {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &timer{clock: c, at: c.Now().Add(max(d, 0)), call: f}
	heap.Push(&c.timers, t)
	c.tell()
	c.move()
	return t
}

// Sleep waits for d, or until ctx is done, and then returns its cause.
func (c *Clock) Sleep(ctx context.Context, d time.Duration) error { return clock.Sleep(ctx, c, d) }

// Played notes the begin, or the end, of a wait of the script itself: a sleep, or a delay between
// attempts.
func (c *Clock) Played(begins bool) {
	n := int64(1)
	if !begins {
		n = -1
	}
	atomic.AddInt64(&c.page.words[c.slot+slotPlays], n)
	c.page.turn()
}

// Hang waits until ctx is done. If nothing can end it any more, the run is stuck.
func (c *Clock) Hang(ctx context.Context) error {
	c.mu.Lock()
	c.Played(true)
	defer c.Played(false)
	c.hanging++
	atomic.AddInt64(&c.page.words[c.slot+slotHangs], 1)
	c.page.turn()
	c.move()
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		c.hanging--
		atomic.AddInt64(&c.page.words[c.slot+slotHangs], -1)
		c.page.turn()
		c.mu.Unlock()
	}()
	<-ctx.Done()
	return context.Cause(ctx)
}

// tell notes the shell's next timer in the page. It is called with c.mu held.
func (c *Clock) tell() {
	next := int64(0)
	if len(c.timers) > 0 {
		next = int64(c.timers[0].at)
	}
	if c.page.load(c.slot+slotNext) != next {
		c.page.store(c.slot+slotNext, next)
		c.page.turn()
	}
}

// move begins to move the time, unless a mover runs already. It is called with c.mu held.
func (c *Clock) move() {
	if !c.moving {
		c.moving = true
		go c.mover()
	}
}

// rests of the mover between two looks. Short ones find the end of a short program, long ones cost
// nothing while a long one runs.
const (
	leastRest = 50 * time.Microsecond
	mostRest  = 5 * time.Millisecond
)

// mover moves the time while the shell waits for a timer or hangs.
func (c *Clock) mover() {
	runtime.LockOSThread() // look leaves out this thread
	defer runtime.UnlockOSThread()
	tid := threadID()
	var same watch
	for rest := leastRest; ; rest = min(rest*3/2, mostRest) {
		if c.fire() {
			rest = leastRest
		}
		c.mu.Lock()
		if len(c.timers) == 0 && c.hanging == 0 {
			c.moving = false
			c.mu.Unlock()
			return
		}
		c.mu.Unlock()
		if same.looks > 0 {
			rest = same.rest()
		}
		// The thread itself must sleep: a timer of the runtime could wake another one for it.
		pause(rest)
		runtime.Gosched() // goroutines ready to run get a thread
		g := c.page.look(tid)
		if g.state == works {
			c.page.flow()
		}
		if same.see(&g) {
			c.goOn(tid, &g)
			same = watch{}
		}
	}
}

// goOn moves the time to the next timer, or ends a stuck run, if nothing has happened since a look.
func (c *Clock) goOn(tid int, before *sight) {
	if len(before.programs) > 0 && !withoutWork(before.programs) {
		return
	}
	c.page.locked(func() {
		g := c.page.look(tid)
		switch {
		case !g.same(before):
		case g.state == isStuck:
			c.once.Do(c.Stuck)
		case g.state == waits && g.next > c.Now():
			c.page.store(wordNow, int64(g.next))
			c.page.active()
		}
	})
}

// fire makes the due calls, and reports whether there were any.
func (c *Clock) fire() (any bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.Now()
	for len(c.timers) > 0 && c.timers[0].at <= now {
		c.page.turn()
		t := heap.Pop(&c.timers).(*timer)
		go t.call()
		any = true
	}
	c.tell()
	return any
}

// flow lets the time flow while programs work for longer than patience.
func (p *Page) flow() {
	from := p.load(wordActive) + int64(patience)
	if p.realNow() < from {
		return
	}
	p.locked(func() {
		from, now := max(p.load(wordActive)+int64(patience), p.load(wordFlowed)), p.realNow()
		if now > from {
			p.store(wordNow, p.load(wordNow)+now-from)
			p.store(wordFlowed, now)
		}
	})
}

// A timer is a pending call.
type timer struct {
	clock *Clock
	at    clock.Instant
	call  func()
	index int
}

// Stop cancels the call and reports whether it was in time.
func (t *timer) Stop() bool {
	t.clock.mu.Lock()
	defer t.clock.mu.Unlock()
	if t.index < 0 {
		return false
	}
	heap.Remove(&t.clock.timers, t.index)
	t.clock.tell()
	return true
}

// timers is a heap, the earliest first.
type timers []*timer

func (q timers) Len() int           { return len(q) }
func (q timers) Less(i, j int) bool { return q[i].at < q[j].at }

func (q timers) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}

// Push adds a timer (container/heap).
func (q *timers) Push(x any) {
	t := x.(*timer)
	t.index = len(*q)
	*q = append(*q, t)
}

// Pop takes the last one (container/heap).
func (q *timers) Pop() any {
	old := *q
	t := old[len(old)-1]
	old[len(old)-1] = nil
	*q = old[:len(old)-1]
	t.index = -1
	return t
}
