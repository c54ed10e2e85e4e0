package backoff

import "time"

// Equal is c/2 + U·c/2, U uniform in [0,1), c = min(From·Factor^n, To): "Exponential Backoff and
// Jitter" (AWS Architecture Blog, M. Brooker). It always waits at least half of c.
//
// With From 1 s, Factor 2, To 1 hour:
//
//	n      0        1      2      3      ...  11           12
//	delay  [0.5,1)  [1,2)  [2,4)  [4,8)       [1024,2048)  [1800,3600)  s
type Equal struct {
	From, To time.Duration
	Factor   float64
}

// Next returns c/2 + U·c/2.
func (p Equal) Next(n int, _ time.Duration, r Rand) (time.Duration, bool) {
	half := growth(p.From, p.Factor, n, p.To) / 2
	return sat(half + r.Float64()*half), true
}

// Span returns c/2, 3c/4 and c.
func (p Equal) Span(n int) (Span, bool) {
	c := growth(p.From, p.Factor, n, p.To)
	return Span{sat(c / 2), sat(c * 0.75), sat(c)}, true
}
