package sim

import (
	"context"
	"math/rand/v2"
	"time"

	"ftsh/backoff"
	"ftsh/internal/through"
)

const (
	recoveryStart uint8 = iota // a client wants to make an attempt
	recoveryWake               // a client waiting for others of its host looks again
	recoveryEnd                // of an attempt
)

// attemptTakes is the duration of an attempt that fails or succeeds at once.
const attemptTakes = time.Millisecond

// recovery is an outage for clients going through one name.
type recovery struct {
	cfg     RecoveryConfig
	policy  backoff.Policy
	agenda  *agenda
	rnd     *rand.Rand
	clients []retrier
	hosts   *hosts
	tally   tally
}

// throughRecovery runs an outage with clients sharing state.
func throughRecovery(ctx context.Context, cfg RecoveryConfig, policy backoff.Policy,
	tick func(float64)) (RecoveryResult, error) {
	r := &recovery{cfg: cfg, policy: policy, agenda: newAgenda(1<<62, cfg.Clients),
		rnd:     newRand(cfg.Seed),
		clients: make([]retrier, cfg.Clients)}
	r.hosts = newHosts(cfg.Hosts, cfg.Clients, r.agenda, recoveryWake, r.rnd, policy)
	for i := range r.clients {
		r.agenda.after(between(r.rnd, 0, cfg.Onset), recoveryStart, int32(i), 0)
		r.hosts.begin(int32(i))
	}
	err := r.agenda.run(ctx, nil, func(e event) {
		if tick != nil && r.agenda.served&0xfff == 0 {
			tick(min(float64(e.at)/float64(cfg.Outage), 1))
		}
		r.handle(e)
	})
	if tick != nil {
		tick(1)
	}
	return r.tally.result(cfg), err
}

func (r *recovery) handle(e event) {
	switch e.kind {
	case recoveryStart:
		if !r.hosts.ask(e.who) {
			return
		}
	case recoveryWake:
		if !r.hosts.wake(e) {
			return
		}
	case recoveryEnd:
		r.end(e)
		return
	}
	failed := uint16(0) // will hold the attempt's outcome
	if e.at < int64(r.cfg.Outage) {
		r.tally.failed(r.cfg, time.Duration(e.at))
		failed = 1
	} else {
		r.tally.succeeded(r.cfg, time.Duration(e.at))
	}
	r.agenda.after(attemptTakes, recoveryEnd, e.who, failed)
}

func (r *recovery) end(e event) {
	if e.gen == 0 {
		r.hosts.end(e.who, through.Success)
		r.hosts.leave(e.who)
		return
	}
	r.hosts.end(e.who, through.Failure)
	d, ok := r.clients[e.who].fail(r.policy, r.rnd)
	if !ok {
		r.tally.gaveUp++
		r.hosts.leave(e.who)
		return
	}
	r.agenda.after(d, recoveryStart, e.who, 0)
}
