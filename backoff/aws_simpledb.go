package backoff

import "time"

// SimpleDBRetries is the number of delays after which [AWSSimpleDB] gives up.
const SimpleDBRetries = 5

// AWSSimpleDB is U · 100 ms · 4^(n+1), U uniform in [0,1), five times: the article on Amazon
// SimpleDB. It has nothing to set.
//
//	n      0        1         2         3          4           5
//	delay  [0,400)  [0,1600)  [0,6400)  [0,25600)  [0,102400)  gives up  ms
type AWSSimpleDB struct{}

// Next returns U · 100 ms · 4^(n+1).
func (p AWSSimpleDB) Next(n int, _ time.Duration, r Rand) (time.Duration, bool) {
	if n >= SimpleDBRetries {
		return 0, false
	}
	return sat(r.Float64() * float64(p.most(n))), true
}

// Span returns 0, half of the greatest delay, and the greatest delay.
func (p AWSSimpleDB) Span(n int) (Span, bool) {
	if n >= SimpleDBRetries {
		return Span{}, false
	}
	return Span{0, p.most(n) / 2, p.most(n)}, true
}

func (AWSSimpleDB) most(n int) time.Duration { return 400 * time.Millisecond << (2 * max(n, 0)) }
