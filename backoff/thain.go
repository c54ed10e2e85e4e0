package backoff

import "time"

// Thain is min(R·From·Factor^n, To), R uniform in [1,2): "Exponential Backoff in Distributed
// Systems" (D. Thain, 2009). R starts at 1, so it is never more eager than plain backoff. Once
// From·Factor^n is over To, every delay is exactly To; [Ftsh] avoids this.
//
// With From 1 s, To 1 hour, Factor 2:
//
//	n      0      1      2      3       ...  10           11           12
//	delay  [1,2)  [2,4)  [4,8)  [8,16)       [1024,2048)  [2048,3600]  3600  s
type Thain struct {
	From, To time.Duration
	Factor   float64
}

// Next returns min((1+U)·From·Factor^n, To).
func (p Thain) Next(n int, _ time.Duration, r Rand) (time.Duration, bool) {
	g := (1 + r.Float64()) * raw(p.From, p.Factor, n)
	if g >= float64(p.To) {
		return nonneg(p.To), true
	}
	return sat(g), true
}

// Span returns the bounds and the mean of a uniform variable cut off at To.
func (p Thain) Span(n int) (Span, bool) {
	g := raw(p.From, p.Factor, n)
	return cutUniform(g, 2*g, p.To), true
}

// cutUniform returns the span of min(x, limit), x uniform in [a,b] nanoseconds; b may be +Inf if a
// is.
func cutUniform(a, b float64, limit time.Duration) Span {
	m := float64(nonneg(limit))
	switch {
	case a >= m:
		return exactly(nonneg(limit))
	case b <= m:
		return Span{sat(a), sat(a + (b-a)/2), min(sat(b), nonneg(limit))}
	}
	below := (m - a) / (b - a) // the share of x below the limit
	return Span{sat(a), sat(below*(a+m)/2 + (1-below)*m), nonneg(limit)}
}
