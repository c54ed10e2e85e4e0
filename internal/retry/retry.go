// Package retry decides what the end of an attempt means, and when the next attempt begins.
//
// The model: a block makes attempts. [Judge] gives the end of each one a [Verdict]. In a try, a
// [Schedule] holds the values of the header: how often, how far apart, and for which failures. It
// may change the verdict of a failure, also by what is known of the failed command (a [Finding]).
// Its [Waits] give the delay before the next attempt. [Errors] merge the failures of a block for
// its record.
//
// Invariants: a computed delay never overruns the deadline. Only the cause of a cancellation counts
// in a cancelled attempt, not its status.
//
// Not here: making attempts, and sleeping between them. Package interp does both, and evaluates
// the words of the header.
package retry

import (
	"time"

	"ftsh/backoff"
	"ftsh/internal/flow"
	"ftsh/internal/known"
)

// A Schedule holds the values of a try's header: how often, and when.
type Schedule struct {
	Times  int            // 0: no limit
	Every  *time.Duration // nil: the policy decides
	Policy backoff.Spec
	On     flow.Statuses // empty: all
	Except flow.Statuses
	Knows  *Knowledge // nil: no clause looks at what a failed command says
}

// retries reports whether an attempt may be repeated after failing with status.
func (s *Schedule) retries(status int) bool {
	if s.On != (flow.Statuses{}) {
		return s.On.Has(status)
	}
	return !s.Except.Has(status)
}

// Revise returns the verdict on an attempt that ended with status, under on and except, and under
// what is known of its failure: whether it may be repeated. The script's own clauses come before
// the table, and among them patterns before statuses. A finding that does not count becomes zero.
func (s *Schedule) Revise(v Verdict, status int, found *Finding) Verdict {
	switch v {
	case Mistaken:
		if s.On.Has(flow.StatusNotFound) {
			return FailedOnce
		}
	case FailedOnce, TimedOut:
		retried := s.retries(status)
		if found.Verdict != known.Unknown && (found.own || retried) {
			retried = found.Verdict == known.Transient
		} else {
			*found = Finding{}
		}
		if !retried {
			return FailedForGood
		}
	}
	return v
}

// Delays returns the delay after n earlier ones, with the previous one.
type Delays = func(n int, previous time.Duration) time.Duration

// Openings returns the delays of the schedule for the openings of a breaker shared with other
// blocks, and the longest of them.
func (s *Schedule) Openings(r backoff.Rand) (delays Delays, most time.Duration) {
	if s.Every != nil {
		return func(int, time.Duration) time.Duration { return *s.Every }, *s.Every
	}
	policy := s.Policy.Policy()
	if most = s.Policy.To; most == 0 {
		most = time.Hour
	}
	return func(n int, previous time.Duration) time.Duration {
		if d, ok := policy.Next(n, previous, r); ok {
			return d
		}
		return previous // the policy stops here, but other blocks do not
	}, most
}
