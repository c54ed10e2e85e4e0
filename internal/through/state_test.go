package through

import (
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ftsh/internal/clock"
)

// dead is a Living: all rows are alive except those listed.
type dead struct{ holders, waiters map[int]bool }

func (d dead) HolderLives(row int) bool { return !d.holders[row] }
func (d dead) WaiterLives(row int) bool { return !d.waiters[row] }

// fixed is a policy with one delay.
func fixed(d time.Duration) Delays { return func(int, time.Duration) time.Duration { return d } }

const second = clock.Instant(time.Second)

// enter asks for a newcomer. It begins if it may, and otherwise waits in row.
func enter(s *State, now clock.Instant, t Terms, cost, row int, live Living) (Answer, uint64) {
	q := Query{Terms: t, Waiter: -1, Cost: cost}
	if row < len(s.Waiters) && s.Waiters[row].Ticket != 0 {
		q.Waiter = row
	}
	a := s.Ask(now, q, live, fixed(10*time.Second))
	if a.For != Nothing {
		s.Wait(now, row, a.For, 1)
		return a, 0
	}
	slot := -1
	if a.Kind != 0 {
		for slot = 0; slot < len(s.Holders) && s.Holders[slot].Serial != 0; slot++ {
		}
	}
	serial, _, wake := s.Begin(now, q, a, slot, Holder{}, live)
	a.Wake = append(a.Wake, wake...)
	return a, serial
}

func TestBudget(t *testing.T) {
	s, live, terms := &State{}, dead{}, Terms{Budgeted: true, Ratio: 0.5}
	now := 1000 * second
	for range 4 { // bring two tokens
		if a, _ := enter(s, now, terms, 0, 0, live); a.For != Nothing {
			t.Fatal(a)
		}
	}
	for n := range 32 { // 30 come from the floor
		if a, _ := enter(s, now, terms, 1, 0, live); a.For != Nothing {
			t.Fatal(n, a)
		}
	}
	a, _ := enter(s, now, terms, 1, 0, live)
	if a.For != Budget || a.At != 1010*second {
		t.Fatal(a)
	}
	if other, _ := enter(s, now, Terms{Budgeted: true, Ratio: 0.6}, 1, 1,
		live); other.For != Budget {
		t.Error("overtakes", other) // same history, another ratio; but somebody waits
	}
	if a, _ := enter(s, now+5*second, terms, 1, 0, live); a.For != Budget {
		t.Error(a)
	}
	// Tokens taken return, and deposits by first attempts expire with them.
	a, _ = enter(s, a.At, terms, 2, 0, live)
	if a.For != Nothing || len(a.Wake) != 1 || a.Wake[0] != 1 {
		t.Error(a)
	}
	if got := s.Budget.balance(1010*second, 0.5); got != 28 {
		t.Error(got)
	}
	if got := s.Budget.balance(1030*second, 0.5); got != 30 {
		t.Error("lost for good:", got)
	}
}

func TestJobs(t *testing.T) {
	s, live, two := &State{}, dead{map[int]bool{}, map[int]bool{}}, Terms{Jobs: 2}
	now := second
	_, first := enter(s, now, two, 0, 0, live)
	_, other := enter(s, now, two, 0, 0, live)
	for row := range 3 {
		if a, _ := enter(s, now, two, 0, row, live); a.For != Jobs {
			t.Fatal(a)
		}
	}
	live.waiters[0] = true // the waiter died
	s.Release(0, first)
	if wake := s.Next(now, Job, live); len(wake) != 1 || wake[0] != 1 {
		t.Fatal(wake)
	}
	for row, terms := range map[int]Terms{2: two, 3: {Jobs: 2}} {
		if a, _ := enter(s, now, terms, 0, row, live); a.For != Jobs {
			t.Error("overtakes", a)
		}
	}
	// The woken waiter was stopped: the next one begins.
	now += 3 * second
	if a, serial := enter(s, now, two, 0, 2, live); a.For != Nothing || serial == 0 {
		t.Fatal(a)
	}
	// A dead holder leaves its slot.
	live.holders[1] = true
	if a, _ := enter(s, now, two, 0, 1, live); a.For != Nothing {
		t.Error(a)
	}
	if s.Release(1, other) {
		t.Error("it was another's by then")
	}
}

func TestBreaker(t *testing.T) {
	s, live, terms := &State{}, dead{map[int]bool{}, map[int]bool{}},
		Terms{Failures: 3, Within: 10 * time.Second}
	now := 100 * second
	fail := func(o Outcome, began clock.Instant, serial uint64) bool {
		return s.Finish(now, Report{Outcome: o, Began: began, Serial: serial}, &terms,
			fixed(10*time.Second))
	}
	fail(Failure, now, 0)
	fail(Failure, now, 0)
	fail(Success, now, 0)
	fail(Failure, now, 0)
	now += 11 * second // the failure above is too old now
	fail(Failure, now, 0)
	if fail(Failure, now, 0) || s.Phase != Closed {
		t.Fatal("open too soon")
	}
	if !fail(Failure, now, 0) || s.Phase != Open || s.Until != now+10*second {
		t.Fatal(s.Phase)
	}
	if fail(Success, now-second, 0) || s.Phase != Open {
		t.Error("what began before counts")
	}
	for row := range 4 {
		if a, _ := enter(s, now, terms, 0, row, live); a.For != Breaker || row == 0 &&
			a.At != s.Until {
			t.Fatal(row, a)
		}
	}
	now += 10 * second
	if a, _ := enter(s, now, terms, 0, 1, live); a.For != Breaker || len(a.Wake) != 1 ||
		a.Wake[0] != 0 {
		t.Fatal(a)
	}
	a, probe := enter(s, now, terms, 0, 0, live)
	if a.Kind != Probe {
		t.Fatal(a)
	}
	if a, _ := enter(s, now, terms, 0, 1, live); a.For != Breaker {
		t.Fatal("two probes")
	}
	// The probe fails: the next is due later, and the failed block is last in the queue.
	s.Release(0, probe)
	fail(Failure, now, probe)
	if s.Phase != Open || s.Openings != 2 || s.Until != now+10*second {
		t.Fatal(s.Phase, s.Openings)
	}
	if a, _ := enter(s, now, terms, 1, 0, live); a.For != Breaker || a.At != 0 {
		t.Error(a)
	}
	now = s.Until
	a, probe = enter(s, now, terms, 1, 1, live)
	if a.Kind != Probe {
		t.Fatal(a)
	}
	began := now
	now += 11 * second // the probe is too old and is replaced
	a, second := enter(s, now, terms, 1, 2, live)
	if a.Kind != Probe || second == probe {
		t.Fatal(a)
	}
	s.Release(0, probe)
	fail(Failure, began, probe)
	if s.Openings != 2 {
		t.Error("a lost probe counts")
	}
	// The second probe succeeds: two are admitted, then two for each success.
	s.Release(1, second)
	fail(Success, now, second)
	if s.Phase != Ramp {
		t.Fatal(s.Phase)
	}
	if wake := s.Next(now, Probe, live); len(wake) != 2 || wake[0] != 3 || wake[1] != 0 {
		t.Fatal(wake)
	}
	if s.Budget.balance(now, 0) != 30 {
		t.Error("charged while it was open")
	}
}

// A thousand clients use a server. It stops for a minute and can serve 50 requests at once. When
// it returns there is no burst.
func TestNoBurstAtTheReturn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		s, live, terms := &State{}, dead{}, DefaultTerms()
		terms.Budgeted = false
		start := time.Now()
		now := func() clock.Instant { return clock.Instant(time.Since(start)) + second }
		down := func() bool {
			d := time.Since(start)
			return d > 5*time.Second && d < 65*time.Second
		}
		running, most, calls := 0, 0, 0
		const clients = 1000
		var all sync.WaitGroup
		for client := range clients {
			all.Go(func() {
				rng := rand.New(rand.NewPCG(1, uint64(client)))
				time.Sleep(time.Duration(rng.Int64N(int64(20 * time.Second))))
				for try := 0; ; try++ {
					began, serial, row := clock.Instant(0), uint64(0), -1
					for {
						mu.Lock()
						before := len(s.Holders)
						q := Query{Terms: terms, Waiter: -1, Cost: try}
						if client < len(s.Waiters) && s.Waiters[client].Ticket != 0 {
							q.Waiter = client
						}
						a := s.Ask(now(), q, live, fixed(5*time.Second))
						if a.For == Nothing {
							if a.Kind != 0 {
								for row = 0; row < before && s.Holders[row].Serial != 0; row++ {
								}
							}
							serial, _, _ = s.Begin(now(), q, a, row, Holder{}, live)
							began = now()
							mu.Unlock()
							break
						}
						s.Wait(now(), client, a.For, 1)
						mu.Unlock()
						d := time.Second + time.Duration(rng.Int64N(int64(time.Second)))
						if a.At != 0 {
							d = min(d, a.At.Sub(now()))
						}
						time.Sleep(max(d, time.Millisecond)) // nobody wakes: only looks
					}
					mu.Lock()
					running++
					calls++
					if time.Since(start) > 65*time.Second {
						most = max(most, running)
					}
					fails := down() || running > 50
					mu.Unlock()
					time.Sleep(50 * time.Millisecond)
					mu.Lock()
					running--
					r := Report{Outcome: Success, Began: began, Serial: serial}
					if fails {
						r.Outcome = Failure
					}
					if row >= 0 {
						s.Release(row, serial)
					}
					s.Finish(now(), r, &terms, fixed(5*time.Second))
					s.Next(now(), s.kindOf(serial), live)
					mu.Unlock()
					if !fails {
						return
					}
					time.Sleep(time.Second)
				}
			})
		}
		all.Wait()
		if most > 200 {
			t.Errorf("%d at once when it was back", most)
		}
		if calls > clients+200 {
			t.Errorf("%d calls", calls)
		}
		if d := time.Since(start); d > 3*time.Minute {
			t.Errorf("over after %v", d)
		}
		t.Logf("%d at once, %d calls, %v", most, calls, time.Since(start))
	})
}

// kindOf stands for the kinds; this test keeps none.
func (s *State) kindOf(uint64) Kind { return 0 }

func TestCutShort(t *testing.T) {
	s, terms := &State{}, Terms{Failures: 1, Within: time.Minute}
	now := 100 * second
	s.Finish(now, Report{Outcome: Success, Began: now - 5*second}, &terms, fixed(0))
	s.Finish(now, Report{Outcome: CutShort, Began: now - 4*second}, &terms, fixed(0))
	if s.Phase != Closed {
		t.Error("it would have succeeded, perhaps")
	}
	s.Finish(now, Report{Outcome: Neither, Began: now}, &terms, fixed(0))
	if s.Phase != Closed {
		t.Error("it says nothing")
	}
	s.Finish(now, Report{Outcome: CutShort, Began: now - 6*second}, &terms, fixed(0))
	if s.Phase != Open {
		t.Error("longer than any success")
	}
}

// A delay requested by one attempt binds the others, each for a slightly different time.
func TestAskedDelays(t *testing.T) {
	s, live, terms := &State{}, dead{}, DefaultTerms()
	now := 100 * second
	s.Finish(now, Report{Outcome: Failure, Began: now, Asks: true, After: time.Hour,
		Most: 20 * time.Second}, &terms, fixed(0))
	for share, want := range map[float64]clock.Instant{0: 120 * second, 0.5: 121 * second} {
		q := Query{Terms: terms, Waiter: -1, Share: share}
		if a := s.Ask(now, q, live, fixed(0)); a.For != Asked || a.At != want {
			t.Error(a)
		}
		if a := s.Ask(want, q, live, fixed(0)); a.For != Nothing {
			t.Error(a)
		}
	}
	if a := s.Ask(now, Query{Terms: Terms{Jobs: 1}, Waiter: -1}, live, fixed(0)); a.For != Nothing {
		t.Error("a plain lock waits:", a)
	}
}

// If many waiters are before it, a waiter only checks whether the one directly before still waits.
func TestWhoCameBefore(t *testing.T) {
	s := &State{}
	for row := range 40 {
		why := Breaker
		if row%2 == 1 {
			why = Budget
		}
		s.Wait(second, 39-row, why, 1)
	}
	for row, want := range map[int]int{39: -1, 9: -1, 7: 9, 1: 3, 0: 2, 8: -1, 6: 8} {
		if got, ticket := s.before(row); got != want || want >= 0 &&
			ticket != s.Waiters[want].Ticket {
			t.Errorf("%d: %d", row, got)
		}
	}
}

// An attempt begun before the breaker opened has no effect, even after the breaker has closed.
func TestLateFailures(t *testing.T) {
	s, live, terms := &State{}, dead{}, Terms{Failures: 1, Within: time.Hour}
	now := 100 * second
	s.Finish(now, Report{Outcome: Failure, Began: now - second}, &terms, fixed(0))
	_, serial := enter(s, now+second, terms, 0, 0, live)
	s.Finish(now+2*second, Report{Outcome: Success, Began: now + second, Serial: serial}, &terms,
		fixed(0))
	s.Next(now+2*second, Probe, live)
	if s.Phase != Closed {
		t.Fatal(s.Phase)
	}
	s.Finish(now+3*second, Report{Outcome: Failure, Began: now - second}, &terms, fixed(0))
	if s.Phase != Closed {
		t.Error("it is open by what began before it opened")
	}
}

// A block with a budget and no breaker pays, whatever the breaker of others does.
func TestBudgetBesideAnOpenBreaker(t *testing.T) {
	s, live, breaks, pays := &State{}, dead{}, Terms{Failures: 1, Within: time.Hour},
		Terms{Budgeted: true}
	now := 100 * second
	s.Finish(now, Report{Outcome: Failure, Began: now}, &breaks, fixed(time.Hour))
	n := 0
	for ; n < 100; n++ {
		if a, _ := enter(s, now, pays, 1, 0, live); a.For != Nothing {
			break
		}
	}
	if n != 30 {
		t.Error(n, "retries")
	}
}

// A waiter for a requested delay does not hold up the probe.
func TestAskedDelaysAndTheBreaker(t *testing.T) {
	s, live, terms := &State{}, dead{}, Terms{Failures: 1, Within: time.Hour}
	now := 100 * second
	s.Finish(now, Report{Outcome: Failure, Began: now, Asks: true, After: 100 * time.Second,
		Most: time.Hour}, &terms, fixed(0))
	ask := func(now clock.Instant, row int, share float64) Answer {
		q := Query{Terms: terms, Waiter: -1, Share: share}
		if row < len(s.Waiters) {
			q.Waiter = row
		}
		a := s.Ask(now, q, live, fixed(0))
		if a.For != Nothing {
			s.Wait(now, row, a.For, 1)
		}
		return a
	}
	if a := ask(now, 0, 0.9); a.For != Asked || a.At != 209*second {
		t.Error(a)
	}
	if a := ask(now, 1, 0); a.For != Asked || a.At != 200*second {
		t.Error(a)
	}
	if a := ask(200*second, 1, 0); a.For != Nothing || a.Kind != Probe || len(a.Wake) != 0 {
		t.Error("it waits for who waits longer:", a)
	}
}

// If the first waiters are stopped, more and more are woken at once, and the order is kept.
func TestManyStoppedWaiters(t *testing.T) {
	s, live, lock := &State{}, dead{}, Terms{Jobs: 1}
	now := 100 * second
	_, serial := enter(s, now, lock, 0, 0, live)
	for row := range 101 {
		enter(s, now, lock, 0, row, live)
	}
	s.Release(0, serial)
	s.Next(now, Job, live)
	for ; now < 130*second; now += second {
		if a, _ := enter(s, now, lock, 0, 100, live); a.For == Nothing {
			return
		}
	}
	t.Error("after half a minute it still waits for those that were stopped")
}

// A ramp goes on after a failure although nobody waits: its failures are not forgotten.
func TestRampWithoutWaiters(t *testing.T) {
	s, live, terms := &State{}, dead{}, Terms{Failures: 2, Within: time.Hour}
	now := 100 * second
	finish := func(o Outcome, serial uint64) {
		s.Release(0, serial)
		s.Finish(now, Report{Outcome: o, Began: now, Serial: serial}, &terms, fixed(10*time.Second))
		s.Next(now, Ramping, live)
		now += second
	}
	finish(Failure, 0)
	finish(Failure, 0)
	now += 10 * second
	_, probe := enter(s, now, terms, 0, 0, live)
	s.Wait(now, 0, Breaker, 1) // somebody waits, and leaves
	finish(Success, probe)
	s.Leave(0)
	_, serial := enter(s, now, terms, 0, 0, live)
	finish(Failure, serial)
	if s.Phase != Ramp || s.Failing != 1 {
		t.Fatal(s.Phase, s.Failing)
	}
	_, serial = enter(s, now, terms, 0, 0, live)
	finish(Failure, serial)
	if s.Phase != Open || s.Openings != 2 {
		t.Fatal(s.Phase, s.Openings)
	}
	now += 10 * second
	_, probe = enter(s, now, terms, 0, 0, live)
	finish(Success, probe)
	if s.Phase != Closed || s.Openings != 0 {
		t.Error(s.Phase, s.Openings)
	}
}
