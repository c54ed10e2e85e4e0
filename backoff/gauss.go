package backoff

import "time"

// Gauss is c + normal(0, Jitter·c), not below 0, with c = min(d·Factor, To) and d the previous
// delay, From at first: "Exponential Backoff or how not to crash a server" (smira), after Twisted's
// ReconnectingClientFactory. The limit To holds for c and not for the delay, which has no
// bound above; and since c grows from the delay as it came out, so does the noise of earlier ones.
// The greatest delay in practice is near To·(1+5·Jitter).
//
// The middle c of the delays with From 100 ms, To 5 minutes, Factor e, if each delay came out in
// its middle:
//
//	n  0      1      2    3     4      5      6       7     ...
//	c  0.272  0.739  2.01 5.46  14.84  40.34  109.66  298.1 300 300 …  s
//
// The first is From·Factor and not From, as in the source.
type Gauss struct {
	From, To time.Duration
	Factor   float64
	Jitter   float64 // standard deviation as a share of the delay
}

// Next gives c + normal(0, Jitter·c), not below 0. A prev of 0, which a large Jitter can bring
// about, counts as From: else the delay would be 0 for ever.
func (p Gauss) Next(n int, prev time.Duration, r Rand) (time.Duration, bool) {
	if n <= 0 || prev <= 0 {
		prev = p.From
	}
	c := growth(prev, p.Factor, 1, p.To)
	return sat(c + r.NormFloat64()*p.Jitter*c), true
}

// Span gives 0 and [Unbounded], or the one delay there is without jitter.
func (p Gauss) Span(n int) (Span, bool) {
	if p.Jitter == 0 {
		return exactly(p.middle(n)), true
	}
	if p.From <= 0 || p.To <= 0 || p.Factor <= 0 {
		return Span{}, true
	}
	return Span{0, Unknown, Unbounded}, true
}

// middle is the delay number n if each came out in its middle.
func (p Gauss) middle(n int) time.Duration {
	d := p.From
	for i := 0; i <= max(n, 0); i++ {
		next := sat(growth(d, p.Factor, 1, p.To))
		if next == d {
			break // it has arrived: at the limit, at 0, or the factor is 1
		}
		d = next
	}
	return d
}
