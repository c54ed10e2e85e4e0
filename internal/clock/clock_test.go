package clock

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

var errLimit = errors.New("limit")

func TestSleepOfTheSystemClock(t *testing.T) {
	for _, d := range []time.Duration{20 * time.Millisecond, short + 10*time.Millisecond} {
		c := System()
		start := c.Now()
		if err := c.Sleep(context.Background(), d); err != nil {
			t.Fatal(err)
		}
		if took := c.Now().Sub(start); took < d {
			t.Errorf("slept %v of %v", took, d)
		}
	}
}

func TestSleepEndsWithItsContext(t *testing.T) {
	for _, c := range []Clock{System(), Go()} {
		ctx, cancel := context.WithCancelCause(context.Background())
		time.AfterFunc(10*time.Millisecond, func() { cancel(errLimit) })
		if err := c.Sleep(ctx, time.Hour); err != errLimit {
			t.Errorf("err = %v", err)
		}
		if err := c.Sleep(ctx, 0); err != errLimit {
			t.Errorf("on a cancelled context: %v", err)
		}
	}
}

func TestTimerCallsOnce(t *testing.T) {
	c := System()
	var calls atomic.Int32
	for range 50 {
		c.AfterFunc(short, func() { calls.Add(1) })
	}
	stopped := c.AfterFunc(short, func() { t.Error("called after Stop") })
	if !stopped.Stop() || stopped.Stop() {
		t.Error("Stop")
	}
	time.Sleep(short + 100*time.Millisecond)
	if n := calls.Load(); n != 50 {
		t.Errorf("%d calls", n)
	}
}

func TestConcurrentTimersLeaveNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	c := System().(*system)
	done := make(chan struct{})
	for range 8 {
		go func() {
			for i := range 500 {
				c.AfterFunc(short+time.Duration(i)*time.Millisecond, func() {}).Stop()
			}
			done <- struct{}{}
		}()
	}
	for range 8 {
		<-done
	}
	for i := 0; runtime.NumGoroutine() > before; i++ {
		if i == 1000 {
			t.Fatalf("%d goroutines, before %d", runtime.NumGoroutine(), before)
		}
		time.Sleep(time.Millisecond)
	}
}

func TestInstantSaturates(t *testing.T) {
	if got := Instant(5).Add(1<<63 - 1); got != 1<<63-1 {
		t.Errorf("got %d", got)
	}
}

func BenchmarkNow(b *testing.B) {
	c := System()
	for b.Loop() {
		c.Now()
	}
}
