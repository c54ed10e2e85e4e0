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

// TestOutageCollapse checks the source's figures: 117 s of stop, and fixed retry.
func TestOutageCollapse(t *testing.T) {
	cfg := DefaultOutage()
	cfg.Duration = 165 * time.Second
	stop, back := 30, 147
	var concurrency [4]spread
	for seed := uint64(1); seed <= 4; seed++ {
		cfg.Seed = seed
		fixed := runOutage(t, cfg, "fixed from 100ms")
		if !math.IsNaN(fixed.Recovery) {
			t.Errorf("seed %d: with fixed retry it is back after %v s", seed, fixed.Recovery)
		}
		for i, n := range fixed.OK[back+1:] {
			if n > 0 {
				t.Fatalf("seed %d: %v answers in second %d", seed, n, back+1+i)
			}
		}
		for i := range concurrency {
			concurrency[i] = append(concurrency[i], fixed.Concurrency[back+i])
		}
		// The reports of 5 s in the source gave 36, 0, 0 answers per second, and 22.6, 170.6,
		// 298.8, 371.2 timeouts. 36 of about 100 mean a first report beginning 2 s before the stop.
		for i, want := range []struct {
			ok, timeouts float64
		}{{36, 22.6}, {0, 170.6}, {0, 298.8}, {0, 371.2}} {
			ok, timeouts := 0.0, 0.0
			for at := stop - 2 + 5*i; at < stop+3+5*i; at++ {
				ok += fixed.OK[at] / 5
				timeouts += fixed.Timeouts[at] / 5
			}
			if math.Abs(ok-want.ok) > 9 || math.Abs(timeouts-want.timeouts) > 12+
				0.05*want.timeouts {
				t.Errorf("seed %d, report %d: %v answers and %v timeouts per second, in the "+
					"source %v", seed, i, ok, timeouts, want)
			}
		}
	}
	// The source had 1040, 1599, 1925, 2231 requests at some moment of the first to fourth second
	// after SIGCONT. Ours are the most in each, and grow by 476 in one.
	for i, want := range []float64{1040, 1599, 1925, 2231} {
		if low, high := slices.Min(concurrency[i]),
			slices.Max(concurrency[i]); want > high || want < low-2*476 {
			t.Errorf("second %d: concurrency %v, in the source %v", i, concurrency[i], want)
		}
	}
}

// TestPublishedServer checks the simulation against a real run of the published server on a current
// machine, with queues of several lengths and a stop of 60 s. A range holds the simulated times
// until 90 %. The time of the one real run lies in it, or as close as a random deviation of 10 % of
// the answers in 5 s allows.
func TestPublishedServer(t *testing.T) {
	never := []float64{math.NaN(), math.NaN()}
	for _, c := range []struct {
		queue  int
		policy string
		real   float64
		want   []float64
	}{
		{128, "fixed from 100ms", math.NaN(), never},
		{128, "ftsh", 40, []float64{0, 45}},
		{128, "gauss", 35, []float64{20, 40}},
		{1024, "fixed from 100ms", math.NaN(), never},
		{1024, "ftsh", math.NaN(), never},
		{1024, "gauss", 40, []float64{20, 45}},
		{1500, "fixed from 100ms", math.NaN(), never},
		{1500, "published", math.NaN(), never},
		{4096, "fixed from 100ms", math.NaN(), never},
		{4096, "ftsh", math.NaN(), never},
		{4096, "gauss", math.NaN(), never},
	} {
		who, err := parseContenders([]string{c.policy})
		if err != nil {
			t.Fatal(err)
		}
		for seed := uint64(1); seed <= 3; seed++ {
			cfg := DefaultOutage()
			cfg.Backlog, cfg.Seed, cfg.StopFor, cfg.Duration = c.queue, seed, time.Minute,
				150*time.Second
			r, err := Outage(context.Background(), cfg, who[0].policy, nil)
			if err != nil {
				t.Fatal(err)
			}
			if math.IsNaN(r.Recovery) != math.IsNaN(c.real) || r.Recovery < c.want[0] ||
				r.Recovery > c.want[1] {
				t.Errorf("queue of %d, %s, seed %d: back after %v s, the real server after %v",
					c.queue, c.policy, seed, r.Recovery, c.real)
			}
		}
	}
}

// TestOutageConcurrencyAtTheReturn checks the requests in work second by second, after a stop of 60
// s. The published server had 1395, 1879 and 2339 with 128 in the queue, 2168 with 1024.
func TestOutageConcurrencyAtTheReturn(t *testing.T) {
	for queue, real := range map[int][]float64{128: {1395, 1879, 2339}, 1024: {2168}} {
		cfg := DefaultOutage()
		cfg.Backlog, cfg.StopFor, cfg.Duration = queue, time.Minute, 100*time.Second
		r := runOutage(t, cfg, "fixed from 100ms")
		for i, want := range real {
			// The published values are from some moment of each second, in which 476 come.
			if got := r.Concurrency[90+i]; want > got || want < got-476 {
				t.Errorf("queue of %d, second %d: at most %v requests, the real server had %v",
					queue, i, got, want)
			}
		}
	}
}

// TestOutageBackoff: with a queue of 128 the server survives every policy that backs off.
func TestOutageBackoff(t *testing.T) {
	cfg := DefaultOutage()
	cfg.Duration = 5 * time.Minute
	fixed := runOutage(t, cfg, "fixed from 100ms")
	for _, name := range backoff.Names() {
		if name == "fixed" {
			continue
		}
		r := runOutage(t, cfg, name)
		if math.IsNaN(r.Recovery) || r.Recovery > 130 {
			t.Errorf("with %s it is back after %v s", name, r.Recovery)
		}
		if r.Wasted > fixed.Wasted/6 {
			t.Errorf("%s wastes %v requests, fixed retry %v", name, r.Wasted, fixed.Wasted)
		}
	}
}

// TestOutageLaws: a server with the published law never works off a certain burst. For LawArrival
// it is nothing: the first 950 are answered in time whatever comes after them.
func TestOutageLaws(t *testing.T) {
	for _, c := range []struct {
		law   Law
		dial  time.Duration
		queue int
		back  bool
	}{
		{LawArrival, 0, 128, true}, {LawArrival, 0, 1500, false},
		{LawNow, 0, 128, false}, {LawNow, 30 * time.Second, 128, false},
	} {
		cfg := DefaultOutage()
		cfg.Law, cfg.Dial, cfg.Backlog, cfg.StopFor, cfg.Duration = c.law, c.dial, c.queue,
			time.Minute, 150*time.Second
		if r := runOutage(t, cfg, "fixed from 100ms"); math.IsNaN(r.Recovery) == c.back {
			t.Errorf("%+v: it is back after %v s", c, r.Recovery)
		}
	}
}

// TestDroppedConnections: the queue is empty, so all requests come from connections tried again.
// These are of the last seconds if a client gives them up with its request, else of half a minute.
func TestDroppedConnections(t *testing.T) {
	var most [2]float64
	for i, dial := range []time.Duration{0, 30 * time.Second} {
		cfg := DefaultOutage()
		cfg.Backlog, cfg.Dial, cfg.StopFor, cfg.Duration = 0, dial, time.Minute, 100*time.Second
		most[i] = runOutage(t, cfg, "fixed from 100ms").Concurrency[90]
	}
	// In the first second 476 new ones come. Of the 952 waiting, either those come whose second try
	// falls into it, which the server can answer; or all of them at once, which it cannot.
	if most[0] > 400 || most[1] < 1350 || most[1] > 1500 {
		t.Errorf("%v requests at the end of the first second", most)
	}
}

// TestOutageLoad: under fixed retry load is clients by interval; under backoff it falls during the
// outage.
func TestOutageLoad(t *testing.T) {
	cfg := DefaultOutage()
	cfg.Duration = 155 * time.Second
	fixed := runOutage(t, cfg, "fixed from 100ms")
	if want := 1000 / 2.1; math.Abs(fixed.Attempts[85]-want) > 0.1*want {
		t.Errorf("%v attempts per second, want about %v", fixed.Attempts[85], want)
	}
	gauss := runOutage(t, cfg, "gauss")
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
	small, large := runOutage(t, DefaultOutage(), "ftsh"),
		runOutage(t, DefaultOutage().Scaled(10_000), "ftsh")
	if ratio := large.Steady / small.Steady; ratio < 9 || ratio > 11 {
		t.Errorf("steady state %v and %v", small.Steady, large.Steady)
	}
	if math.Abs(large.LateMean-small.LateMean) > 0.08*small.LateMean {
		t.Errorf("lateness %v and %v s", small.LateMean, large.LateMean)
	}
}

func TestOutageServerDelay(t *testing.T) {
	c := DefaultOutage()
	for n, want := range map[int]time.Duration{1: 100, 30: 100, 45: 105, 60: 110, 330: 265,
		1040: 2671, 1599: 16458} {
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
	if _, err := Outage(ctx, DefaultOutage().Scaled(5000), policy(t, "fixed"),
		nil); err != context.Canceled {
		t.Error(err)
	}
}

// BenchmarkOutage is for the figures in docs/design/experiments.md: events per second and bytes per
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
