package sim

import (
	"math/rand/v2"
	"time"

	"ftsh/backoff"
)

// retrier is the waiting part of a client: the number of its failures and its last delay. It takes
// 12 bytes, so a million of them are cheap.
type retrier struct {
	prev     float32 // seconds; only policies that look at the previous delay need it
	failures int32
	// gen numbers the request being waited for; events of an older one are void.
	gen uint16
}

// fail returns the delay after one more failure; false when the policy gives up, after which the
// client starts anew.
func (c *retrier) fail(p backoff.Policy, r *rand.Rand) (time.Duration, bool) {
	d, ok := p.Next(int(c.failures), time.Duration(float64(c.prev)*1e9), r)
	if !ok {
		c.succeed()
		return 0, false
	}
	c.failures++
	c.prev = float32(d.Seconds())
	return d, true
}

// A senser is a client that may look first. As in the shell, deferrals are no attempts. Their
// separate count starts anew when the way is free.
type senser struct {
	retrier
	deferrals retrier
}

// deferred returns the delay after one more look that found the way not free. When the policy would
// give up, looks go on with its last delay.
func (c *senser) deferred(p backoff.Policy, r *rand.Rand) time.Duration {
	last := c.deferrals
	d, ok := c.deferrals.fail(p, r)
	if !ok {
		c.deferrals = last
		d = time.Duration(float64(last.prev) * 1e9)
	}
	return d
}

func (c *retrier) succeed() { c.failures, c.prev = 0, 0 }

// newRand returns the random source of a simulation.
func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

// exponential returns a random time with that mean, as between independent arrivals.
func exponential(r *rand.Rand, mean time.Duration) time.Duration {
	return time.Duration(r.ExpFloat64() * float64(mean))
}

// between returns a random time, uniform in [a,b].
func between(r *rand.Rand, a, b time.Duration) time.Duration {
	return a + time.Duration(r.Float64()*float64(b-a))
}
