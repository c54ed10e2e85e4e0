package backoff

import "time"

// Full is U·c, U uniform in [0,1), c = min(From·Factor^n, To): "Exponential Backoff and Jitter"
// (AWS Architecture Blog, M. Brooker). It spreads clients most widely, and its delay may be 0.
//
// With From 1 s, Factor 2, To 1 hour:
//
//	n      0      1      2      3      ...  11        12
//	delay  [0,1)  [0,2)  [0,4)  [0,8)       [0,2048)  [0,3600)  s
type Full struct {
	From, To time.Duration
	Factor   float64
}

// Next returns U·c.
func (p Full) Next(n int, _ time.Duration, r Rand) (time.Duration, bool) {
	return sat(r.Float64() * growth(p.From, p.Factor, n, p.To)), true
}

// Span returns 0, c/2 and c.
func (p Full) Span(n int) (Span, bool) {
	c := growth(p.From, p.Factor, n, p.To)
	return Span{0, sat(c / 2), sat(c)}, true
}
