//go:build linux

package virtual

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func newClock(t *testing.T) *Clock {
	t.Helper()
	path := filepath.Join(t.TempDir(), "clock")
	if err := Create(path); err != nil {
		t.Fatal(err)
	}
	p, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Join()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// An hour takes no time, and is an hour.
func TestTimeJumps(t *testing.T) {
	c := newClock(t)
	real, wall, start := time.Now(), c.Wall(), c.Now()
	c.Played(true)
	defer c.Played(false)
	if err := c.Sleep(context.Background(), time.Hour); err != nil {
		t.Fatal(err)
	}
	if took := c.Now().Sub(start); took != time.Hour {
		t.Errorf("an hour takes %v", took)
	}
	if took := c.Wall().Sub(wall); took != time.Hour {
		t.Errorf("by the time of day %v", took)
	}
	if took := time.Since(real); took > 10*time.Minute {
		t.Errorf("really %v", took)
	}
}

// Timers keep their order, whoever waits for them.
func TestOrderOfTimers(t *testing.T) {
	c := newClock(t)
	c.Played(true)
	var mu sync.Mutex
	var order []time.Duration
	var all sync.WaitGroup
	for _, d := range []time.Duration{3 * time.Hour, time.Second, 20 * time.Minute} {
		all.Go(func() {
			_ = c.Sleep(context.Background(), d)
			mu.Lock()
			defer mu.Unlock()
			order = append(order, d)
		})
	}
	all.Wait()
	if len(order) != 3 || order[0] != time.Second || order[1] != 20*time.Minute {
		t.Errorf("the order is %v", order)
	}
}

// A stopped timer makes no call, and the time does not go to it.
func TestStoppedTimer(t *testing.T) {
	c := newClock(t)
	start := c.Now()
	stopped := c.AfterFunc(time.Minute, func() { t.Error("a stopped timer called") })
	if !stopped.Stop() || stopped.Stop() {
		t.Error("Stop reports something else")
	}
	c.Played(true)
	_ = c.Sleep(context.Background(), time.Hour)
	if took := c.Now().Sub(start); took != time.Hour {
		t.Errorf("an hour takes %v", took)
	}
}

// The time stands still while a program works.
func TestProgramsTakeNoTime(t *testing.T) {
	c := newClock(t)
	cmd := exec.Command("/bin/sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c.Began(cmd.Process.Pid)
	start, over := c.Now(), make(chan struct{})
	c.AfterFunc(time.Hour, func() { close(over) })
	_ = cmd.Wait()
	if took := c.Now().Sub(start); took >= time.Hour {
		t.Errorf("the time went on by %v", took)
	}
	c.Ended(cmd.Process.Pid)
	c.Played(true)
	<-over
}

// A command that hangs waits for the next limit, and without one the run is stuck.
func TestHang(t *testing.T) {
	c := newClock(t)
	stuck := make(chan struct{})
	c.Stuck = func() { close(stuck) }
	limit := errors.New("limit")
	ctx, cancel := context.WithCancelCause(context.Background())
	c.AfterFunc(time.Hour, func() { cancel(limit) })
	if err := c.Hang(ctx); err != limit {
		t.Errorf("it ends with %v", err)
	}
	ctx, end := context.WithCancel(context.Background())
	go func() {
		<-stuck
		end()
	}()
	_ = c.Hang(ctx)
}

// The slot of an ended process is free.
func TestSlots(t *testing.T) {
	c := newClock(t)
	if c.First() != os.Getpid() {
		t.Errorf("the first shell is %d", c.First())
	}
	c.page.store(c.slot+slotPid, 1<<22+1)
	if c.First() != 0 {
		t.Errorf("an ended shell is first: %d", c.First())
	}
	if slot, err := c.page.enter(os.Getpid()); err != nil || slot != c.slot {
		t.Errorf("slot %d, %v", slot, err)
	}
}
