package sim

import (
	"math"
	"time"

	"ftsh/backoff"
)

// program is the backoff of the published client (client.go of smira/exponential-backoff). It
// differs from the article's description ([backoff.Gauss]): its noise is 0.1 s whatever the delay,
// and it multiplies the pause before the failed request, even after the first failure. As this
// pause is one of normal work, it begins near e · 10 s.
type program struct{}

func (program) Next(_ int, prev time.Duration, r backoff.Rand) (time.Duration, bool) {
	d := min(time.Duration(float64(prev)*math.E), 5*time.Minute)
	return max(d+time.Duration(r.NormFloat64()*0.1*float64(time.Second)), 0), true
}
