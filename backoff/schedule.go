package backoff

import (
	"math/rand/v2"
	"time"
)

// Step is one line of a schedule: the delay after a failure, and the total wait up to then.
type Step struct {
	Delay Span // of this delay
	Total Span // of this and all earlier delays together
}

// Schedule tabulates how long a client waits under p. Schedule(p, n)[i] holds the delay after
// failure number i+1 and the total wait of failures 1 to i+1, each as the least, the expected and
// the greatest value. It has n elements, fewer if the policy gives up before.
//
// Bounds are exact for the policies of this package. The expectation is exact if it has a closed
// form. Otherwise (for [Gauss], [Decorrelated], and a [Cap] cutting into a random delay) it is the
// average of thousands of sequences from a fixed seed, with an error of the order of 1 %, the same
// in every run. For a policy that is not a [Spanner] all three come from such sequences.
func Schedule(p Policy, n int) []Step {
	steps := make([]Step, 0, max(n, 0))
	sampled := false
	for i := range n {
		s, ok := spanOf(p, i)
		if !ok {
			break
		}
		sampled = sampled || s.Mean == Unknown
		steps = append(steps, Step{Delay: s})
	}
	if sampled {
		steps = sample(p, steps)
	}
	var total Span
	for i := range steps {
		d := steps[i].Delay
		total = Span{plus(total.Least, d.Least), plus(total.Mean, d.Mean),
			plus(total.Greatest, d.Greatest)}
		steps[i].Total = total
	}
	return steps
}

// spanOf returns the span of any policy. A policy that is no Spanner gets an unknown mean and no
// bounds.
func spanOf(p Policy, n int) (Span, bool) {
	if s, ok := p.(Spanner); ok {
		return s.Span(n)
	}
	return Span{0, Unknown, Unbounded}, true
}

// sample fills in unknown values from random sequences. Their number makes the work about the same
// for every length.
func sample(p Policy, steps []Step) []Step {
	_, spans := p.(Spanner)
	sequences := min(max(2_000_000/max(len(steps), 1), 500), 50_000)
	r := rand.New(rand.NewPCG(1, 2))
	sum := make([]float64, len(steps))
	seen := make([]Span, len(steps))
	reached := make([]int, len(steps))
	for range sequences {
		var prev time.Duration
		for i := range steps {
			d, ok := p.Next(i, prev, r)
			if !ok {
				break
			}
			if reached[i] == 0 {
				seen[i] = exactly(d)
			}
			reached[i]++
			seen[i].Least, seen[i].Greatest = min(seen[i].Least, d), max(seen[i].Greatest, d)
			sum[i] += float64(d)
			prev = d
		}
	}
	for i := range steps {
		if reached[i] == 0 {
			return steps[:i] // a policy that is no Spanner gave up here
		}
		if !spans {
			steps[i].Delay = seen[i]
		}
		if steps[i].Delay.Mean == Unknown || !spans {
			steps[i].Delay.Mean = sat(sum[i] / float64(reached[i]))
		}
	}
	return steps
}
