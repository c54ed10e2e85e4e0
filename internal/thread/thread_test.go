package thread

import (
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

func TestNoMoreThanBlockingMayHoldAThread(t *testing.T) {
	for range Blocking {
		if !Enter() {
			t.Fatal("too few may")
		}
	}
	if Enter() {
		t.Error("one more may")
	}
	if Enter() { // the previous call has not taken a place
		t.Error("one more may")
	}
	Leave()
	if !Enter() {
		t.Error("nobody may though one has left")
	}
	for range Blocking {
		Leave()
	}
	if n := held.Load(); n != 0 {
		t.Errorf("%d are held when all have left", n)
	}
}

func TestEnterFromEverywhere(t *testing.T) {
	var inside, most atomic.Int32
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			for range 1000 {
				if !Enter() {
					continue
				}
				if n := inside.Add(1); n > most.Load() {
					most.Store(n)
				}
				runtime.Gosched()
				inside.Add(-1)
				Leave()
			}
		})
	}
	all.Wait()
	if n := most.Load(); n > Blocking || n < 1 {
		t.Errorf("%d were inside at once", n)
	}
	if n := held.Load(); n != 0 {
		t.Errorf("%d are held when all have left", n)
	}
}

// Reserve makes the threads it asked room for, and none without room.
func TestReserve(t *testing.T) {
	reserved.flows.Store(0)
	before := made()
	asked := 0
	full := func(n int) error { asked++; return syscall.EAGAIN }
	if err := Reserve(4, full); err != syscall.EAGAIN || asked != 8 || made() > before+1 {
		t.Errorf("refused: %v, asked %d times, %d threads, before %d", err, asked, made(), before)
	}
	if err := Reserve(1, func(int) error { return syscall.ENOMEM }); err != syscall.ENOMEM {
		t.Errorf("refused for another reason: %v", err)
	}
	room := func(n int) error { asked = n; return nil }
	if err := Reserve(4, room); err != nil || made() < 12+runtime.GOMAXPROCS(0) {
		t.Errorf("%v, %d threads", err, made())
	}
	if asked = -1; Reserve(3, room) != nil || asked != -1 {
		t.Error("asked for what there is")
	}
	var all sync.WaitGroup
	for n := range 100 {
		all.Go(func() {
			if err := Reserve(n, func(int) error { return nil }); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := made(); n < 28+runtime.GOMAXPROCS(0) || n > 40+2*runtime.GOMAXPROCS(0) {
		t.Errorf("%d threads for many", n)
	}
}
