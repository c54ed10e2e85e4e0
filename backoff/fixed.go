package backoff

import "time"

// Fixed is the same delay after every failure, however many; not over To. It is what a loop
// around sleep does. Many clients that do this keep a server down that has failed once.
//
// With Delay 1 s:
//
//	n      0   1   2   3
//	delay  1s  1s  1s  1s  …
type Fixed struct {
	Delay, To time.Duration
}

// Next gives min(Delay, To).
func (p Fixed) Next(int, time.Duration, Rand) (time.Duration, bool) { return p.at(), true }

// Span gives the one delay that is possible.
func (p Fixed) Span(int) (Span, bool) { return exactly(p.at()), true }

func (p Fixed) at() time.Duration { return nonneg(min(p.Delay, p.To)) }
