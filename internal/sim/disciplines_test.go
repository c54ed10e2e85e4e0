package sim

import (
	"context"
	"testing"
	"time"
)

func runSubmit(t *testing.T, clients int) map[string]SubmitResult {
	t.Helper()
	results := map[string]SubmitResult{}
	for _, d := range defaultDisciplines() {
		cfg := DefaultSubmit()
		cfg.Clients = clients
		r, err := Submit(context.Background(), cfg, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		results[d.Name] = r
	}
	return results
}

// TestSubmit: fixed retry collapses near 400 submitters, Ethernet stays within 30 % of its best at
// 500, and Aloha lies between. With fewer submitters Ethernet is a little worse than the others, by
// the cost of its looks. More clients are slower.
func TestSubmit(t *testing.T) {
	best := 0
	for n := 10; n <= 500; n += 10 {
		r := runSubmit(t, n)
		best = max(best, r["Ethernet"].Jobs)
		switch {
		case n <= 390:
			if r["fixed"].Crashes != 0 || r["Aloha"].Crashes != 0 {
				t.Errorf("%d clients: it crashes", n)
			}
			if r["Ethernet"].Jobs >= r["fixed"].Jobs ||
				r["Ethernet"].Jobs < r["fixed"].Jobs*85/100 {
				t.Errorf("%d clients: Ethernet %d, fixed %d", n, r["Ethernet"].Jobs,
					r["fixed"].Jobs)
			}
		case n >= 420:
			if r["fixed"].Jobs > best/5 {
				t.Errorf("%d clients, fixed: %d jobs of %d", n, r["fixed"].Jobs, best)
			}
			if r["fixed"].Jobs >= r["Aloha"].Jobs || r["Aloha"].Jobs >= r["Ethernet"].Jobs {
				t.Errorf("%d clients: fixed %d, Aloha %d, Ethernet %d", n, r["fixed"].Jobs,
					r["Aloha"].Jobs, r["Ethernet"].Jobs)
			}
		}
		if r["Ethernet"].Crashes != 0 {
			t.Errorf("%d clients, Ethernet: %d crashes", n, r["Ethernet"].Crashes)
		}
		if n == 500 && (r["Ethernet"].Jobs < best*7/10 || r["Ethernet"].Jobs >= best) {
			t.Errorf("500 clients, Ethernet: %d jobs, best %d", r["Ethernet"].Jobs, best)
		}
	}
	if r := runSubmit(t, 0); r["fixed"].Jobs != 0 {
		t.Error("jobs without clients")
	}
}

// TestSubmitSeeds: the order does not depend on the seed.
func TestSubmitSeeds(t *testing.T) {
	for seed := uint64(2); seed < 8; seed++ {
		jobs := map[string]int{}
		for _, d := range defaultDisciplines() {
			cfg := DefaultSubmit()
			cfg.Clients, cfg.Seed = 500, seed
			// There is no error while ctx lasts.
			r, _ := Submit(context.Background(), cfg, d, nil)
			jobs[d.Name] = r.Jobs
		}
		if !(2*jobs["fixed"] < jobs["Aloha"] && jobs["Aloha"] < jobs["Ethernet"]) {
			t.Errorf("seed %d: %v", seed, jobs)
		}
	}
}

// TestBuffer: fixed retry starves the consumer, the others do not, and Ethernet collides least.
func TestBuffer(t *testing.T) {
	run := func(producers int) map[string]BufferResult {
		results := map[string]BufferResult{}
		for _, d := range defaultDisciplines() {
			cfg := DefaultBuffer()
			cfg.Producers = producers
			r, err := Buffer(context.Background(), cfg, d, nil)
			if err != nil {
				t.Fatal(err)
			}
			results[d.Name] = r
		}
		return results
	}
	best := run(5)["Ethernet"].Consumed
	for _, n := range []int{10, 50, 100} {
		r := run(n)
		if !(r["fixed"].Collisions > 3*r["Aloha"].Collisions &&
			r["Aloha"].Collisions > 2*r["Ethernet"].Collisions) {
			t.Errorf("%d producers: collisions %d, %d, %d", n, r["fixed"].Collisions,
				r["Aloha"].Collisions, r["Ethernet"].Collisions)
		}
		if r["Ethernet"].Consumed < 0.95*best || r["Aloha"].Consumed < 0.95*best {
			t.Errorf("%d producers: Aloha %v, Ethernet %v of %v bytes", n, r["Aloha"].Consumed,
				r["Ethernet"].Consumed, best)
		}
		// The count would be 640 to 750 if deferrals counted like collisions.
		if c := r["Ethernet"].Collisions; n == 100 && (c < 850 || c > 1150) {
			t.Errorf("Ethernet collides %d times", c)
		}
		if n == 100 && r["fixed"].Consumed > 0.5*best {
			t.Errorf("%d producers: fixed %v of %v bytes", n, r["fixed"].Consumed, best)
		}
	}
}

// TestBlackHole: carrier sense avoids it.
func TestBlackHole(t *testing.T) {
	results := map[string]BlackHoleResult{}
	for _, d := range defaultDisciplines() {
		r, err := BlackHole(context.Background(), DefaultBlackHole(), d, nil)
		if err != nil {
			t.Fatal(err)
		}
		results[d.Name] = r
	}
	ethernet := results["Ethernet"]
	if ethernet.Collisions != 0 || ethernet.Deferrals == 0 {
		t.Errorf("Ethernet: %d collisions, %d deferrals", ethernet.Collisions, ethernet.Deferrals)
	}
	for _, name := range []string{"fixed", "Aloha"} {
		r := results[name]
		if r.Collisions < 15 || r.Deferrals != 0 || r.Files*3 > ethernet.Files*2 {
			t.Errorf("%s: %d files, %d collisions, %d deferrals; Ethernet %d files", name, r.Files,
				r.Collisions, r.Deferrals, ethernet.Files)
		}
	}
	if most := 2 * int(15*time.Minute/(10*time.Second)); ethernet.Files > most {
		t.Errorf("%d files, two servers can do %d", ethernet.Files, most)
	}
}

// TestRecovery: it takes about as long again as the outage ("30 s → 60 s, 30 min → 60 min"),
// unless M is less; and the shorter M, the more attempts.
func TestRecovery(t *testing.T) {
	run := func(outage time.Duration, text string) RecoveryResult {
		r, err := Recovery(context.Background(), DefaultRecovery(outage), policy(t, text), nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, outage := range []time.Duration{30 * time.Second, 30 * time.Minute} {
		if r := run(outage, "ftsh"); r.Added95 < 0.7*outage.Seconds() ||
			r.Added95 > 1.4*outage.Seconds() {
			t.Errorf("%v: 95 %% are back after %v s", outage, r.Added95)
		}
	}
	long := run(30*time.Minute, "ftsh")
	short := run(30*time.Minute, "ftsh to 1m")
	fixed := run(30*time.Minute, "fixed")
	if !(fixed.Added95 < 1 && short.AddedMost <= 60 && long.Added95 > 600) {
		t.Errorf("back after %v, %v, %v s", fixed.Added95, short.AddedMost, long.Added95)
	}
	if !(fixed.Attempts > 1000 && short.Attempts < 60 && long.Attempts < 15) {
		t.Errorf("attempts %v, %v, %v", fixed.Attempts, short.Attempts, long.Attempts)
	}
	if r := run(30*time.Minute, "google-http"); r.GaveUp != 1 {
		t.Errorf("google-http: %v gave up", r.GaveUp)
	}
}
