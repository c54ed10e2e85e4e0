package backoff

import "time"

// Gauss is c + normal(0, Jitter·c), not below 0, with c = min(From, To) at first and then min(d·Factor,
// To), d the previous delay: "Exponential Backoff or how not to crash a server" (smira), after Twisted's
// ReconnectingClientFactory. The limit To holds for c and not for the delay, which has no
// bound above; and since c grows from the delay as it came out, so does the noise of earlier ones.
// The greatest delay in practice is near To·(1+5·Jitter).
//
// The middle c of the delays with From 100 ms, To 5 minutes, Factor e, if each delay came out in
// its middle, which is what the article prints:
//
//	n  0      1      2      3     4     5      6      7       8     ...
//	c  0.100  0.272  0.739  2.01  5.46  14.84  40.34  109.66  298.1 300 300 …  s
//
// This is what the article describes. The program that belongs to it does two things differently: its
// noise is normal(0, 0.1 s) after every failure, whatever the delay, so that long delays hardly
// differ; and what it multiplies after the first failure is not From but the pause that it made before
// the request, 10 s on average in the article's experiment, so that it begins near 27 s.
type Gauss struct {
	From, To time.Duration
	Factor   float64
	Jitter   float64 // standard deviation as a share of the delay
}

// Next gives c + normal(0, Jitter·c), not below 0. After a prev of 0, which a large Jitter
// can bring about, it begins anew: else the delay would be 0 for ever.
func (p Gauss) Next(n int, prev time.Duration, r Rand) (time.Duration, bool) {
	c := growth(p.From, 1, 0, p.To)
	if n > 0 && prev > 0 {
		c = growth(prev, p.Factor, 1, p.To)
	}
	return sat(c + r.NormFloat64()*p.Jitter*c), true
}

// Span gives 0 and [Unbounded], or the one delay there is without jitter.
func (p Gauss) Span(n int) (Span, bool) {
	if p.Jitter == 0 {
		return exactly(p.middle(n)), true
	}
	if p.From <= 0 || p.To <= 0 {
		return Span{}, true
	}
	return Span{0, Unknown, Unbounded}, true
}

// middle is the delay number n if each came out in its middle.
func (p Gauss) middle(n int) time.Duration {
	d := min(nonneg(p.From), nonneg(p.To))
	for range max(n, 0) {
		next := sat(growth(d, p.Factor, 1, p.To))
		if next == d {
			break // it has arrived: at the limit, at 0, or the factor is 1
		}
		d = next
	}
	return d
}
