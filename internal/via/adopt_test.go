package via

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/journal"
)

// A later run waits for the submitted branches, repeats submissions without a known answer, and
// submits the rest. Branches nobody waits for do not begin, or are ended.
func TestAdopt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		words := []journal.Branch{{Word: "runs", Occurrence: 1}, {Word: "ended", Occurrence: 1},
			{Word: "not taken", Occurrence: 1}, {Word: "dropped", Occurrence: 1}}
		for _, err := range []error{
			f.dir.WriteWords(1, 1, words), f.dir.writeIndex(1, 1, []int{1, 2, 3}),
			f.dir.writeIndex(2, 1, []int{4}), f.dir.writeIndex(3, 1, []int{3}),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		f.dir.writeTaken(1, 2)
		f.dir.writeTaken(2, 1)
		f.end(2, 7) // not read yet
		f.queued[taskID{1, 0}], f.queued[taskID{2, 0}] = true, true
		f.auto = func(n, _ int) { f.end(n, n) }

		found, err := f.dir.Find()
		if err != nil {
			t.Fatal(err)
		}
		if found.Run != 2 || found.Next != 5 || len(found.Branches) != 4 || found.last != 3 {
			t.Fatalf("found %+v", found)
		}
		if err := found.Want(f.dir, map[int]bool{1: true, 2: true, 3: true}); err != nil {
			t.Fatal(err)
		}
		if mine, err := f.dir.take(4, 2); mine || err != nil {
			t.Errorf("what nobody waits for begins: %v", err)
		}
		time.AfterFunc(time.Minute, func() { f.end(1, 1) })
		s := NewSession(f.dir, f, clock.Go(), Options{
			Branches: 4, Chunk: 1000, Every: 10 * time.Second, Patience: 70 * time.Second,
			Ending:  time.Minute,
			Longest: func() time.Duration { return 0 }, Run: found.Run, Found: found,
		})
		var run, all sync.WaitGroup
		run.Go(func() { s.Run(context.Background()) })
		results := make([]Result, 4)
		for i, n := range []int{1, 2, 3, 5} {
			all.Go(func() { results[i] = s.Branch(n, func() error { return nil }) })
		}
		all.Wait()
		s.End()
		run.Wait()
		if got, want := statuses(results), []int{1, 7, 3, 5}; !slices.Equal(got, want) {
			t.Errorf("statuses %v, want %v", got, want)
		}
		if got, want := f.submissions(), []Submission{{Number: 3, Tasks: 1, Again: true},
			{Number: 4, Tasks: 1}}; !slices.Equal(got, want) {
			t.Errorf("submissions %+v, want %+v", got, want)
		}
		if got, want := f.dropped, []taskID{{2, 0}}; !slices.Equal(got, want) {
			t.Errorf("dropped %v, want %v", got, want)
		}
	})
}
