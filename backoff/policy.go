package backoff

import (
	"math"
	"time"
)

// Rand is the randomness that a policy may use. [*math/rand/v2.Rand] is one. A Rand is not shared:
// each goroutine passes its own, or locks.
type Rand interface {
	Float64() float64     // uniform in [0,1)
	IntN(n int) int       // uniform in [0,n)
	NormFloat64() float64 // normal, mean 0, standard deviation 1
}

// Policy decides how long to wait after a failure.
//
// Next returns the delay after failure number n+1: n is 0 for the first delay and one more for each
// further failure; a negative n counts as 0. prev is the delay before this one, ignored when n is
// 0. The delay is never negative. ok is false when the policy itself gives up; it then does so for
// every greater n too, and the delay is 0.
//
// Next is a pure function of its arguments and of the numbers drawn from r: it keeps no state,
// reads no clock, never sleeps, does not allocate, and may be called by any number of goroutines at
// once. Any n is valid, however large.
type Policy interface {
	Next(n int, prev time.Duration, r Rand) (delay time.Duration, ok bool)
}

// Func makes a function a [Policy].
type Func func(n int, prev time.Duration, r Rand) (time.Duration, bool)

// Next calls f.
func (f Func) Next(n int, prev time.Duration, r Rand) (time.Duration, bool) { return f(n, prev, r) }

// Stop is the policy that gives up at the first failure. It takes no space.
type Stop struct{}

// Next returns 0, false.
func (Stop) Next(int, time.Duration, Rand) (time.Duration, bool) { return 0, false }

// Unbounded stands for a missing upper bound of a delay or wait: the longest [time.Duration].
const Unbounded time.Duration = math.MaxInt64

// Unknown stands in a [Span] for a mean without a closed form.
const Unknown time.Duration = -1

// Span describes the possible delays after n failures. They lie between Least and Greatest, bounds
// that are reached or approached; Mean is their expectation.
type Span struct{ Least, Mean, Greatest time.Duration }

// Spanner is a [Policy] with known spans. All policies of this package are Spanners; [Schedule]
// samples any other. n and ok are as in Next. Mean is [Unknown] if the delay depends on the
// previous one and no closed form exists.
type Spanner interface {
	Policy
	Span(n int) (s Span, ok bool)
}

// exactly returns the span of a delay without randomness.
func exactly(d time.Duration) Span { return Span{d, d, d} }

// sat converts nanoseconds to a duration, rounded toward zero, in [0, MaxInt64]; NaN gives 0.
func sat(ns float64) time.Duration {
	switch {
	case !(ns > 0):
		return 0
	case ns >= 1<<63:
		return math.MaxInt64
	}
	return time.Duration(ns)
}

// nonneg returns d, or 0 for a negative one.
func nonneg(d time.Duration) time.Duration { return max(d, 0) }

// power returns f^n for n ≥ 0, +Inf when too large.
func power(f float64, n int) float64 {
	n = max(n, 0)
	if f == 2 {
		return math.Ldexp(1, min(n, 4096)) // the common case, at a third of the time
	}
	return math.Pow(f, float64(n))
}

// growth returns min(t·f^n, limit) in nanoseconds, as a finite float that is not negative.
func growth(t time.Duration, f float64, n int, limit time.Duration) float64 {
	g := raw(t, f, n)
	return min(g, float64(nonneg(limit)))
}

// raw returns t·f^n in nanoseconds without a limit: it may be +Inf, but not NaN.
func raw(t time.Duration, f float64, n int) float64 {
	p := power(f, n)
	if t <= 0 || !(p > 0) {
		return 0
	}
	return float64(t) * p
}
