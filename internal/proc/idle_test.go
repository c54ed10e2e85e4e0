package proc

import (
	"runtime"
	"sync"
	"syscall"
	"testing"

	"ftsh/internal/sig"
)

func TestIdleEndsWhenReleased(t *testing.T) {
	p, release, err := StartIdle(0, -1)
	if err != nil {
		t.Fatal(err)
	}
	if _, done, err := p.Poll(false); done || err != nil {
		t.Fatalf("ended by itself: %v", err)
	}
	for range 5 {
		runtime.GC() // the child's calls stay in memory
	}
	release()
	release()
	st, err := p.Wait(false)
	if err != nil || st.ShellStatus() != 0 {
		t.Errorf("status %d, %v; want 0", st.ShellStatus(), err)
	}
}

func TestIdleTakesSignals(t *testing.T) {
	var ignore sig.Set
	ignore.Add(sig.SIGINT)
	p, release, err := StartIdle(ignore, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if err := p.Signal(sig.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := p.Signal(sig.SIGTERM); err != nil {
		t.Fatal(err)
	}
	st, err := p.Wait(false)
	if err != nil || !st.Signaled() || st.Signal() != syscall.SIGTERM {
		t.Errorf("status %+v, %v; want SIGTERM", st, err)
	}
}

// Idle processes neither keep each other alive nor disturb other processes.
func TestIdleMany(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 10 {
				a, endA, err := StartIdle(0, -1)
				if err != nil {
					t.Error(err)
					return
				}
				b, endB, err := StartIdle(0, -1)
				if err != nil {
					t.Error(err)
					return
				}
				endA()
				if _, err := a.Wait(false); err != nil {
					t.Error(err)
				}
				endB()
				if _, err := b.Wait(false); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}
