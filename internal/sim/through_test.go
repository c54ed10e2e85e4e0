package sim

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"
)

// TestOutageThrough: after a stop of a minute, with this queue, no backoff of single clients brings
// the server back. With clients sharing state on each host it is back within twice the stop, with
// every seed.
func TestOutageThrough(t *testing.T) {
	for _, queue := range []int{1024, 4096} {
		for seed := uint64(1); seed <= 8; seed++ {
			cfg := DefaultOutage()
			cfg.Backlog, cfg.Seed, cfg.StopFor, cfg.Duration = queue, seed, time.Minute,
				4*time.Minute
			alone := runOutage(t, cfg, "ftsh")
			cfg.Hosts = 1
			together := runOutage(t, cfg, "ftsh")
			if !math.IsNaN(alone.Recovery) {
				t.Errorf("queue of %d, seed %d: back after %v s without", queue, seed,
					alone.Recovery)
			}
			if !(together.Recovery <= 60) {
				t.Errorf("queue of %d, seed %d: back after %v s", queue, seed, together.Recovery)
			}
			if together.Queued > 300 || together.Peak > 800 {
				t.Errorf("queue of %d, seed %d: %d in the queue, at most %v requests at a time",
					queue, seed, together.Queued, together.Peak)
			}
		}
	}
}

// TestThroughInNormalWork: without failures, through changes nothing.
func TestThroughInNormalWork(t *testing.T) {
	cfg := DefaultOutage()
	cfg.Duration = 152 * time.Second
	alone := runOutage(t, cfg, "ftsh")
	cfg.Hosts = 3
	if r := runOutage(t, cfg, "ftsh"); math.Abs(r.Steady-alone.Steady) > 5 ||
		slices.Max(r.Timeouts[:30]) > 0 {
		t.Errorf("%v answers a second, alone %v", r.Steady, alone.Steady)
	}
}

// TestThroughIsDeterministic: state in memory is as deterministic as the rest.
func TestThroughIsDeterministic(t *testing.T) {
	cfg := DefaultOutage().Scaled(200)
	cfg.Hosts, cfg.StopFor, cfg.Duration = 7, 20*time.Second, time.Minute
	if a, b := runOutage(t, cfg, "full"), runOutage(t, cfg, "full"); !slices.Equal(a.OK, b.OK) ||
		a.Events != b.Events {
		t.Error("two runs with the same seed differ")
	}
}

// TestRecoveryThrough: on one host all are back with the first, and there were hardly any attempts
// meanwhile.
func TestRecoveryThrough(t *testing.T) {
	run := func(hosts int) RecoveryResult {
		cfg := DefaultRecovery(5 * time.Minute)
		cfg.Clients, cfg.Hosts = 500, hosts
		r, err := Recovery(context.Background(), cfg, policy(t, "ftsh to 1m"), nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	alone, one, many := run(0), run(1), run(500)
	if one.Attempts > 1 || alone.Attempts < 8 || many.Attempts > alone.Attempts {
		t.Errorf("%v failed attempts per client alone, %v on one host, %v each on its own",
			alone.Attempts, one.Attempts, many.Attempts)
	}
	if one.AddedMost > 75 || one.GaveUp != 0 || many.AddedMost > 125 {
		t.Errorf("the last one is back after %v s alone, %v on one host, %v each on its own",
			alone.AddedMost, one.AddedMost, many.AddedMost)
	}
}
