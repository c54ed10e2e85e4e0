package backoff_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	. "ftsh/backoff"
)

func newRand() *rand.Rand { return rand.New(rand.NewPCG(7, 11)) }

// fixedRand returns constants, to test the ends of a range exactly.
type fixedRand struct{ f, norm float64 }

func (r fixedRand) Float64() float64     { return r.f }
func (r fixedRand) NormFloat64() float64 { return r.norm }
func (r fixedRand) IntN(n int) int       { return min(int(r.f*float64(n)), n-1) }

const (
	ms        = time.Millisecond
	sec       = time.Second
	almostOne = 1 - 1.0/(1<<53)
)

// TestRanges checks, for each policy in words, the first delays: the least and greatest under the
// extremes of the random source, in milliseconds, rounded. The list ends where the policy does.
func TestRanges(t *testing.T) {
	for _, c := range []struct {
		spec   string
		ranges [][2]float64
		stops  bool
	}{
		{"ftsh", [][2]float64{{1000, 2000}, {2000, 4000}, {4000, 8000}, {8000, 16000},
			{16000, 32000}, {32000, 64000},
			{64000, 128000}, {128000, 256000}, {256000, 512000}, {512000, 1024000},
			{1024000, 2048000},
			{1800000, 3600000}, {1800000, 3600000}}, false},
		{"ftsh from 10ms to 50ms factor 3", [][2]float64{{10, 20}, {25, 50}, {25, 50}}, false},
		{"ftsh jitter none", [][2]float64{{1000, 1000}, {2000, 2000}, {4000, 4000}}, false},
		{"ftsh to 5s jitter none", [][2]float64{{1000, 1000}, {2000, 2000}, {4000, 4000},
			{5000, 5000}, {5000, 5000}}, false},
		{"ftsh to 5s jitter full", [][2]float64{{0, 1000}, {0, 2000}, {0, 4000}, {0, 5000}}, false},
		{"ftsh to 5s jitter equal", [][2]float64{{500, 1000}, {1000, 2000}, {2000, 4000},
			{2500, 5000}}, false},
		{"ftsh to 5s jitter 0.25", [][2]float64{{750, 1250}, {1500, 2500}, {3000, 5000},
			{3000, 5000}}, false},
		{"fixed from 5s to 5s jitter 1", [][2]float64{{0, 5000}, {0, 5000}}, false},
		{"google-http to 1s", [][2]float64{{250, 750}, {375, 1125}, {500, 1500}, {500, 1500}},
			false},
		{"thain", [][2]float64{{1000, 2000}, {2000, 4000}, {4000, 8000}}, false},
		{"thain from 10ms to 1s", [][2]float64{{10, 20}, {20, 40}, {40, 80}, {80, 160}, {160, 320},
			{320, 640}, {640, 1000},
			{1000, 1000}}, false},
		{"ethernet", [][2]float64{{0, 1000}, {0, 3000}, {0, 7000}, {0, 15000}, {0, 31000},
			{0, 63000}, {0, 127000}, {0, 255000},
			{0, 511000}, {0, 1023000}, {0, 1023000}, {0, 1023000}, {0, 1023000}, {0, 1023000},
			{0, 1023000}}, true},
		{"google-http", [][2]float64{{250, 750}, {375, 1125}, {562.5, 1687.5}, {843.75, 2531.25},
			{1265.625, 3796.875},
			{1898.4375, 5695.3125}, {2847.65625, 8542.96875}, {4271.484375, 12814.453125},
			{6407.2265625, 19221.6796875}}, true},
		{"google-drive", [][2]float64{{1000, 2000}, {2000, 3000}, {4000, 5000}, {8000, 9000},
			{16000, 17000}}, true},
		{"google-drive from 1ms", [][2]float64{{1, 1001}, {2, 1002}, {4, 1004}, {8, 1008},
			{16, 1016}}, true},
		{"aws-simpledb", [][2]float64{{0, 400}, {0, 1600}, {0, 6400}, {0, 25600}, {0, 102400}},
			true},
		{"aws-api", [][2]float64{{100, 100}, {200, 200}, {400, 400}, {800, 800}, {1600, 1600}},
			false},
		{"aws-api to 300ms", [][2]float64{{100, 100}, {200, 200}, {300, 300}, {300, 300}}, false},
		{"full", [][2]float64{{0, 1000}, {0, 2000}, {0, 4000}}, false},
		{"equal", [][2]float64{{500, 1000}, {1000, 2000}, {2000, 4000}}, false},
		{"fixed", [][2]float64{{1000, 1000}, {1000, 1000}}, false},
		{"fixed from 10s jitter 0.1", [][2]float64{{9000, 11000}, {9000, 11000}}, false},
		{"fixed from 2h", [][2]float64{{3600000, 3600000}}, false},
		{"linear to 3500ms", [][2]float64{{1000, 1000}, {2000, 2000}, {3000, 3000}, {3500, 3500}},
			false},
		{"fibonacci to 1m", [][2]float64{{1000, 1000}, {1000, 1000}, {2000, 2000}, {3000, 3000},
			{5000, 5000}, {8000, 8000},
			{13000, 13000}, {21000, 21000}, {34000, 34000}, {55000, 55000}, {60000, 60000}}, false},
	} {
		p := mustSpec(t, c.spec).Policy()
		for n, want := range c.ranges {
			low, ok1 := p.Next(n, 0, fixedRand{f: 0})
			high, ok2 := p.Next(n, 0, fixedRand{f: almostOne})
			if !ok1 || !ok2 || !near(low, want[0]) || !near(high, want[1]) {
				t.Errorf("%s: delay %d in [%v, %v], want %v ms", c.spec, n, low, high, want)
			}
			s, ok := p.(Spanner).Span(n)
			if !ok || !near(s.Least, want[0]) || !near(s.Greatest, want[1]) {
				t.Errorf("%s: span %d = %v, want %v ms", c.spec, n, s, want)
			}
		}
		if _, ok := p.Next(len(c.ranges), 0, fixedRand{}); ok == c.stops {
			t.Errorf("%s: after %d failures ok = %v", c.spec, len(c.ranges), ok)
		}
		if _, ok := p.(Spanner).Span(len(c.ranges)); ok == c.stops {
			t.Errorf("%s: span after %d failures ok = %v", c.spec, len(c.ranges), ok)
		}
	}
}

func near(d time.Duration, wantMs float64) bool { return math.Abs(float64(d)-wantMs*1e6) <= 2 }

// TestExtremesInRange checks that rounding never passes the greatest value of a half-open range.
func TestExtremesInRange(t *testing.T) {
	for _, name := range Names() {
		p := mustSpec(t, name).Policy()
		r := newRand()
		for n := range 40 {
			s, ok := p.(Spanner).Span(n)
			for range 200 {
				d, ok2 := p.Next(n, sec, r)
				if ok2 != ok || ok && s.Mean != Unknown && (d < s.Least || d > s.Greatest) {
					t.Fatalf("%s: delay %d = %v, span %v, %v", name, n, d, s, ok)
				}
			}
		}
	}
}

func TestDecorrelated(t *testing.T) {
	p := Decorrelated{From: sec, To: 10 * sec}
	for _, c := range []struct {
		n         int
		prev      time.Duration
		low, high float64
	}{{0, 0, 1000, 3000}, {0, 9 * sec, 1000, 3000}, {1, 2 * sec, 1000, 6000},
		{1, 3 * sec, 1000, 9000}, {5, 8 * sec, 1000, 10000},
		{5, 0, 1000, 3000}} {
		low, _ := p.Next(c.n, c.prev, fixedRand{f: 0})
		high, _ := p.Next(c.n, c.prev, fixedRand{f: almostOne})
		if !near(low, c.low) || !near(high, c.high) {
			t.Errorf("delay %d after %v in [%v, %v]", c.n, c.prev, low, high)
		}
	}
	for n, want := range []float64{3000, 9000, 10000, 10000} {
		if s, _ := p.Span(n); !near(s.Least, 1000) || !near(s.Greatest, want) {
			t.Errorf("span %d = %v", n, s)
		}
	}
}

// TestGauss checks the two sequences plotted in the source, without their noise.
func TestGauss(t *testing.T) {
	for _, c := range []struct {
		p    Gauss
		want []float64
	}{
		{Gauss{100 * ms, 10 * time.Minute, 2.7, 0.1},
			[]float64{100, 270, 729, 1968.3, 5314.41, 14348.907, 38742.0489, 104603.53203,
				282429.536481, 600000, 600000}},
		// As printed in the article.
		{Gauss{100 * ms, 5 * time.Minute, 2.718, 0.1}, []float64{100, 271.8, 738.7524}},
		{Gauss{10 * time.Minute, 5 * time.Minute, 2, 0.1}, []float64{300000, 300000}},
		{Gauss{sec, 5 * time.Minute, 1.5, 0.1}, []float64{1000, 1500, 2250, 3375, 5062.5, 7593.75,
			11390.625, 17085.9375, 25628.90625,
			38443.359375, 57665.0390625, 86497.55859375, 129746.337890625, 194619.5068359375,
			291929.26025390625, 300000}},
	} {
		var prev time.Duration
		for n, want := range c.want {
			d, ok := c.p.Next(n, prev, fixedRand{})
			if !ok || math.Abs(float64(d)-want*1e6) > 100 {
				t.Errorf("%v: delay %d = %v, want %v ms", c.p, n, d, want)
			}
			prev = d
		}
	}
	p := Gauss{100 * ms, 5 * time.Minute, math.E, 0.1}
	if d, _ := p.Next(3, 10*time.Minute, fixedRand{norm: 2}); d != 6*time.Minute {
		t.Errorf("two deviations over the limit: %v", d)
	}
	if d, _ := p.Next(3, sec, fixedRand{norm: -11}); d != 0 {
		t.Errorf("eleven deviations below: %v", d)
	}
	if d, _ := p.Next(3, 0, fixedRand{}); !near(d, 100) {
		t.Errorf("after a delay of 0: %v", d)
	}
}

func TestOverflow(t *testing.T) {
	const most = 106751 * 24 * time.Hour
	specs := []Spec{mustSpec(t, "ftsh from 100000d to 106751d factor 1000000000")}
	for _, name := range Names() {
		own := mustSpec(t, name)
		// The factors include values that words cannot express.
		for _, factor := range []float64{own.Factor, 0, 0.5, 1e21} {
			for _, from := range []time.Duration{own.From, 0, most} {
				for _, to := range []time.Duration{own.To, 0, most} {
					specs = append(specs, Spec{name, from, to, factor, own.Jitter},
						Spec{name, from, to, factor, Jitter{JitterFraction, 1}})
				}
			}
		}
	}
	for _, text := range specs {
		p := text.Policy()
		for _, n := range []int{math.MinInt, -1, 0, 1, 4, 14, 62, 63, 64, 1023, 1024, 1025, 1 << 40,
			math.MaxInt - 1, math.MaxInt} {
			for _, prev := range []time.Duration{math.MinInt64, 0, 1, sec, math.MaxInt64} {
				for _, f := range []float64{0, 0.5, almostOne} {
					for _, norm := range []float64{0, 40, -40} {
						if d, _ := p.Next(n, prev, fixedRand{f, norm}); d < 0 {
							t.Fatalf("%s: Next(%d, %d) = %d", text, n, prev, d)
						}
					}
				}
			}
			s, ok := p.(Spanner).Span(n)
			if ok && (s.Least < 0 || s.Greatest < s.Least || s.Mean != Unknown &&
				(s.Mean < s.Least || s.Mean > s.Greatest)) {
				t.Fatalf("%s: span %d = %v", text, n, s)
			}
		}
	}
}

func TestGrowsMonotonically(t *testing.T) {
	for _, text := range []string{"ftsh", "thain", "aws-api", "full", "equal", "fixed", "linear",
		"fibonacci", "ftsh factor 1.1 to 100d"} {
		p := mustSpec(t, text).Policy()
		var last time.Duration
		for n := range 300 {
			d, _ := p.Next(n, last, fixedRand{f: 0.5})
			if d < last {
				t.Fatalf("%s: delay %d is %v after %v", text, n, d, last)
			}
			last = d
		}
	}
}

func TestCombinators(t *testing.T) {
	base := Exponential{From: sec, To: time.Minute, Factor: 2}
	for _, c := range []struct {
		name      string
		p         Policy
		n         int
		low, high float64
		ok        bool
	}{
		{"exponential", base, 7, 60000, 60000, true},
		{"limit", Limit(base, 3), 2, 4000, 4000, true},
		{"limit reached", Limit(base, 3), 3, 0, 0, false},
		{"limit of none", Limit(base, 0), -1, 0, 0, false},
		{"cap", Cap(base, 3*sec), 5, 3000, 3000, true},
		{"negative cap", Cap(base, -sec), 5, 0, 0, true},
		{"full", FullJitter(base), 3, 0, 8000, true},
		{"equal", EqualJitter(base), 3, 4000, 8000, true},
		{"fraction", FractionJitter(base, 0.5), 3, 4000, 12000, true},
		{"fraction too large", FractionJitter(base, 7), 3, 0, 16000, true},
		{"fraction not a number", FractionJitter(base, math.NaN()), 3, 8000, 8000, true},
		{"all", Limit(Cap(FractionJitter(base, 0.5), 10*sec), 9), 3, 4000, 10000, true},
		{"of one that stops", Cap(FullJitter(Stop{}), sec), 0, 0, 0, false},
	} {
		low, ok := c.p.Next(c.n, 0, fixedRand{f: 0})
		high, _ := c.p.Next(c.n, 0, fixedRand{f: almostOne})
		if ok != c.ok || !near(low, c.low) || !near(high, c.high) {
			t.Errorf("%s: [%v, %v], %v", c.name, low, high, ok)
		}
	}
}

func TestAllocationFree(t *testing.T) {
	r := newRand()
	for _, name := range append(Names(), "ftsh jitter 0.5", "fixed jitter full") {
		p := Limit(mustSpec(t, name).Policy(), 1<<30)
		prev := time.Duration(0)
		if allocs := testing.AllocsPerRun(100, func() {
			prev, _ = p.Next(3, prev, r)
		}); allocs != 0 {
			t.Errorf("%s allocates %v times a delay", name, allocs)
		}
	}
}

func mustSpec(t testing.TB, text string) Spec {
	t.Helper()
	s, err := ParseText(text, Default())
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}
