package sim

import (
	"context"
	"math/rand/v2"
	"time"

	"ftsh/backoff"
	"ftsh/internal/clock"
	"ftsh/internal/through"
)

// hosts are the hosts of clients going through one name (docs/reference/through.md). The shared state
// of a host is in memory in place of its file. The rest is the code of the shell, [through.Gate]:
// waiters are woken, and also look every one or two seconds. Looking takes no time here.
type hosts struct {
	agenda  *agenda
	kind    uint8 // of the event at the end of a client's sleep
	rnd     *rand.Rand
	policy  backoff.Policy
	states  []through.Memory
	clients []passenger
}

// passenger is a client's part of it.
type passenger struct {
	gate  through.Gate
	look  through.Look
	cost  int // of the next attempt, in tokens
	naps  int
	gen   uint16 // of its sleep; wake-ups of older ones are void
	woken func()
}

// newHosts spreads clients evenly over n hosts.
func newHosts(n, clients int, a *agenda, kind uint8, rnd *rand.Rand, policy backoff.Policy) *hosts {
	h := &hosts{agenda: a, kind: kind, rnd: rnd, policy: policy, states: make([]through.Memory, n),
		clients: make([]passenger, clients)}
	for i := range h.clients {
		p := &h.clients[i]
		p.gate = through.Gate{Terms: through.DefaultTerms(), Rand: rnd.Float64, Delays: h.delay,
			Now: h.now}
		p.woken = func() { a.after(0, kind, int32(i), p.gen) }
	}
	return h
}

// now is the time of the states. It is never 0.
func (h *hosts) now() clock.Instant { return clock.Instant(int64(time.Hour) + h.agenda.now) }

// delay returns the delay after a breaker opened. When the policy gives up, the previous delay
// continues, as in the shell.
func (h *hosts) delay(n int, previous time.Duration) time.Duration {
	if d, ok := h.policy.Next(n, previous, h.rnd); ok {
		return d
	}
	return previous
}

// begin begins a client's block.
func (h *hosts) begin(who int32) {
	p := &h.clients[who]
	p.gate.Join(&h.states[int(who)%len(h.states)], p.woken)
	p.cost = 0
}

// ask reports whether a client's next attempt begins now. If not, it sleeps.
func (h *hosts) ask(who int32) bool {
	p := &h.clients[who]
	p.look, _ = p.gate.Look(context.Background(), p.cost) // a memory does not fail
	if p.look.For == through.Nothing {
		p.gen++ // cancels pending wake-ups
		return true
	}
	p.naps = 0
	h.nap(who)
	return false
}

func (h *hosts) nap(who int32) {
	p := &h.clients[who]
	p.gen++
	p.naps++
	h.agenda.after(p.gate.Nap(p.look), h.kind, who, p.gen)
}

// wake ends a sleep. It reports whether the client's attempt begins.
func (h *hosts) wake(e event) bool {
	p := &h.clients[e.who]
	switch {
	case p.gen != e.gen:
		return false
	case p.gate.SleepsOn(p.look, p.naps):
		h.nap(e.who)
		return false
	}
	return h.ask(e.who)
}

// end ends an attempt.
func (h *hosts) end(who int32, outcome through.Outcome) {
	p := &h.clients[who]
	p.cost = 1
	if outcome == through.CutShort {
		p.cost = 2
	}
	_, _, _ = p.gate.End(through.Report{Outcome: outcome})
}

// leave ends a client's block.
func (h *hosts) leave(who int32) { h.clients[who].gate.Close() }
