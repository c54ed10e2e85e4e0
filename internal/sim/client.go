package sim

import (
	"math/rand/v2"
	"time"

	"ftsh/backoff"
)

// retrier is the part of a client that waits: how often it has failed, and how long it
// waited last. It is 12 bytes; a million of them are cheap.
type retrier struct {
	prev     float32 // seconds; only policies that look at the previous delay need it
	failures int32
	gen      uint16 // of the request it is waiting for; an older one is no longer its own
}

// fail gives the delay after one more failure; false when the policy gives up, after which the
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

// A senser is a client that may look first. As in the shell, deferrals are no attempts, and have a count of their own, which
// starts anew when the way is free.
type senser struct {
	retrier
	deferrals retrier
}

// deferred gives the delay after one more look that found the way not free. Where the policy would give up, looks go on
// with its last delay.
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

// newRand gives the random source of a simulation.
func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

// exponential is a random time with that mean, as between arrivals that do not know each other.
func exponential(r *rand.Rand, mean time.Duration) time.Duration {
	return time.Duration(r.ExpFloat64() * float64(mean))
}

// between is a random time, uniform in [a,b].
func between(r *rand.Rand, a, b time.Duration) time.Duration {
	return a + time.Duration(r.Float64()*float64(b-a))
}
