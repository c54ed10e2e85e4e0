package sim

import (
	"context"
	"math/rand/v2"
	"time"
)

// BlackHoleConfig describes the data replication of the paper. Each file server serves one client
// at a time. One server is a black hole: it accepts connections and never answers. A client tries
// the servers in random order (forany), each with a timeout. An Ethernet client first asks for a
// file of one byte, with a short timeout.
type BlackHoleConfig struct {
	Clients  int
	Servers  int           // the last is the black hole
	Transfer time.Duration // of the file, by an otherwise idle server
	Probe    time.Duration // of one byte
	Timeout  time.Duration // for the file
	Sense    time.Duration // timeout for the probe
	Duration time.Duration
	Bin      time.Duration
	Seed     uint64
}

// DefaultBlackHole is 15 minutes of three clients and three servers; a file takes 10 s.
func DefaultBlackHole() BlackHoleConfig {
	return BlackHoleConfig{
		Clients: 3, Servers: 3, Transfer: 10 * time.Second, Probe: 10 * time.Millisecond,
		Timeout: time.Minute,
		Sense:   5 * time.Second, Duration: 15 * time.Minute, Bin: time.Second, Seed: 1,
	}
}

// BlackHoleResult has the sums at the end of each bin, and in all.
type BlackHoleResult struct {
	Transfers []float64 // files read
	Wasted    []float64 // timeouts of the file: a client's minute lost
	Deferred  []float64 // timeouts of the probe

	Files, Collisions, Deferrals int
}

const (
	holeStart   uint8 = iota // a client begins a round over the servers
	holeNext                 // it turns to the next server
	holeTimeout              // of the file or the probe
	holeDone                 // the server has answered its current client
	holeBin
)

// holeClient is a client's position in its round.
type holeClient struct {
	retrier
	order   []int
	at      int
	probing bool
}

type fileServer struct {
	queue []waiting // the first is served
	gen   uint16    // of the request being served
	busy  bool
}

type blackHole struct {
	cfg     BlackHoleConfig
	how     Discipline
	agenda  *agenda
	rnd     *rand.Rand
	clients []holeClient
	servers []fileServer
	result  BlackHoleResult
}

// BlackHole runs the experiment with all clients following one discipline.
func BlackHole(ctx context.Context, cfg BlackHoleConfig, how Discipline,
	tick func(float64)) (BlackHoleResult, error) {
	h := &blackHole{cfg: cfg, how: how, rnd: newRand(cfg.Seed),
		agenda:  newAgenda(cfg.Duration, cfg.Clients+8),
		clients: make([]holeClient, cfg.Clients), servers: make([]fileServer, cfg.Servers)}
	for i := range h.clients {
		h.agenda.after(between(h.rnd, 0, time.Second), holeStart, int32(i), 0)
	}
	h.agenda.after(cfg.Bin, holeBin, 0, 0)
	err := h.agenda.run(ctx, tick, h.handle)
	return h.result, err
}

func (h *blackHole) handle(e event) {
	if e.kind == holeBin {
		h.result.Transfers = append(h.result.Transfers, float64(h.result.Files))
		h.result.Wasted = append(h.result.Wasted, float64(h.result.Collisions))
		h.result.Deferred = append(h.result.Deferred, float64(h.result.Deferrals))
		h.agenda.after(h.cfg.Bin, holeBin, 0, 0)
		return
	}
	if e.kind == holeDone {
		h.answered(int(e.who), e.gen)
		return
	}
	c := &h.clients[e.who]
	switch e.kind {
	case holeStart:
		c.order, c.at = h.rnd.Perm(h.cfg.Servers), 0
		h.ask(e.who, h.how.Sense)
	case holeNext:
		h.ask(e.who, h.how.Sense)
	case holeTimeout:
		if e.gen != c.gen {
			return
		}
		if c.probing {
			h.result.Deferrals++
		} else {
			h.result.Collisions++
		}
		h.leave(e.who)
		h.turn(e.who)
	}
}

// turn goes on to the next server, or, after the last, waits for the next round.
func (h *blackHole) turn(who int32) {
	c := &h.clients[who]
	c.gen++
	if c.at++; c.at < h.cfg.Servers {
		h.agenda.after(0, holeNext, who, 0)
		return
	}
	d, _ := c.fail(h.how.Policy, h.rnd)
	h.agenda.after(d, holeStart, who, 0)
}

// ask queues the client at the current server of its round, for the file or for the probe.
func (h *blackHole) ask(who int32, probe bool) {
	c := &h.clients[who]
	c.gen++
	c.probing = probe
	timeout := h.cfg.Timeout
	if probe {
		timeout = h.cfg.Sense
	}
	h.agenda.after(timeout, holeTimeout, who, c.gen)
	s := c.order[c.at]
	if s == h.cfg.Servers-1 {
		return // accepted, and never heard of again
	}
	h.servers[s].queue = append(h.servers[s].queue, waiting{who, c.gen})
	h.serve(s)
}

// serve begins with the first request in the queue whose client still waits.
func (h *blackHole) serve(s int) {
	v := &h.servers[s]
	for !v.busy && len(v.queue) > 0 {
		w := v.queue[0]
		if c := &h.clients[w.who]; c.gen == w.gen {
			v.busy = true
			v.gen++
			takes := h.cfg.Transfer
			if c.probing {
				takes = h.cfg.Probe
			}
			h.agenda.after(takes, holeDone, int32(s), v.gen)
			return
		}
		v.queue = v.queue[1:]
	}
}

// leave ends the connection of a client after its timeout. If it was being served, the server
// notices at once and turns to the next.
func (h *blackHole) leave(who int32) {
	c := &h.clients[who]
	s := c.order[c.at]
	v := &h.servers[s]
	if v.busy && v.queue[0].who == who {
		v.busy = false
		v.gen++
		v.queue = v.queue[1:]
	}
	c.gen++
	h.serve(s)
}

func (h *blackHole) answered(s int, gen uint16) {
	v := &h.servers[s]
	if !v.busy || gen != v.gen {
		return
	}
	who := v.queue[0].who
	v.busy = false
	v.queue = v.queue[1:]
	c := &h.clients[who]
	if c.probing {
		h.ask(who, false)
	} else {
		c.gen++
		c.succeed()
		h.result.Files++
		h.agenda.after(0, holeStart, who, 0)
	}
	h.serve(s)
}
