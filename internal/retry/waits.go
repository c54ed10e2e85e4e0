package retry

import (
	"time"

	"ftsh/backoff"
	"ftsh/internal/clock"
)

// An After is a delay that an attempt asked for (failure --after). The zero value asks for none.
type After struct {
	Delay time.Duration
	Asked bool
}

// Waits computes the delays between the attempts of one try (docs/language.md, section 4: "Waits
// never overrun the deadline").
type Waits struct {
	clock    clock.Clock
	rand     backoff.Rand
	spec     backoff.Spec
	policy   backoff.Policy // of spec; nil: no wait has been computed yet
	every    *time.Duration // nil: the policy decides
	deadline clock.Instant  // 0: none

	started   clock.Instant // of the running attempt
	longest   time.Duration // the longest attempt so far
	attempts  steps
	deferrals steps // since the sense list succeeded last
	last      bool  // the wait was cut short: the next attempt is the last
}

// steps are the progress of a policy.
type steps struct {
	n        int // how many delays it has returned
	previous time.Duration
}

// Waits returns the delays for the attempts until deadline; 0: there is none.
func (s *Schedule) Waits(c clock.Clock, r backoff.Rand, deadline clock.Instant) *Waits {
	return &Waits{clock: c, rand: r, spec: s.Policy, every: s.Every, deadline: deadline}
}

// Began notes that an attempt, a check or a look began at an instant.
func (w *Waits) Began(at clock.Instant) { w.started = at }

// Last reports whether the deadline cut the latest delay short, so that the attempt after it is the
// last one.
func (w *Waits) Last() bool { return w.last }

// ForgetDeferrals begins the delays after deferrals anew: the sense list has succeeded.
func (w *Waits) ForgetDeferrals() { w.deferrals = steps{} }

// An End says why no delay follows an attempt.
type End uint8

// The ends.
const (
	GoesOn    End = iota
	Exhausted     // the policy has stopped
	TooLate       // the required delay would overrun the deadline
)

// Next returns the delay after an attempt that has just ended and asked for after. There is no
// delay unless the End is GoesOn.
func (w *Waits) Next(after After) (time.Duration, End) {
	now := w.clock.Now()
	w.longest = max(w.longest, now.Sub(w.started))
	return w.next(&w.attempts, now, after, false)
}

// NextLook returns the delay after a deferral, like Next. A policy that stops goes on with its last
// delay.
func (w *Waits) NextLook(after After) (time.Duration, End) {
	return w.next(&w.deferrals, w.clock.Now(), after, true)
}

// next returns the next delay of at. With forever, no policy stops.
func (w *Waits) next(at *steps, now clock.Instant, after After, forever bool) (time.Duration, End) {
	left := time.Duration(1<<63 - 1)
	if w.deadline != 0 {
		left = max(w.deadline.Sub(now), 0)
	}
	n := at.n
	at.n++
	switch {
	case after.Asked:
		d, end := whole(after.Delay, left)
		return d + w.addition(d, left), end
	case w.every != nil:
		return whole(max(w.started.Add(*w.every).Sub(now), 0), left)
	}
	if w.policy == nil {
		w.policy = w.spec.Policy()
	}
	d, ok := w.policy.Next(n, at.previous, w.rand)
	switch {
	case !ok && forever:
		d = w.lastDelay(at)
	case !ok:
		return 0, Exhausted
	}
	at.previous = d
	if d >= left {
		w.last = true
		d = max(left-w.longest, left/2)
	}
	return d, GoesOn
}

// lastDelay returns the last delay of the policy before it stops, for further deferrals. It does
// not advance at.
func (w *Waits) lastDelay(at *steps) time.Duration {
	for at.n--; at.n > 0; at.n-- {
		if d, ok := w.policy.Next(at.n-1, at.previous, w.rand); ok {
			return d
		}
	}
	return w.spec.From // the policy has no delay at all
}

// addition returns a random addition to a requested delay d. It is up to a tenth, so clients with
// the same answer from a server do not all return at once, and at most half of the time left after
// d.
func (w *Waits) addition(d, left time.Duration) time.Duration {
	return min(time.Duration(w.rand.Float64()*float64(d)/10), (left-d)/2)
}

// whole returns the whole delay d, or TooLate if it does not fit.
func whole(d, left time.Duration) (time.Duration, End) {
	if d >= left {
		return 0, TooLate
	}
	return d, GoesOn
}

// Progress is how far Waits have come, for a journal.
type Progress struct {
	Failures int           // after how many attempts there was a delay
	Previous time.Duration // the delay before
	Longest  time.Duration // the longest attempt
	Last     bool          // the next attempt is the last one before the deadline
}

// Progress returns the progress of the delays between attempts.
func (w *Waits) Progress() Progress {
	return Progress{w.attempts.n, w.attempts.previous, w.longest, w.last}
}

// GoOn restores the progress of an earlier run.
func (w *Waits) GoOn(p Progress) {
	w.attempts, w.longest, w.last = steps{p.Failures, p.Previous}, p.Longest, p.Last
}
