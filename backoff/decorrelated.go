package backoff

import "time"

// Decorrelated is min(To, uniform[From, 3·d]), where d is the previous delay, at first From:
// "Exponential Backoff and Jitter" (AWS Architecture Blog, M. Brooker). The delay is not a function
// of the number of failures: it may fall back to From at any time.
//
// With From 1 s, To 1 hour:
//
//	n      0      1      2      3       ...  6          7          8
//	delay  [1,3)  [1,9)  [1,27)  [1,81)       [1,2187)   [1,3600]   [1,3600]  s
type Decorrelated struct {
	From, To time.Duration
}

// Next returns min(To, uniform[From, 3·prev]). A prev below From counts as From.
func (p Decorrelated) Next(n int, prev time.Duration, r Rand) (time.Duration, bool) {
	from := float64(nonneg(p.From))
	d := from
	if n > 0 {
		d = max(float64(prev), from)
	}
	return min(sat(from+r.Float64()*(3*d-from)), nonneg(p.To)), true
}

// Span returns From and min(To, From·3^(n+1)). The mean is unknown once To cuts in.
func (p Decorrelated) Span(n int) (Span, bool) {
	to := nonneg(p.To)
	n = max(n, 0)
	if n == 0 {
		return cutUniform(float64(nonneg(p.From)), 3*float64(nonneg(p.From)), to), true
	}
	most := growth(p.From, 3, min(n, 1<<20)+1, to)
	return Span{min(nonneg(p.From), to), Unknown, min(sat(most), to)}, true
}
