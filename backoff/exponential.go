package backoff

import "time"

// Exponential is plain exponential growth, min(From·Factor^n, To), without randomness. In the
// language it has no name of its own; "ftsh jitter none" is the same. Other policies build on it.
// By itself it keeps clients together that failed together, so wrap it in a jitter.
//
// Exponential{From: time.Second, To: time.Minute, Factor: 2}:
//
//	n      0   1   2   3   4    5    6    7
//	delay  1s  2s  4s  8s  16s  32s  60s  60s
//
// The zero value waits 0.
type Exponential struct {
	From, To time.Duration
	Factor   float64
}

// Next returns min(From·Factor^n, To).
func (p Exponential) Next(n int, _ time.Duration, _ Rand) (time.Duration, bool) {
	return p.at(n), true
}

// Span returns the only possible delay.
func (p Exponential) Span(n int) (Span, bool) { return exactly(p.at(n)), true }

func (p Exponential) at(n int) time.Duration {
	g := raw(p.From, p.Factor, n)
	if g >= float64(p.To) {
		return nonneg(p.To) // not through a float, which is coarser above 104 days
	}
	return sat(g)
}
