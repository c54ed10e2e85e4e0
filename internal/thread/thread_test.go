package thread

import (
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
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
	if Enter() { // the one before has not taken a place
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

// threads are those of the process.
func threads(t *testing.T) int {
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Skip(err)
	}
	return len(tasks)
}

func TestReserveMakesThreadsThatStay(t *testing.T) {
	Reserve()
	want := Blocking + spare + runtime.GOMAXPROCS(0)
	if got := threads(t); got < want {
		t.Errorf("%d threads, want %d", got, want)
	}
	time.Sleep(50 * time.Millisecond)
	before := threads(t)
	if before < want {
		t.Errorf("%d threads, want %d", before, want)
	}
	Reserve() // those that there are do
	if got := threads(t); got > before+2 {
		t.Errorf("%d threads and then %d", before, got)
	}
}
