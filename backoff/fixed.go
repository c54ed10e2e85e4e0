package backoff

import "time"

// Fixed is the same delay after every failure, at most To. A loop around sleep waits like this.
// When a server fails once, many such clients keep it down.
//
// With Delay 1 s:
//
//	n      0   1   2   3
//	delay  1s  1s  1s  1s  …
type Fixed struct {
	Delay, To time.Duration
}

// Next returns min(Delay, To).
func (p Fixed) Next(int, time.Duration, Rand) (time.Duration, bool) { return p.at(), true }

// Span returns the only possible delay.
func (p Fixed) Span(int) (Span, bool) { return exactly(p.at()), true }

func (p Fixed) at() time.Duration { return nonneg(min(p.Delay, p.To)) }
