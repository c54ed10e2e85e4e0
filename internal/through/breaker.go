package through

import (
	"time"

	"ftsh/internal/clock"
)

// Delays returns the delay after opening number n, counted from 0; previous is the delay before it.
type Delays func(n int, previous time.Duration) time.Duration

// failing reports whether a header's number of failures has been reached.
func (s *State) failing(now clock.Instant, t *Terms) bool {
	if t.Failures == 0 || s.Failing < uint64(t.Failures) {
		return false
	}
	return now.Sub(s.Failed[(s.Failing-uint64(t.Failures))%MaxFailures]) <= t.Within
}

// open opens the breaker, or leaves it open for longer.
func (s *State) open(now clock.Instant, delays Delays) {
	if s.Phase != Open {
		s.Phase, s.Opened = Open, now
	}
	s.Delay = delays(s.Openings, s.Delay)
	s.Openings++
	s.Until, s.Prober, s.Window, s.Failing = now.Add(s.Delay), 0, 0, 0
}

// probing reports whether the probe still counts: its holder is alive and has the row, and it is
// not older than lostAfter or twice the longest success, the greater of these.
func (s *State) probing(now clock.Instant, live Living) bool {
	return s.Prober != 0 && s.ProberAt < len(s.Holders) &&
		s.Holders[s.ProberAt].Serial == s.Prober &&
		now.Sub(s.Probing) <= max(lostAfter, 2*s.longest()) && live.HolderLives(s.ProberAt)
}

// An Outcome is the result of an attempt, as it concerns the others.
type Outcome uint8

// The outcomes.
const (
	Neither Outcome = iota // says nothing about the resource
	Success
	Failure // retryable
	// CutShort is the end by a time limit: a failure, unless successes have taken longer.
	CutShort
)

// A Report is the end of an attempt.
type Report struct {
	Outcome Outcome
	Began   clock.Instant
	Lasted  time.Duration // without the time after its body; 0: from Began to now
	Serial  uint64        // of its slot; 0: it had none
	After   time.Duration // delay requested by the attempt
	Asks    bool          // a delay was requested
	Most    time.Duration // greatest delay for others
}

// Finish records the end of an attempt after the release of its slot. It reports whether the
// breaker's phase has changed.
func (s *State) Finish(now clock.Instant, r Report, t *Terms, delays Delays) (changed bool) {
	before := s.Phase
	mine := r.Serial != 0 && r.Serial == s.Prober
	if mine {
		s.Prober = 0
	}
	if r.Asks && (t.Budgeted || t.Failures > 0) {
		if after := now.Add(min(max(r.After, 0), r.Most)); after > s.After {
			s.Asked, s.After = now, after
		}
	}
	lasted := r.Lasted
	if lasted == 0 {
		lasted = now.Sub(r.Began)
	}
	if r.Outcome == CutShort {
		r.Outcome = Failure
		if lasted < s.longest() {
			r.Outcome = Neither
		}
	}
	stale := r.Began < s.Opened // even if the breaker has closed since
	switch {
	case stale || r.Outcome == Neither:
	case r.Outcome == Success:
		s.succeeded(now, lasted)
	case s.Phase == Open && mine:
		s.open(now, delays)
	case s.Phase == Open:
	default:
		s.failed(now, t, delays)
	}
	return before != s.Phase
}

func (s *State) succeeded(now clock.Instant, lasted time.Duration) {
	s.Lasted[s.Lasting%uint64(len(s.Lasted))] = max(lasted, 1)
	s.Lasting++
	s.Success, s.Failing = now, 0
	switch s.Phase {
	case Open:
		s.Phase, s.Window, s.Prober = Ramp, 2, 0
	case Ramp:
		s.Window = min(s.Window+1, maxHolders)
	}
}

// close ends a ramp without waiters.
func (s *State) close() { s.Phase, s.Openings, s.Delay, s.Window, s.Failing = Closed, 0, 0, 0, 0 }

func (s *State) failed(now clock.Instant, t *Terms, delays Delays) {
	s.Failed[s.Failing%MaxFailures] = now
	s.Failing++
	if s.Phase == Ramp {
		s.Window = max(s.Window/2, 1)
	}
	if s.failing(now, t) {
		s.open(now, delays)
	}
}

// failingSince returns the time of the latest failure if the resource counts as failing: its breaker is
// open, or the number of failures of the terms has been reached, without a success since. Otherwise
// it returns 0.
func (s *State) failingSince(now clock.Instant, t *Terms) clock.Instant {
	switch {
	case s.failing(now, t):
		return s.Failed[(s.Failing-1)%MaxFailures]
	case s.Phase == Open:
		return s.Opened
	}
	return 0
}
