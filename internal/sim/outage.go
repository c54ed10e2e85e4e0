package sim

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"ftsh/backoff"
	"ftsh/internal/duration"
	"ftsh/internal/through"
)

// OutageConfig describes the experiment of "Exponential Backoff or how not to crash a server". A
// server gets slower the more requests it works on. It is stopped for a while, with SIGSTOP, and
// continued. Clients wait for an answer no longer than Timeout, but the server does not know and
// works on their requests all the same.
type OutageConfig struct {
	Clients  int
	Interval time.Duration // mean time between a client's requests, exponentially distributed
	Timeout  time.Duration
	Law      Law
	Service  time.Duration // of a request, up to Knee concurrent ones
	Knee     float64       // above, Service · Growth^((c−Knee)/Width)
	Growth   float64
	Width    float64
	// Backlog is the number of connections completed by the kernel while the server does not
	// accept.
	Backlog int
	// Dial is the time to try a connection; 0: until the client gives up its request.
	Dial     time.Duration
	StopAt   time.Duration
	StopFor  time.Duration
	Duration time.Duration
	// Hosts is the number of hosts of clients going through one name; 0: clients are independent.
	Hosts int
	Seed  uint64
}

// DefaultOutage is the published experiment, with the system defaults of its time. Go asked for the
// longest listen queue allowed, then 128 (net.core.somaxconn). http.DefaultTransport tries for 30 s
// to connect, even if the request has been given up meanwhile.
func DefaultOutage() OutageConfig {
	return OutageConfig{
		Clients: 1000, Interval: 10 * time.Second, Timeout: 2 * time.Second,
		Law: LawNow, Service: 100 * time.Millisecond, Knee: 30, Growth: 1.05, Width: 15,
		Backlog: 128, Dial: 30 * time.Second,
		StopAt: 30 * time.Second, StopFor: 117 * time.Second, Duration: 8 * time.Minute, Seed: 1,
	}
}

// Scaled returns the same experiment per client for another number of clients: the server grows in
// proportion.
func (c OutageConfig) Scaled(clients int) OutageConfig {
	k := float64(clients) / float64(c.Clients)
	c.Clients = clients
	c.Knee *= k
	c.Width *= k
	c.Backlog = max(int(float64(c.Backlog)*k), 1)
	return c
}

// check refuses an experiment that ends before the server's return can be seen.
func (c OutageConfig) check() error {
	least := c.StopAt + c.StopFor + recoverySpan*time.Second
	if c.Duration >= least {
		return nil
	}
	return &usageError{fmt.Sprintf("--duration %s: the server is stopped after %s for %s, and its return has to be seen, so expected at least %s",
		duration.Format(c.Duration), duration.Format(c.StopAt), duration.Format(c.StopFor),
		duration.Format(least))}
}

// recoverySpan is the number of seconds during which answers must be as before.
const recoverySpan = 5

// OutageResult has one element a second in each slice.
type OutageResult struct {
	Attempts, OK, Timeouts []float64 // in that second
	Concurrency            []float64 // requests the server works on, the most in that second
	Delay                  []float64 // s, of the concurrency at the end of that second
	GaveUp                 int       // how often a policy gave up on a request
	Events                 uint64

	Steady   float64 // OK per second before the stop
	Recovery float64 // s after the return until OK is at 90 % of steady for 5 s; NaN if never
	Peak     float64 // the greatest concurrency
	PeakRate float64 // the most attempts in one second after the stop
	Wasted   float64 // attempts without result, after the stop
	Queued   int     // connections in the queue at the return

	Waited    int     // clients waiting at the return and served later
	LateMean  float64 // s from the return until they were, on average; NaN if none was
	LateWorst float64 // and for the last of them
}

const (
	outageStart   uint8 = iota // a client sends a request
	outageTimeout              // a client stops waiting
	outageConnect              // a connection dropped by the full queue is tried again
	outageDone                 // the server has worked off a request (LawArrival)
	outageLook                 // the server looks at requests (LawNow)
	outageResume
	outageWake // a client waiting for others of its host looks again
)

type outage struct {
	cfg     OutageConfig
	policy  backoff.Policy
	agenda  *agenda
	rnd     *rand.Rand
	clients []retrier
	// since is the second when a client first asked for its current request; less than 0: none.
	since []float32
	// reached reports whether a client's current request has reached the server, or its queue.
	reached []bool
	queue   []waiting // connections completed while the server is stopped
	hoping  []waiting // requests without a connection, the oldest first
	desk    desk
	working int
	hosts   *hosts // nil: clients are independent
	result  *OutageResult
}

type waiting struct {
	who int32
	gen uint16
}

// Outage runs the experiment with every client following policy. tick, which may be nil, is called
// with the completed share of the work. The error is that of ctx.
func Outage(ctx context.Context, cfg OutageConfig, policy backoff.Policy,
	tick func(float64)) (OutageResult, error) {
	seconds := int(cfg.Duration/time.Second) + 1
	o := &outage{
		cfg: cfg, policy: policy, rnd: newRand(cfg.Seed),
		agenda:  newAgenda(cfg.Duration, cfg.Clients+1024),
		clients: make([]retrier, cfg.Clients), since: make([]float32, cfg.Clients),
		reached: make([]bool, cfg.Clients),
		result: &OutageResult{
			Attempts: make([]float64, seconds), OK: make([]float64, seconds),
			Timeouts:    make([]float64, seconds),
			Concurrency: make([]float64, seconds), Delay: make([]float64, seconds),
		},
	}
	if cfg.Hosts > 0 {
		o.hosts = newHosts(cfg.Hosts, cfg.Clients, o.agenda, outageWake, o.rnd, policy)
	}
	for i := range o.clients {
		o.pause(int32(i))
	}
	o.agenda.after(cfg.StopAt+cfg.StopFor, outageResume, 0, 0)
	second := 0
	err := o.agenda.run(ctx, tick, func(e event) {
		for ; second < int(e.at/int64(time.Second)); second++ {
			o.result.Delay[second] = cfg.delay(o.working).Seconds()
			o.result.Concurrency[second+1] = float64(o.working)
		}
		o.handle(e)
	})
	for ; second+1 < seconds; second++ {
		o.result.Concurrency[second+1] = float64(o.working)
	}
	o.result.Events = o.agenda.served
	cut := seconds - 1 // the last second is the instant of the end
	r := o.result
	r.Attempts, r.OK, r.Timeouts, r.Concurrency, r.Delay = r.Attempts[:cut], r.OK[:cut],
		r.Timeouts[:cut], r.Concurrency[:cut], r.Delay[:cut]
	r.summarize(cfg.StopAt, cfg.StopFor)
	return *r, err
}

func (o *outage) second() int { return int(o.agenda.now / int64(time.Second)) }

func (o *outage) stopped() bool {
	return o.agenda.now >= int64(o.cfg.StopAt) && o.agenda.now < int64(o.cfg.StopAt+o.cfg.StopFor)
}

func (o *outage) handle(e event) {
	switch e.kind {
	case outageStart:
		o.start(e.who)
	case outageWake:
		if o.hosts.wake(e) {
			o.send(e.who)
		}
	case outageTimeout:
		if o.clients[e.who].gen == e.gen {
			o.timeout(e.who)
		}
	case outageConnect:
		o.again(waiting{e.who, e.gen})
	case outageDone:
		o.working--
		o.answer(waiting{e.who, e.gen})
	case outageLook:
		o.look()
	case outageResume:
		o.resume()
	}
}

// start begins a client's request, or another attempt of it.
func (o *outage) start(who int32) {
	first := o.since[who] < 0
	if first {
		o.since[who] = float32(float64(o.agenda.now) / 1e9)
	}
	if o.hosts != nil {
		if first {
			o.hosts.begin(who)
		}
		if !o.hosts.ask(who) {
			return
		}
	}
	o.send(who)
}

func (o *outage) send(who int32) {
	c := &o.clients[who]
	c.gen++
	o.result.Attempts[o.second()]++
	o.agenda.soon(o.cfg.Timeout, outageTimeout, who, c.gen)
	o.connect(waiting{who, c.gen})
}

// timeout ends a client's current attempt.
func (o *outage) timeout(who int32) {
	c := &o.clients[who]
	c.gen++
	o.result.Timeouts[o.second()]++
	if o.hosts != nil {
		o.hosts.end(who, through.CutShort)
	}
	if d, ok := c.fail(o.policy, o.rnd); ok {
		o.agenda.after(d, outageStart, who, 0)
		return
	}
	o.result.GaveUp++
	if o.hosts != nil {
		o.hosts.leave(who)
	}
	o.pause(who)
}

// pause schedules a client's next request after normal work.
func (o *outage) pause(who int32) {
	d := exponential(o.rnd, o.cfg.Interval)
	o.since[who] = -1
	// Only the published program needs it: see [program].
	o.clients[who].prev = float32(d.Seconds())
	o.agenda.after(d, outageStart, who, 0)
}

// answer ends a request; nobody notices if its client has gone.
func (o *outage) answer(w waiting) {
	c := &o.clients[w.who]
	if c.gen != w.gen {
		return
	}
	c.gen++
	c.succeed()
	o.result.OK[o.second()]++
	o.served(w.who)
	if o.hosts != nil {
		o.hosts.end(w.who, through.Success)
		o.hosts.leave(w.who)
	}
	o.pause(w.who)
}

// served records the time from the return until a waiting client was served.
func (o *outage) served(who int32) {
	back := (o.cfg.StopAt + o.cfg.StopFor).Seconds()
	if late := float64(o.agenda.now)/1e9 - back; float64(o.since[who]) < back && late >= 0 {
		o.result.Waited++
		o.result.LateMean += late // the sum, until summarize
		o.result.LateWorst = max(o.result.LateWorst, late)
	}
}

// summarize computes the figures that compare policies.
func (r *OutageResult) summarize(stopAt, stopFor time.Duration) {
	stop, back := int(stopAt/time.Second), int((stopAt+stopFor)/time.Second)
	from := min(10, stop/2)
	for _, n := range r.OK[from:stop] {
		r.Steady += n / float64(stop-from)
	}
	r.LateMean /= float64(r.Waited)
	if r.Waited == 0 {
		r.LateMean, r.LateWorst = math.NaN(), math.NaN()
	}
	r.Recovery = math.NaN()
	for i := back; i+recoverySpan <= len(r.OK) && math.IsNaN(r.Recovery); i++ {
		sum := 0.0
		for _, n := range r.OK[i : i+recoverySpan] {
			sum += n
		}
		if sum >= 0.9*recoverySpan*r.Steady {
			r.Recovery = float64(i - back)
		}
	}
	for i := range r.OK {
		r.Peak = max(r.Peak, r.Concurrency[i])
		if i >= stop {
			r.PeakRate = max(r.PeakRate, r.Attempts[i])
			r.Wasted += r.Attempts[i] - r.OK[i]
		}
	}
}
