package backoff_test

import (
	"math"
	"slices"
	"testing"
	"time"

	. "ftsh/backoff"
)

// The seeds are fixed, so these tests always give the same answer. With other seeds 1 run in 1000
// would exceed the limits.

const draws = 20_000

// kolmogorov returns the greatest distance between the sample's distribution and cdf.
func kolmogorov(sample []float64, cdf func(x float64) float64) float64 {
	slices.Sort(sample)
	n := float64(len(sample))
	worst := 0.0
	for i, x := range sample {
		f := cdf(x)
		worst = max(worst, f-float64(i)/n, float64(i+1)/n-f)
	}
	return worst
}

func uniform(a, b float64) func(float64) float64 {
	return func(x float64) float64 { return min(max((x-a)/(b-a), 0), 1) }
}

// TestContinuousDistributions uses the Kolmogorov-Smirnov test: the limit is 1.95/√n.
func TestContinuousDistributions(t *testing.T) {
	normal := func(mean, dev float64) func(float64) float64 {
		return func(x float64) float64 { return 0.5 * math.Erfc(-(x-mean)/dev/math.Sqrt2) }
	}
	for _, c := range []struct {
		spec string
		n    int
		prev time.Duration
		cdf  func(float64) float64 // of seconds
	}{
		{"ftsh", 0, 0, uniform(1, 2)},
		{"ftsh", 5, 0, uniform(32, 64)},
		{"ftsh", 50, 0, uniform(1800, 3600)},
		{"ftsh jitter full", 3, 0, uniform(0, 8)},
		{"ftsh jitter equal", 3, 0, uniform(4, 8)},
		{"ftsh jitter 0.25", 3, 0, uniform(6, 10)},
		{"thain from 10ms", 4, 0, uniform(0.16, 0.32)},
		{"gauss", 2, 739 * ms, normal(2.008810272, 0.2008810272)},
		{"gauss jitter 0.2", 9, 300 * sec, normal(300, 60)},
		{"google-http", 3, 0, uniform(0.84375, 2.53125)},
		{"aws-simpledb", 2, 0, uniform(0, 6.4)},
		{"full", 4, 0, uniform(0, 16)},
		{"equal", 4, 0, uniform(8, 16)},
		{"decorrelated", 0, 0, uniform(1, 3)},
		{"decorrelated", 3, 5 * sec, uniform(1, 15)},
		{"fixed from 10s jitter full", 3, 0, uniform(0, 10)},
	} {
		p := mustSpec(t, c.spec).Policy()
		r := newRand()
		sample := make([]float64, draws)
		for i := range sample {
			d, _ := p.Next(c.n, c.prev, r)
			sample[i] = d.Seconds()
		}
		if k := kolmogorov(sample, c.cdf); k > 1.95/math.Sqrt(draws) {
			t.Errorf("%s, delay %d: distance from the distribution is %.4f", c.spec, c.n, k)
		}
	}
}

// TestDiscreteDistributions uses the chi-square test of equal frequencies. The limit is the
// 0.999 quantile by Wilson and Hilferty's approximation.
func TestDiscreteDistributions(t *testing.T) {
	for _, c := range []struct {
		spec   string
		n      int
		unit   time.Duration
		first  int
		values int
	}{
		{"ethernet", 0, sec, 0, 2},
		{"ethernet", 3, sec, 0, 16},
		{"ethernet from 51.2ms", 9, 51200 * time.Microsecond, 0, 1024},
		{"ethernet", 14, sec, 0, 1024},
		{"google-drive from 1ms", 2, ms, 4, 1001},
	} {
		p := mustSpec(t, c.spec).Policy()
		r := newRand()
		count := make([]int, c.values)
		for range draws * 5 {
			d, _ := p.Next(c.n, 0, r)
			k := int(d/c.unit) - c.first
			if d%c.unit != 0 || k < 0 || k >= c.values {
				t.Fatalf("%s, delay %d: %v", c.spec, c.n, d)
			}
			count[k]++
		}
		expected := float64(draws*5) / float64(c.values)
		chi := 0.0
		for _, k := range count {
			chi += (float64(k) - expected) * (float64(k) - expected) / expected
		}
		df := float64(c.values - 1)
		limit := df * math.Pow(1-2/(9*df)+3.09*math.Sqrt(2/(9*df)), 3)
		if chi > limit {
			t.Errorf("%s, delay %d: chi-square %.1f over %.1f", c.spec, c.n, chi, limit)
		}
	}
}

// TestCutDistribution: Thain puts exactly the share over To at To.
func TestCutDistribution(t *testing.T) {
	p := Thain{From: sec, To: 1500 * ms, Factor: 2}
	r := newRand()
	at := 0
	for range draws {
		if d, _ := p.Next(0, 0, r); d == 1500*ms {
			at++
		}
	}
	if share := float64(at) / draws; math.Abs(share-0.5) > 0.012 {
		t.Errorf("share at the limit %.3f, want 0.5", share)
	}
	if s, _ := p.Span(0); s != (Span{sec, 1375 * ms, 1500 * ms}) {
		t.Errorf("span %v", s)
	}
}

// TestJitterSurvivesTheLimit: clients at the limit still wait a random time, all over the range.
func TestJitterSurvivesTheLimit(t *testing.T) {
	for _, c := range []struct {
		spec      string
		low, high float64
	}{
		{"ftsh to 30s jitter 0.5", 10, 30},
		{"thain to 22s jitter 0.1", 18, 22},
		{"fixed from 1h to 30s jitter 0.5", 10, 30},
		{"linear to 20s jitter 1", 0, 20},
		{"fibonacci to 30s jitter 0.5", 10, 30},
		{"google-http to 10s factor 1.000001", 0.25, 0.75},
		// As in Google's library, the cap is on the interval and not on the delay.
		{"google-http from 12s to 10s", 5, 15},
		{"ftsh to 30s", 15, 30},
	} {
		p := mustSpec(t, c.spec).Policy()
		n, r := 40, newRand()
		if _, ok := p.Next(n, 0, r); !ok {
			n = 0 // google-http gives up later
		}
		sample := make([]float64, draws)
		for i := range sample {
			d, _ := p.Next(n, 0, r)
			sample[i] = d.Seconds()
		}
		if k := kolmogorov(sample, uniform(c.low, c.high)); k > 1.95/math.Sqrt(draws) {
			t.Errorf("%s: distance from uniform in [%v, %v] is %.4f", c.spec, c.low, c.high, k)
		}
	}
}
