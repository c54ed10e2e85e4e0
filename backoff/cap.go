package backoff

import "time"

// Cap returns the policy p with its delays cut off at limit. A policy whose delay depends on the
// previous one sees the capped delay. Around a random policy, Cap makes all delays over limit
// equal; inside a jitter it leaves them random.
func Cap(p Policy, limit time.Duration) Policy { return capped{p, nonneg(limit)} }

type capped struct {
	p     Policy
	limit time.Duration
}

func (c capped) Next(n int, prev time.Duration, r Rand) (time.Duration, bool) {
	d, ok := c.p.Next(n, prev, r)
	return min(d, c.limit), ok
}

// Span is exact in its bounds. The mean is known if the limit does not cut in, and for a delay made
// uniform by a jitter.
func (c capped) Span(n int) (Span, bool) {
	s, ok := spanOf(c.p, n)
	if s.Greatest <= c.limit {
		return s, ok
	}
	if j, isScaled := c.p.(scaled); isScaled {
		if b, _ := spanOf(j.p, n); b.Least == b.Greatest {
			x := float64(b.Least)
			return cutUniform(x*j.least, x*(j.least+j.width), c.limit), ok
		}
	}
	if s.Least >= c.limit {
		return exactly(c.limit), ok
	}
	return Span{s.Least, Unknown, c.limit}, ok
}
