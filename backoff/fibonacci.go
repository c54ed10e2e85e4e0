package backoff

import "time"

// Fibonacci is From·fib(n+1), at most To, with fib 1, 1, 2, 3, 5, 8, …: growth by the golden ratio,
// gentler than doubling.
//
// With From 1 s, To 1 minute:
//
//	n      0   1   2   3   4   5   6    7    8    9    10
//	delay  1s  1s  2s  3s  5s  8s  13s  21s  34s  55s  60s
type Fibonacci struct {
	From, To time.Duration
}

// Next returns min(From·fib(n+1), To).
func (p Fibonacci) Next(n int, _ time.Duration, _ Rand) (time.Duration, bool) {
	return p.at(n), true
}

// Span returns the only possible delay.
func (p Fibonacci) Span(n int) (Span, bool) { return exactly(p.at(n)), true }

func (p Fibonacci) at(n int) time.Duration {
	to := nonneg(p.To)
	if p.From <= 0 {
		return 0
	}
	a, b := p.From, p.From
	for i := 0; i < n && a < to; i++ { // at most 91 rounds: then a has saturated
		a, b = b, plus(a, b)
	}
	return min(a, to)
}
