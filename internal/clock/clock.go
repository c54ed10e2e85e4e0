// Package clock measures the time for deadlines, and waits for it.
//
// This time is CLOCK_BOOTTIME: it goes on while the machine is suspended and does not jump when the
// wall clock is set. The runtime's timers stand still during a suspend. So System adds a timerfd
// for timers that have run for a second and go on for longer; the first to expire counts. The
// timerfd exists only while there is such a timer.
//
// There is no state in the package: each System is a clock of its own. Go is a clock on package
// time, driven by testing/synctest. On systems other than Linux System is the runtime's monotonic
// clock, and a suspend does not count.
package clock

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Instant is a point in time in nanoseconds, comparable only with others of the
// same clock. 0 is long past.
type Instant int64

// Add returns the instant d later; far beyond the range it is the last instant.
func (i Instant) Add(d time.Duration) Instant {
	sum := i + Instant(d)
	if d > 0 && sum < i {
		return 1<<63 - 1
	}
	return sum
}

// Sub returns i - j.
func (i Instant) Sub(j Instant) time.Duration { return time.Duration(i - j) }

// A Timer is a pending call.
type Timer interface {
	// Stop cancels the call and reports whether it was in time.
	Stop() bool
}

// A Clock tells time and waits. It is safe for concurrent use.
type Clock interface {
	// Now is the time for deadlines.
	Now() Instant
	// Wall is the time of day.
	Wall() time.Time
	// AfterFunc calls f in a goroutine of its own after d.
	AfterFunc(d time.Duration, f func()) Timer
	// Sleep waits for d, or until ctx is done, and then returns its cause.
	Sleep(ctx context.Context, d time.Duration) error
}

// Go returns a clock on package time: its instants are nanoseconds of the wall
// clock, under testing/synctest those of the bubble.
func Go() Clock { return goClock{} }

type goClock struct{}

func (goClock) Now() Instant    { return Instant(time.Now().UnixNano()) }
func (goClock) Wall() time.Time { return time.Now() }

func (goClock) AfterFunc(d time.Duration, f func()) Timer { return time.AfterFunc(d, f) }

func (c goClock) Sleep(ctx context.Context, d time.Duration) error { return Sleep(ctx, c, d) }

// Sleep is Sleep of a clock, made of its AfterFunc.
func Sleep(ctx context.Context, c Clock, d time.Duration) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if d <= 0 {
		return nil
	}
	over := make(chan struct{})
	t := c.AfterFunc(d, func() { close(over) })
	defer t.Stop()
	select {
	case <-over:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// System returns a clock that counts the time of a suspend. It costs nothing until used.
func System() Clock { return &system{base: time.Now()} }

type system struct {
	base time.Time // zero of the runtime's clock
	ahead
	alarms
}

// short is how long a timer is left to the runtime alone: the effect of a suspend does not matter
// for so short a time. Most deadlines are cancelled sooner, and cost no timerfd.
const short = time.Second

func (c *system) Wall() time.Time { return time.Now() }

func (c *system) Now() Instant {
	t := time.Now()
	running := t.Sub(c.base)
	return c.at(running, time.Duration(t.UnixNano())-running,
		func() time.Duration { return bootAhead(c.base) })
}

func (c *system) Sleep(ctx context.Context, d time.Duration) error { return Sleep(ctx, c, d) }

func (c *system) AfterFunc(d time.Duration, f func()) Timer {
	if d < short {
		return time.AfterFunc(d, f)
	}
	t := &timer{clock: c, at: c.Now().Add(d), call: f, index: -1}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.timer = time.AfterFunc(short, t.goOn)
	return t
}

// A timer waits twice, and calls once.
type timer struct {
	clock *system
	at    Instant
	call  func()
	over  atomic.Bool

	mu    sync.Mutex // held while the timer is being set up
	timer *time.Timer
	index int // in alarms; -1: not there
}

// goOn is called when a timer has run for a second: a suspend counts from then on, and an earlier
// one counts at once.
func (t *timer) goOn() {
	t.mu.Lock()
	left := t.at.Sub(t.clock.Now())
	if t.over.Load() || left <= 0 {
		t.mu.Unlock()
		t.fire()
		return
	}
	defer t.mu.Unlock()
	t.timer = time.AfterFunc(left, t.fire)
	t.clock.add(t)
}

// fire is called by the first wait to end, on a goroutine that may block.
func (t *timer) fire() {
	if t.Stop() {
		t.call()
	}
}

func (t *timer) Stop() bool {
	if !t.over.CompareAndSwap(false, true) {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.timer.Stop()
	t.clock.remove(t)
	return true
}
