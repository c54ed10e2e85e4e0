package backoff

import "time"

// GoogleDriveRetries is the number of delays after which [GoogleDrive] gives up.
const GoogleDriveRetries = 5

// GoogleDrive is From·2^n plus a uniform whole number of milliseconds in [0,1000], five times (six
// requests): the Google Drive SDK.
//
// The delays with From 1 s, and with From 1 ms. The latter is the table found in print, as
// half-open ranges of whole milliseconds, [1,1002) and so on:
//
//	n          0            1            2            3            4              5
//	From 1 s   [1000,2000]  [2000,3000]  [4000,5000]  [8000,9000]  [16000,17000]  gives up  ms
//	From 1 ms  [1,1001]     [2,1002]     [4,1004]     [8,1008]     [16,1016]                ms
type GoogleDrive struct {
	From time.Duration
}

// Next returns From·2^n plus up to a second.
func (p GoogleDrive) Next(n int, _ time.Duration, r Rand) (time.Duration, bool) {
	if n >= GoogleDriveRetries {
		return 0, false
	}
	return plus(p.base(n), time.Duration(r.IntN(1001))*time.Millisecond), true
}

// Span returns From·2^n plus 0, 500 and 1000 ms.
func (p GoogleDrive) Span(n int) (Span, bool) {
	if n >= GoogleDriveRetries {
		return Span{}, false
	}
	b := p.base(n)
	return Span{b, plus(b, 500*time.Millisecond), plus(b, time.Second)}, true
}

func (p GoogleDrive) base(n int) time.Duration { return times(p.From, 1<<max(n, 0)) }

// plus returns a+b for a, b ≥ 0, at most the longest duration.
func plus(a, b time.Duration) time.Duration {
	if a > Unbounded-b {
		return Unbounded
	}
	return a + b
}
