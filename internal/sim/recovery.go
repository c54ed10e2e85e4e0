package sim

import (
	"context"
	"slices"
	"time"

	"ftsh/backoff"
)

// RecoveryConfig describes an outage of a service that is otherwise always fast enough: what a
// policy adds to the outage, and the load it causes during it. Every client tries, fails at once
// while the outage lasts, and waits by its policy.
type RecoveryConfig struct {
	Clients int
	Outage  time.Duration
	Onset   time.Duration // the clients first fail at random within it
	Seed    uint64
}

// DefaultRecovery is 2000 clients that first fail in the first tenth of an outage.
func DefaultRecovery(outage time.Duration) RecoveryConfig {
	return RecoveryConfig{Clients: 2000, Outage: outage, Onset: outage / 10, Seed: 1}
}

// RecoveryResult says what a policy costs. Added times count from the end of the outage until a
// client succeeds.
type RecoveryResult struct {
	AddedMean, Added95, AddedMost float64 // s
	Attempts                      float64 // failed ones, per client
	LastRate                      float64 // attempts per client and second over the last tenth of the outage
	ReturnPeak                    float64 // the most attempts in one second after the outage, as a share of clients
	GaveUp                        float64 // share of clients whose policy gave up
}

// Recovery runs one outage. Since clients do not influence each other here, it needs no agenda.
func Recovery(ctx context.Context, cfg RecoveryConfig, policy backoff.Policy, tick func(float64)) (RecoveryResult, error) {
	rnd := newRand(cfg.Seed)
	var result RecoveryResult
	added := make([]float64, 0, cfg.Clients)
	perSecond := map[int]int{}
	late := cfg.Outage - cfg.Outage/10
	lateAttempts := 0
	for i := range cfg.Clients {
		if ctx.Err() != nil {
			return result, ctx.Err()
		}
		if tick != nil && i%64 == 0 {
			tick(float64(i) / float64(cfg.Clients))
		}
		now := between(rnd, 0, cfg.Onset)
		var prev time.Duration
		gaveUp := false
		for n := 0; now < cfg.Outage; n++ {
			result.Attempts++
			if now >= late {
				lateAttempts++
			}
			d, ok := policy.Next(n, prev, rnd)
			if !ok {
				gaveUp = true
				break
			}
			prev = d
			now += max(d, time.Millisecond) // an attempt takes some time, even if the delay is 0
		}
		if gaveUp {
			result.GaveUp++
			continue
		}
		wait := (now - cfg.Outage).Seconds()
		added = append(added, wait)
		perSecond[int(wait)]++
	}
	if tick != nil {
		tick(1)
	}
	n := float64(cfg.Clients)
	result.Attempts /= n
	result.GaveUp /= n
	result.LastRate = float64(lateAttempts) / n / (cfg.Outage / 10).Seconds()
	for _, count := range perSecond {
		result.ReturnPeak = max(result.ReturnPeak, float64(count)/n)
	}
	if len(added) > 0 {
		slices.Sort(added)
		sum := 0.0
		for _, a := range added {
			sum += a
		}
		result.AddedMean = sum / float64(len(added))
		result.Added95 = added[len(added)*95/100]
		result.AddedMost = added[len(added)-1]
	}
	return result, nil
}
