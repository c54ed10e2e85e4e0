package backoff

import "time"

// Gauss is c + normal(0, Jitter·c), not below 0. At first c = min(From, To), then c = min(d·Factor,
// To), where d is the previous delay: "Exponential Backoff or how not to crash a server" (smira),
// after Twisted's ReconnectingClientFactory. The limit To holds for c and not for the delay, which
// has no upper bound. Since c grows from the actual delay, so does the noise of earlier delays. The
// greatest delay in practice is near To·(1+5·Jitter).
//
// The article prints the values of c for delays without noise. With From 100 ms, To 5 minutes,
// Factor e:
//
//	n  0      1      2      3     4     5      6      7       8     ...
//	c  0.100  0.272  0.739  2.01  5.46  14.84  40.34  109.66  298.1 300 300 …  s
//
// This is the algorithm of the article. The program published with it differs in two points. Its
// noise is normal(0, 0.1 s) after every failure, whatever the delay, so long delays hardly differ.
// After the first failure it multiplies not From but the pause made before the request, 10 s on
// average in the article's experiment, so it begins near 27 s.
type Gauss struct {
	From, To time.Duration
	Factor   float64
	Jitter   float64 // standard deviation as a share of the delay
}

// Next returns c + normal(0, Jitter·c), not below 0. After a prev of 0, possible with a large
// Jitter, it starts over; otherwise the delay would stay 0 for ever.
func (p Gauss) Next(n int, prev time.Duration, r Rand) (time.Duration, bool) {
	c := growth(p.From, 1, 0, p.To)
	if n > 0 && prev > 0 {
		c = growth(prev, p.Factor, 1, p.To)
	}
	return sat(c + r.NormFloat64()*p.Jitter*c), true
}

// Span returns 0 and [Unbounded], or the single delay without jitter.
func (p Gauss) Span(n int) (Span, bool) {
	if p.Jitter == 0 {
		return exactly(p.middle(n)), true
	}
	if p.From <= 0 || p.To <= 0 {
		return Span{}, true
	}
	return Span{0, Unknown, Unbounded}, true
}

// middle returns the delay number n of a sequence without noise.
func (p Gauss) middle(n int) time.Duration {
	d := min(nonneg(p.From), nonneg(p.To))
	for range max(n, 0) {
		next := sat(growth(d, p.Factor, 1, p.To))
		if next == d {
			break // converged: at the limit, at 0, or the factor is 1
		}
		d = next
	}
	return d
}
