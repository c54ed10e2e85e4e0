package retry

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"ftsh/internal/clock"
)

const s = time.Second

// draws is a random source that always draws the same number.
type draws float64

func (d draws) Float64() float64     { return float64(d) }
func (d draws) IntN(n int) int       { return min(int(float64(d)*float64(n)), n-1) }
func (d draws) NormFloat64() float64 { return 0 }

// A step is an attempt or a deferral: how long it took, and what it asked for.
type step struct {
	took     time.Duration
	after    time.Duration // 0: nothing
	deferred bool
	free     bool // the sense list succeeded before it
}

// times returns n steps.
func times(n int, a step) []step { return slices.Repeat([]step{a}, n) }

type waitsCase struct {
	name   string
	policy string
	every  time.Duration // <0: none
	within time.Duration // 0: no deadline
	random float64
	steps  []step
	delays []time.Duration
	end    End // after the last delay
	last   bool
}

// wait takes the steps and the delays between them. It returns the delays, and the end that
// followed.
func (c *waitsCase) wait(w *Waits, clk clock.Clock) (delays []time.Duration, end End) {
	for _, a := range c.steps {
		if a.free {
			w.ForgetDeferrals()
		}
		w.Began(clk.Now())
		time.Sleep(a.took)
		next := w.Next
		if a.deferred {
			next = w.NextLook
		}
		d, end := next(After{a.after, a.after != 0})
		if end != GoesOn {
			return delays, end
		}
		delays = append(delays, d)
		time.Sleep(d)
	}
	return delays, GoesOn
}

// The delays after attempts, on the bubble's clock. A script's view of the same is in
// interp/block_pause_test.go.
func TestWaits(t *testing.T) {
	tenth := func(n time.Duration) time.Duration { return n * s / 10 }
	for _, c := range []waitsCase{
		{
			name: "the default doubles from one second", every: -1,
			steps: times(4, step{}), delays: []time.Duration{1 * s, 2 * s, 4 * s, 8 * s},
		},
		{
			name: "the default's randomness is a factor of 1 to 2", every: -1, random: 0.5,
			steps: times(3, step{}), delays: []time.Duration{tenth(15), tenth(30), tenth(60)},
		},
		{
			name: "a policy stops by itself", policy: "aws-simpledb", every: -1,
			steps: times(6, step{}), delays: make([]time.Duration, 5), end: Exhausted,
		},
		{
			name: "every counts from start to start", every: 10 * s,
			steps:  []step{{took: 3 * s}, {took: 10 * s}, {took: 12 * s}, {}},
			delays: []time.Duration{7 * s, 0, 0, 10 * s},
		},
		{
			name: "a delay of every is not cut", every: 10 * s, within: 25 * s,
			steps: times(3, step{}), delays: []time.Duration{10 * s, 10 * s}, end: TooLate,
		},
		{
			name: "up to a tenth is added to a requested delay", every: -1, random: 0.5,
			steps:  []step{{after: 100 * s}, {after: 10 * s}},
			delays: []time.Duration{105 * s, tenth(105)},
		},
		{
			name: "the addition is at most half of the time left", every: -1, within: 102 * s,
			random: 0.5, steps: []step{{after: 100 * s}}, delays: []time.Duration{101 * s},
		},
		{
			name: "a requested delay is not cut", every: -1, within: 50 * s,
			steps: []step{{after: 50 * s}}, end: TooLate,
		},
		{
			name: "a requested delay within the deadline", every: -1, within: 50 * s,
			steps: []step{{after: 49 * s}}, delays: []time.Duration{49 * s},
		},
		{
			name: "the policy counts on over a requested delay", every: -1,
			steps:  []step{{}, {after: 100 * s}, {}},
			delays: []time.Duration{1 * s, 100 * s, 4 * s},
		},
		{
			name: "a requested delay comes before every", every: 10 * s,
			steps: []step{{after: 100 * s}, {}}, delays: []time.Duration{100 * s, 10 * s},
		},
		{
			name: "a cut delay leaves time for the longest attempt", policy: "linear from 20 s",
			every: -1, within: 100 * s, steps: []step{{took: 10 * s}, {}, {}},
			delays: []time.Duration{20 * s, 40 * s, 20 * s}, last: true,
		},
		{
			name: "but at least half of the time left is waited", policy: "fixed from 30 min",
			every: -1, within: 10 * s, steps: []step{{took: 4 * s}},
			delays: []time.Duration{6 * s / 2}, last: true,
		},
		{
			name: "a delay as long as the time left is cut", policy: "fixed from 3 s", every: -1,
			within: 4 * s, steps: []step{{took: 1 * s}}, delays: []time.Duration{2 * s}, last: true,
		},
		{
			name: "after the deadline", every: -1, within: 4 * s,
			steps: []step{{took: 5 * s}}, delays: []time.Duration{0}, last: true,
		},
		{
			name: "deferrals have a count of their own, which begins anew when the way was free",
			steps: []step{{deferred: true}, {deferred: true}, {free: true}, {deferred: true},
				{free: true}, {}},
			every: -1, delays: []time.Duration{1 * s, 2 * s, 1 * s, 1 * s, 2 * s, 4 * s},
		},
		{
			name: "every counts from look to look", every: 10 * s,
			steps:  []step{{deferred: true, took: 2 * s}, {deferred: true, took: 11 * s}},
			delays: []time.Duration{8 * s, 0},
		},
		{
			name: "a look does not count as the longest attempt", policy: "fixed from 6 s", every: -1,
			within: 10 * s, steps: []step{{took: 1 * s}, {deferred: true, took: 0}},
			delays: []time.Duration{6 * s, 2 * s}, last: true,
		},
		{
			name: "after deferrals a policy goes on with its last delay", policy: "google-drive",
			every: -1, steps: times(8, step{deferred: true}),
			delays: []time.Duration{1 * s, 2 * s, 4 * s, 8 * s, 16 * s, 16 * s, 16 * s, 16 * s},
		},
		{
			name:   "after deferrals a policy without any delay waits as long as where it begins",
			policy: "google-http from 20 s to 1 hour", every: -1,
			steps:  times(2, step{deferred: true}),
			delays: []time.Duration{20 * s, 20 * s},
		},
		{
			name: "after a deferral a required delay is not cut", every: 10 * s, within: 10 * s,
			steps: []step{{deferred: true}}, end: TooLate,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				schedule := Schedule{Policy: policy(t, c.policy)}
				if c.every >= 0 {
					schedule.Every = &c.every
				}
				clk, deadline := clock.Go(), clock.Instant(0)
				if c.within > 0 {
					deadline = clk.Now().Add(c.within)
				}
				w := schedule.Waits(clk, draws(c.random), deadline)
				delays, end := c.wait(w, clk)
				if !slices.Equal(delays, c.delays) || end != c.end || w.Last() != c.last {
					t.Errorf("delays %v, end %d, last %v", delays, end, w.Last())
				}
			})
		})
	}
}

// A journal restores the count of failures, the previous delay and the longest attempt.
func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		schedule, clk := Schedule{Policy: policy(t, "")}, clock.Go()
		w := schedule.Waits(clk, draws(0), clk.Now().Add(20*s))
		for range 2 {
			w.Began(clk.Now())
			time.Sleep(2 * s)
			d, _ := w.Next(After{})
			time.Sleep(d)
		}
		p := w.Progress()
		if p != (Progress{Failures: 2, Previous: 2 * s, Longest: 2 * s}) {
			t.Errorf("%+v", p)
		}
		again := schedule.Waits(clk, draws(0), clk.Now().Add(5*s))
		again.GoOn(p)
		again.Began(clk.Now())
		if d, end := again.Next(After{}); d != 4*s || end != GoesOn || again.Last() {
			t.Errorf("delay %v, end %d, last %v", d, end, again.Last())
		}
		time.Sleep(1 * s)
		again.Began(clk.Now())
		if d, _ := again.Next(After{}); d != 2*s || !again.Last() {
			t.Errorf("delay %v, last %v", d, again.Last())
		}
	})
}
