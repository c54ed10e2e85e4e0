//go:build linux

package through

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"testing"
)

// joined returns n Files of one process at one State.
func joined(t *testing.T, h *Holds, n int) (files []*File) {
	t.Helper()
	d, err := OpenDir(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		f, err := d.Open("a")
		if err != nil {
			t.Fatal(err)
		}
		h.turns.join(f, d.file("a"))
		files = append(files, f)
	}
	return files
}

func TestFilesOfAProcessTakeTurns(t *testing.T) {
	var h Holds
	files := joined(t, &h, 30)
	var all sync.WaitGroup
	inside, most := 0, 0
	for _, f := range files {
		all.Go(func() {
			for range 5 {
				if err := f.takeTurn(context.Background()); err != nil {
					t.Error(err)
					return
				}
				inside++ // the race detector sees a second one
				most = max(most, inside)
				runtime.Gosched()
				inside--
				f.endTurn()
			}
		})
	}
	all.Wait()
	if most != 1 {
		t.Errorf("%d at the same time", most)
	}
	for _, f := range files {
		f.Close()
	}
	if len(h.turns.all) != 0 {
		t.Errorf("%d States are remembered", len(h.turns.all))
	}
}

func TestTheWaitForATurnEnds(t *testing.T) {
	var h Holds
	files := joined(t, &h, 3)
	unlock, err := files[0].lock(context.Background(), free)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	got := make(chan error)
	go func() {
		_, err := files[1].lock(ctx, free)
		got <- err
	}()
	cancel(cause)
	if err := <-got; err != cause {
		t.Errorf("cancelled: %v", err)
	}
	go func() {
		_, err := files[2].lock(context.Background(), free)
		got <- err
	}()
	for over := false; !over; { // it may not be waiting yet
		files[0].turn.fail()
		select {
		case err := <-got:
			over = true
			if stopped := new(stoppedError); !errors.As(err, &stopped) {
				t.Errorf("without a lock: %v", err)
			}
		default:
			runtime.Gosched()
		}
	}
	unlock()
	if unlock, err = files[1].lock(context.Background(), free); err != nil {
		t.Fatal(err)
	}
	unlock()
	for _, f := range files {
		f.Close()
	}
}

func TestWakingWaitersOfAProcess(t *testing.T) {
	var h Holds
	files := joined(t, &h, 3)
	for row, f := range files[:2] {
		if !f.lockWaiter(row, true) {
			t.Fatalf("row %d is locked", row)
		}
	}
	files[1].sleeper.asleep.Store(true)
	if others := files[2].turn.wake([]int{0, 1, 2}); !slices.Equal(others, []int{1, 2}) {
		t.Errorf("the kernel wakes %v", others)
	}
	<-files[0].sleeper.woken
	<-files[1].sleeper.woken
	files[0].lockWaiter(0, false)
	if others := files[2].turn.wake([]int{0}); !slices.Equal(others, []int{0}) {
		t.Errorf("after the wait the kernel wakes %v", others)
	}
	for _, f := range files {
		f.Close()
	}
}
