package backoff

import "time"

// EthernetAttempts is the number of failures after which an [Ethernet] transmitter gives up (IEEE
// 802.3, attemptLimit).
const EthernetAttempts = 16

// ethernetCeiling is the exponent of truncation (IEEE 802.3, backoffLimit).
const ethernetCeiling = 10

// Ethernet is the truncated binary exponential backoff of IEEE 802.3 (CSMA/CD): Slot times a
// uniform integer in [0, 2^min(n+1,10) − 1]. After 16 failures it gives up. A delay of 0 is
// possible by design: one of two transmitters after a collision should go at once.
//
//	n           0      1      2      3       ...  8        9         ...  14        15
//	delay/Slot  0..1   0..3   0..7   0..15        0..511   0..1023        0..1023   gives up
//
// On 10 Mbit/s cable the slot was 51.2 µs. In the language "from" sets it; the default is 1 s.
type Ethernet struct {
	Slot time.Duration
}

// Next returns Slot times a random integer.
func (p Ethernet) Next(n int, _ time.Duration, r Rand) (time.Duration, bool) {
	if n >= EthernetAttempts-1 {
		return 0, false
	}
	return times(p.Slot, r.IntN(1<<min(max(n, 0)+1, ethernetCeiling))), true
}

// Span returns 0, half of the greatest delay, and the greatest delay.
func (p Ethernet) Span(n int) (Span, bool) {
	if n >= EthernetAttempts-1 {
		return Span{}, false
	}
	most := 1<<min(max(n, 0)+1, ethernetCeiling) - 1
	return Span{0, sat(float64(nonneg(p.Slot)) * float64(most) / 2), times(p.Slot, most)}, true
}

// times returns d·k, at most the longest duration.
func times(d time.Duration, k int) time.Duration {
	if d <= 0 || k <= 0 {
		return 0
	}
	if d > Unbounded/time.Duration(k) {
		return Unbounded
	}
	return d * time.Duration(k)
}
