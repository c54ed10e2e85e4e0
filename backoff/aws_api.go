package backoff

import "time"

// AWSAPI is 2^n · 100 ms, at most To, without randomness: the AWS General Reference, which calls
// jitter needless where requests cannot collide.
//
// With To 1 hour:
//
//	n      0      1      2      3      4      ...  15        16
//	delay  100ms  200ms  400ms  800ms  1600ms      3276.8s   3600s
type AWSAPI struct {
	To time.Duration
}

// Next returns min(2^n · 100 ms, To).
func (p AWSAPI) Next(n int, _ time.Duration, _ Rand) (time.Duration, bool) { return p.at(n), true }

// Span returns the only possible delay.
func (p AWSAPI) Span(n int) (Span, bool) { return exactly(p.at(n)), true }

func (p AWSAPI) at(n int) time.Duration {
	return Exponential{From: 100 * time.Millisecond, To: p.To, Factor: 2}.at(n)
}
