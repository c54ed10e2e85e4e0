package through

import (
	"time"

	"ftsh/internal/clock"
)

// Delays gives the delay behind the opening number n, from 0; previous is the one before it.
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

// probing reports whether the prober has not lost the election.
func (s *State) probing(now clock.Instant, live Living) bool {
	return s.Prober != 0 && s.ProberAt < len(s.Holders) && s.Holders[s.ProberAt].Serial == s.Prober &&
		now.Sub(s.Probing) <= max(lostAfter, 2*s.longest()) && live.HolderLives(s.ProberAt)
}

// An Outcome is what an attempt came to, for the others.
type Outcome uint8

// The outcomes.
const (
	Neither Outcome = iota // it says nothing of the resource
	Success
	Failure  // would be made again
	CutShort // a time limit ended it: a failure, unless successes have taken longer
)

// A Report is the end of an attempt.
type Report struct {
	Outcome Outcome
	Began   clock.Instant
	Lasted  time.Duration // what it took, without what came behind it; 0: from Began to now
	Serial  uint64        // of its slot; 0: it had none
	After   time.Duration // the delay that it asked for
	Asks    bool          // it asked for one
	Most    time.Duration // for which it may bind others
}

// Finish takes an attempt's end in, once its slot has been given back. It says whether the breaker has changed.
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
	stale := r.Began < s.Opened // also when it has been closed since
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

// close ends a ramp for which nobody waits any more.
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
