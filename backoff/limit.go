package backoff

import "time"

// Limit returns the policy p for the first retries delays; then it gives up. With retries of zero
// or less it gives up at the first failure.
func Limit(p Policy, retries int) Policy { return limited{p, retries} }

type limited struct {
	p       Policy
	retries int
}

func (l limited) Next(n int, prev time.Duration, r Rand) (time.Duration, bool) {
	if max(n, 0) >= l.retries {
		return 0, false
	}
	return l.p.Next(n, prev, r)
}

func (l limited) Span(n int) (Span, bool) {
	if max(n, 0) >= l.retries {
		return Span{}, false
	}
	return spanOf(l.p, n)
}
