package sim

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"ftsh/backoff"
)

func policy(t testing.TB, text string) backoff.Policy {
	t.Helper()
	s, err := backoff.ParseText(text, backoff.Default())
	if err != nil {
		t.Fatal(err)
	}
	return s.Policy()
}

func runOutage(t testing.TB, cfg OutageConfig, text string) OutageResult {
	t.Helper()
	r, err := Outage(context.Background(), cfg, policy(t, text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestOutageSteadyState: 98 to 101 answers a second, no errors, 8 to 10 requests at a time.
func TestOutageSteadyState(t *testing.T) {
	r := runOutage(t, DefaultOutage(), "gauss")
	if r.Steady < 90 || r.Steady > 110 {
		t.Errorf("steady state %.1f answers per second", r.Steady)
	}
	for i, n := range r.Timeouts[:30] {
		if n != 0 {
			t.Errorf("%v timeouts in second %d", n, i)
		}
	}
	if most := slices.Max(r.Concurrency[10:30]); most > 30 {
		t.Errorf("concurrency %v", most)
	}
	if r.Delay[20] != 0.1 {
		t.Errorf("delay %v", r.Delay[20])
	}
}

// TestOutageCollapse: with fixed retry the server does not come back, with backoff it does.
func TestOutageCollapse(t *testing.T) {
	fixed := runOutage(t, DefaultOutage(), "fixed from 100ms")
	if !math.IsNaN(fixed.Recovery) {
		t.Errorf("with fixed retry it is back after %v s", fixed.Recovery)
	}
	for i, n := range fixed.OK[95:] {
		if n > 0 {
			t.Fatalf("%v answers in second %d", n, 95+i)
		}
	}
	// The source's 1040, 1599, 1925, 2231 in the seconds after SIGCONT; ours are maxima.
	for i, want := range []float64{1040, 1599, 1925, 2231} {
		if got := fixed.Concurrency[90+i]; got < 0.75*want || got > 1.5*want {
			t.Errorf("second %d: concurrency %v, in the source %v", i, got, want)
		}
	}
	// Its timeouts per second over four times 5 s: 22.6, 170.6, 298.8, 371.2.
	for i, want := range []float64{22.6, 170.6, 298.8, 371.2} {
		sum := 0.0
		for _, n := range fixed.Timeouts[30+5*i : 35+5*i] {
			sum += n / 5
		}
		if math.Abs(sum-want) > 90 {
			t.Errorf("report %d: %v timeouts per second, in the source %v", i, sum, want)
		}
	}
	for _, name := range backoff.Names() {
		if name == "fixed" {
			continue
		}
		r := runOutage(t, DefaultOutage(), name)
		if math.IsNaN(r.Recovery) || r.Recovery > 60 {
			t.Errorf("with %s it is back after %v s", name, r.Recovery)
		}
		if r.Wasted > fixed.Wasted/10 {
			t.Errorf("%s wastes %v requests, fixed retry %v", name, r.Wasted, fixed.Wasted)
		}
	}
}

// TestOutageLoad: under fixed retry load is clients by interval; under backoff it falls
// during the outage.
func TestOutageLoad(t *testing.T) {
	fixed := runOutage(t, DefaultOutage(), "fixed from 100ms")
	if want := 1000 / 2.1; math.Abs(fixed.Attempts[85]-want) > 0.1*want {
		t.Errorf("%v attempts per second, want about %v", fixed.Attempts[85], want)
	}
	gauss := runOutage(t, DefaultOutage(), "gauss")
	mean := func(v []float64) float64 {
		sum := 0.0
		for _, x := range v {
			sum += x
		}
		return sum / float64(len(v))
	}
	if early, late := mean(gauss.Attempts[35:45]), mean(gauss.Attempts[80:90]); late > early/3 {
		t.Errorf("load falls from %v to %v", early, late)
	}
}

func TestOutageIsDeterministic(t *testing.T) {
	a, b := runOutage(t, DefaultOutage(), "full"), runOutage(t, DefaultOutage(), "full")
	if !slices.Equal(a.OK, b.OK) || a.Events != b.Events {
		t.Error("two runs with the same seed differ")
	}
	cfg := DefaultOutage()
	cfg.Seed = 2
	if c := runOutage(t, cfg, "full"); slices.Equal(a.OK, c.OK) {
		t.Error("another seed gives the same run")
	}
}

// TestOutageScales: the experiment is the same per client.
func TestOutageScales(t *testing.T) {
	small, large := runOutage(t, DefaultOutage(), "ftsh"), runOutage(t, DefaultOutage().Scaled(10_000), "ftsh")
	if ratio := large.Steady / small.Steady; ratio < 9 || ratio > 11 {
		t.Errorf("steady state %v and %v", small.Steady, large.Steady)
	}
	if math.Abs(large.LateMean-small.LateMean) > 3 {
		t.Errorf("lateness %v and %v s", small.LateMean, large.LateMean)
	}
}

func TestOutageServerDelay(t *testing.T) {
	c := DefaultOutage()
	for n, want := range map[int]time.Duration{1: 100, 30: 100, 45: 105, 60: 110, 330: 265, 1040: 2671, 1599: 16458} {
		if got := c.delay(n).Milliseconds(); got != int64(want) {
			t.Errorf("delay of %d requests: %d ms, want %d", n, got, want)
		}
	}
	if c.delay(1<<30) != 1e18 {
		t.Error("overflow")
	}
}

func TestOutageEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Outage(ctx, DefaultOutage().Scaled(5000), policy(t, "fixed"), nil); err != context.Canceled {
		t.Error(err)
	}
}

// BenchmarkOutage is for the figures in docs/experiments.md: events per second and bytes per
// client.
func BenchmarkOutage(b *testing.B) {
	for _, clients := range []int{1000, 100_000} {
		b.Run(policyName("ftsh", clients), func(b *testing.B) {
			b.ReportAllocs()
			events := 0.0
			for b.Loop() {
				events += float64(runOutage(b, DefaultOutage().Scaled(clients), "ftsh").Events)
			}
			b.ReportMetric(events/b.Elapsed().Seconds(), "events/s")
		})
	}
}

func policyName(name string, clients int) string { return name + "-" + count(float64(clients)) }
