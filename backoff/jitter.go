package backoff

import "time"

// The jitters make a policy random, or more random. They apply to the delay d of the policy p. A
// policy whose delay depends on the previous one sees the jittered delay.

// FullJitter is U·d, U uniform in [0,1).
func FullJitter(p Policy) Policy { return scaled{p, 0, 1} }

// EqualJitter is d/2 + U·d/2.
func EqualJitter(p Policy) Policy { return scaled{p, 0.5, 0.5} }

// FractionJitter is d times a number uniform in [1−r, 1+r]. An r outside [0,1] is moved into it.
// The delay may exceed the limit of p by that factor: put a [Cap] of To/(1+r) inside. A Cap outside
// would make a share of the delays, in the end half of them, exactly the limit, and bring clients
// together instead of keeping them apart.
func FractionJitter(p Policy, r float64) Policy {
	if !(r > 0) { // NaN too
		r = 0
	}
	r = min(r, 1)
	return scaled{p, 1 - r, 2 * r}
}

// scaled multiplies the delays of p by least + U·width.
type scaled struct {
	p            Policy
	least, width float64
}

func (s scaled) Next(n int, prev time.Duration, r Rand) (time.Duration, bool) {
	d, ok := s.p.Next(n, prev, r)
	if !ok {
		return 0, false
	}
	return sat(float64(d) * (s.least + s.width*r.Float64())), true
}

// Span is known if the span of p is: the factor is independent of the delay.
func (s scaled) Span(n int) (Span, bool) {
	p, ok := spanOf(s.p, n)
	result := Span{sat(float64(p.Least) * s.least), Unknown, Unbounded}
	if p.Mean != Unknown {
		result.Mean = sat(float64(p.Mean) * (s.least + s.width/2))
	}
	if p.Greatest != Unbounded {
		result.Greatest = sat(float64(p.Greatest) * (s.least + s.width))
	}
	return result, ok
}
