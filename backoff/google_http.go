package backoff

import "time"

// GoogleHTTP is min(From·Factor^n, To) · uniform[1−Jitter, 1+Jitter]. It gives up once
// From·Factor^n is over Stop: the back-off of the Google HTTP client library for Java.
//
// To limits the interval and not the delay, as in that library's documentation ("max_interval caps
// the retry_interval and not the randomized_interval"). The greatest delay is To·(1+Jitter), and
// clients that have all reached the limit stay apart.
//
// With From 0.5 s, Factor 1.5, Jitter 0.5, To 1 minute, Stop 15 s, rounded:
//
//	n                0     1     2     3     4     5     6     7     8      9
//	From·Factor^n    0.50  0.75  1.13  1.69  2.53  3.80  5.70  8.54  12.81  19.22
//	least delay      0.25  0.38  0.56  0.84  1.27  1.90  2.85  4.27  6.41   gives up
//	greatest delay   0.75  1.13  1.69  2.53  3.80  5.70  8.54  12.81 19.22            s
type GoogleHTTP struct {
	From, To time.Duration
	Factor   float64
	Jitter   float64 // in [0,1]
	Stop     time.Duration
}

// Next returns min(From·Factor^n, To) · uniform[1−Jitter, 1+Jitter].
func (p GoogleHTTP) Next(n int, _ time.Duration, r Rand) (time.Duration, bool) {
	c := raw(p.From, p.Factor, n)
	if p.stops(c) {
		return 0, false
	}
	c = min(c, float64(nonneg(p.To)))
	return sat(c * (1 - p.Jitter + 2*p.Jitter*r.Float64())), true
}

// Span returns the bounds and the middle of a uniform variable.
func (p GoogleHTTP) Span(n int) (Span, bool) {
	c := raw(p.From, p.Factor, n)
	if p.stops(c) {
		return Span{}, false
	}
	c = min(c, float64(nonneg(p.To)))
	return Span{sat(c * (1 - p.Jitter)), sat(c), sat(c * (1 + p.Jitter))}, true
}

func (p GoogleHTTP) stops(c float64) bool { return c > float64(p.Stop) }
