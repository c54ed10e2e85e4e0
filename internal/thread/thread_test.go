package thread

import (
	"runtime"
	"sync"
	"syscall"
	"testing"
)

// Reserve makes what it asked room for, and nothing where there is none.
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
