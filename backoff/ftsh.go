package backoff

import "time"

// Ftsh is the default of the shell: (1+U)·min(From·Factor^n, To/2), U uniform in [0,1). It is the
// rule of the original Fault Tolerant Shell, bounded: the original could wait twice its limit.
// Unlike [Thain] it stays randomized at the limit, so clients that all reached the limit do not
// come back together.
//
// With From 1 s, To 1 hour, Factor 2:
//
//	n      0      1      2      3       4        ...  10          11          12
//	delay  [1,2)  [2,4)  [4,8)  [8,16)  [16,32)       [1024,2048) [1800,3600) [1800,3600)  s
type Ftsh struct {
	From, To time.Duration
	Factor   float64
}

// Next returns (1+U)·min(From·Factor^n, To/2).
func (p Ftsh) Next(n int, _ time.Duration, r Rand) (time.Duration, bool) {
	return min(sat((1+r.Float64())*p.base(n)), nonneg(p.To)), true
}

// Span returns [c, 2c] and 1.5·c, with c = min(From·Factor^n, To/2).
func (p Ftsh) Span(n int) (Span, bool) {
	c := p.base(n)
	return Span{sat(c), sat(1.5 * c), min(sat(2*c), nonneg(p.To))}, true
}

func (p Ftsh) base(n int) float64 {
	return min(raw(p.From, p.Factor, n), float64(nonneg(p.To))/2)
}
