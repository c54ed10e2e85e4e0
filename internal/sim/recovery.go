package sim

import (
	"context"
	"slices"
	"time"

	"ftsh/backoff"
)

// RecoveryConfig describes an outage of a service that is otherwise always fast enough. It measures
// the time a policy adds to the outage, and the load during it. Every client tries, fails at once
// while the outage lasts, and waits by its policy.
type RecoveryConfig struct {
	Clients int
	Outage  time.Duration
	Onset   time.Duration // the clients first try at random within it
	// Hosts is the number of hosts of clients going through one name; 0: clients are independent.
	Hosts int
	Seed  uint64
}

// DefaultRecovery is 2000 clients that first fail in the first tenth of an outage.
func DefaultRecovery(outage time.Duration) RecoveryConfig {
	return RecoveryConfig{Clients: 2000, Outage: outage, Onset: outage / 10, Seed: 1}
}

// RecoveryResult holds the costs of a policy. Added times count from the end of the outage until a
// client succeeds.
type RecoveryResult struct {
	AddedMean, Added95, AddedMost float64 // s
	Attempts                      float64 // failed ones, per client
	// LastRate is the attempts per client and second over the last tenth of the outage.
	LastRate float64
	// ReturnPeak is the most attempts in one second after the outage, as a share of clients.
	ReturnPeak float64
	GaveUp     float64 // share of clients whose policy gave up
}

// A tally counts the attempts of the clients and their times of return.
type tally struct {
	attempts, late int       // failed ones; in the last tenth of the outage
	added          []float64 // s, of each client that is back
	perSecond      map[int]int
	gaveUp         int
}

func (t *tally) failed(cfg RecoveryConfig, at time.Duration) {
	t.attempts++
	if at >= cfg.Outage-cfg.Outage/10 {
		t.late++
	}
}

func (t *tally) succeeded(cfg RecoveryConfig, at time.Duration) {
	wait := (at - cfg.Outage).Seconds()
	t.added = append(t.added, wait)
	if t.perSecond == nil {
		t.perSecond = map[int]int{}
	}
	t.perSecond[int(wait)]++
}

func (t *tally) result(cfg RecoveryConfig) RecoveryResult {
	n := float64(cfg.Clients)
	result := RecoveryResult{
		Attempts: float64(t.attempts) / n, GaveUp: float64(t.gaveUp) / n,
		LastRate: float64(t.late) / n / (cfg.Outage / 10).Seconds(),
	}
	for _, count := range t.perSecond {
		result.ReturnPeak = max(result.ReturnPeak, float64(count)/n)
	}
	if len(t.added) > 0 {
		slices.Sort(t.added)
		sum := 0.0
		for _, a := range t.added {
			sum += a
		}
		result.AddedMean = sum / float64(len(t.added))
		result.Added95 = t.added[len(t.added)*95/100]
		result.AddedMost = t.added[len(t.added)-1]
	}
	return result
}

// Recovery runs one outage. Independent clients do not influence each other here, and need no
// agenda.
func Recovery(ctx context.Context, cfg RecoveryConfig, policy backoff.Policy,
	tick func(float64)) (RecoveryResult, error) {
	if cfg.Hosts > 0 {
		return throughRecovery(ctx, cfg, policy, tick)
	}
	rnd := newRand(cfg.Seed)
	var all tally
	for i := range cfg.Clients {
		if ctx.Err() != nil {
			return RecoveryResult{}, ctx.Err()
		}
		if tick != nil && i%64 == 0 {
			tick(float64(i) / float64(cfg.Clients))
		}
		now := between(rnd, 0, cfg.Onset)
		var prev time.Duration
		gaveUp := false
		for n := 0; now < cfg.Outage; n++ {
			all.failed(cfg, now)
			d, ok := policy.Next(n, prev, rnd)
			if !ok {
				gaveUp = true
				break
			}
			prev = d
			now += max(d, attemptTakes) // an attempt takes some time, even if the delay is 0
		}
		if gaveUp {
			all.gaveUp++
			continue
		}
		all.succeeded(cfg, now)
	}
	if tick != nil {
		tick(1)
	}
	return all.result(cfg), nil
}
