package interp

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/retry"
	"ftsh/internal/scope"
)

// A contest is a race of attempts that only take time, in seconds, with the times observed.
type contest struct {
	race
	begun, ended []time.Duration // from the start; 0 in ended: it did not end
	order        []int
}

// newContest makes a race in which attempt i ends with verdicts[i] after lasts[i] seconds,
// or when it is cancelled.
func newContest(lasts []int, verdicts []retry.Verdict, decides func(attempt) *scope.Cause) *contest {
	c := &contest{begun: make([]time.Duration, len(lasts)),
		ended: make([]time.Duration, len(lasts))}
	start := time.Now()
	c.scope = scope.NewRoot(&scope.Config{Clock: clock.Go()}, nil)
	c.start = func(i int) func() attempt {
		c.begun[i] = time.Since(start)
		return func() attempt {
			select {
			case <-time.After(time.Duration(lasts[i]) * time.Second):
				return attempt{number: i + 1, verdict: verdicts[i]}
			case <-c.scope.Context().Done():
				return attempt{number: i + 1, verdict: retry.Cancelled}
			}
		}
	}
	c.race.ended = func(i int, a attempt) *scope.Cause {
		c.order, c.ended[i] = append(c.order, i), time.Since(start)
		return decides(a)
	}
	return c
}

func seconds(s ...int) (d []time.Duration) {
	for _, n := range s {
		d = append(d, time.Duration(n)*time.Second)
	}
	return d
}

func (c *contest) expect(t *testing.T, begun, ended []time.Duration, order []int) {
	t.Helper()
	if !slices.Equal(c.begun, begun) {
		t.Errorf("begun at %v, want %v", c.begun, begun)
	}
	if !slices.Equal(c.ended, ended) {
		t.Errorf("ended at %v, want %v", c.ended, ended)
	}
	if order != nil && !slices.Equal(c.order, order) {
		t.Errorf("ended in the order %v, want %v", c.order, order)
	}
}

func neverEnd(attempt) *scope.Cause { return nil }

func endOn(v retry.Verdict) func(attempt) *scope.Cause {
	return func(a attempt) *scope.Cause {
		if a.verdict == v {
			return &scope.Cause{Kind: scope.Sibling}
		}
		return nil
	}
}

// atMost is the pace of a forall with jobs.
func atMost(n int) func(int) <-chan struct{} {
	now := make(chan struct{})
	close(now)
	return func(running int) <-chan struct{} {
		if running >= n {
			return nil
		}
		return now
	}
}

func TestRaceOfTwoAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newContest([]int{3, 1, 4, 1}, make([]retry.Verdict, 4), neverEnd)
		c.next = atMost(2)
		c.run(4)
		c.expect(t, seconds(0, 0, 1, 3), seconds(3, 1, 5, 4), []int{1, 0, 3, 2})
	})
}

// The first failure cancels the rest, and no further attempt begins.
func TestRaceEndsWithAFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newContest([]int{9, 2, 9}, []retry.Verdict{0, retry.FailedOnce, 0},
			endOn(retry.FailedOnce))
		c.next = atMost(2)
		c.run(3)
		c.expect(t, seconds(0, 0, 0), seconds(2, 2, 0), []int{1, 0})
	})
}

func TestRaceInACancelledScope(t *testing.T) {
	c := newContest([]int{1}, make([]retry.Verdict, 1), neverEnd)
	c.next = atMost(1)
	c.scope.Cancel(&scope.Cause{Kind: scope.Signal})
	c.run(1)
	c.expect(t, seconds(0), seconds(0), []int{})
	c.run(0)
}

// Another pace and another end: the next begins when the last one has run for three seconds or has
// failed; the first success ends the rest.
func TestRaceWithAHedge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newContest([]int{20, 1, 20, 4, 9},
			[]retry.Verdict{0, retry.FailedOnce, 0, retry.Succeeded, 0},
			endOn(retry.Succeeded))
		before := -1
		var pace <-chan struct{}
		c.next = func(running int) <-chan struct{} {
			switch {
			case running == 0 || before > running: // it has failed
				now := make(chan struct{})
				close(now)
				pace = now
			case before < running:
				wait := make(chan struct{})
				time.AfterFunc(3*time.Second, func() { close(wait) })
				pace = wait
			}
			before = running
			return pace
		}
		c.run(5)
		c.expect(t, seconds(0, 3, 4, 7, 10), seconds(11, 4, 11, 11, 11), nil)
		if c.order[0] != 1 || c.order[1] != 3 {
			t.Errorf("ended in the order %v", c.order)
		}
	})
}
