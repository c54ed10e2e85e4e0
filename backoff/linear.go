package backoff

import "time"

// Linear is From·(n+1), at most To.
//
// With From 1 s, To 5 s:
//
//	n      0   1   2   3   4   5
//	delay  1s  2s  3s  4s  5s  5s
type Linear struct {
	From, To time.Duration
}

// Next returns min(From·(n+1), To).
func (p Linear) Next(n int, _ time.Duration, _ Rand) (time.Duration, bool) { return p.at(n), true }

// Span returns the only possible delay.
func (p Linear) Span(n int) (Span, bool) { return exactly(p.at(n)), true }

func (p Linear) at(n int) time.Duration {
	n = max(n, 0)
	if n < int(^uint(0)>>1) { // n+1 must not wrap
		n++
	}
	return min(times(p.From, n), nonneg(p.To))
}
