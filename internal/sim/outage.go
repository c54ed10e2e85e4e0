package sim

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"ftsh/backoff"
)

// OutageConfig describes the experiment of "Exponential Backoff or how not to crash a server":
// a server that gets slower the more requests it works on is stopped for a while, with
// SIGSTOP, and continued. Clients do not wait for an answer longer than Timeout, but the server,
// which does not know, works on their requests all the same.
type OutageConfig struct {
	Clients  int
	Interval time.Duration // mean time between a client's requests, exponentially distributed
	Timeout  time.Duration
	Service  time.Duration // of a request, up to Knee concurrent ones
	Knee     float64       // above, Service · Growth^((c−Knee)/Width)
	Growth   float64
	Width    float64
	Backlog  int // connections that the kernel completes for a server that does not accept
	StopAt   time.Duration
	StopFor  time.Duration
	Duration time.Duration
	Seed     uint64
}

// DefaultOutage is the experiment as published. The source does not say how many requests
// were waiting at the server when it was continued. 1500 is what its figures imply: it saw 1040,
// 1599, 1925 and 2231 concurrent requests in successive seconds after SIGCONT, and with 1500
// the model gives 1240, 1500, 1850 and 2240. It decides the outcome: see docs/experiments.md.
func DefaultOutage() OutageConfig {
	return OutageConfig{
		Clients: 1000, Interval: 10 * time.Second, Timeout: 2 * time.Second,
		Service: 100 * time.Millisecond, Knee: 30, Growth: 1.05, Width: 15, Backlog: 1500,
		StopAt: 30 * time.Second, StopFor: time.Minute, Duration: 5 * time.Minute, Seed: 1,
	}
}

// Scaled is the same experiment per client for another number of clients: the server grows in
// proportion.
func (c OutageConfig) Scaled(clients int) OutageConfig {
	k := float64(clients) / float64(c.Clients)
	c.Clients = clients
	c.Knee *= k
	c.Width *= k
	c.Backlog = max(int(float64(c.Backlog)*k), 1)
	return c
}

// delay is how long the server takes when it works on so many requests.
func (c OutageConfig) delay(concurrent int) time.Duration {
	over := float64(concurrent) - c.Knee
	if over <= 0 {
		return c.Service
	}
	ns := float64(c.Service) * math.Pow(c.Growth, over/c.Width)
	if ns > 1e18 {
		return 1e18 // 31 years
	}
	return time.Duration(ns)
}

// OutageResult has one element a second in each slice.
type OutageResult struct {
	Attempts, OK, Timeouts []float64 // in that second
	Concurrency            []float64 // requests the server works on, the most in that second
	Delay                  []float64 // s, what a request takes that comes at the end of that second
	GaveUp                 int       // how often a policy gave up on a request
	Events                 uint64

	Steady   float64 // OK per second before the stop
	Recovery float64 // s after the return until OK is at 90 % of steady for 5 s; NaN if never
	Peak     float64 // the greatest concurrency
	PeakRate float64 // the most attempts in one second after the stop
	Wasted   float64 // attempts that brought nothing, after the stop

	Waited    int     // clients that waited at the return and were served later
	LateMean  float64 // s from the return until they were, on average
	LateWorst float64 // and for the last of them
}

const (
	outageStart   uint8 = iota // a client sends a request
	outageTimeout              // a client stops waiting
	outageDone                 // the server has worked off a request
	outageResume
)

type outage struct {
	cfg     OutageConfig
	policy  backoff.Policy
	agenda  *agenda
	rnd     *rand.Rand
	clients []retrier
	since   []float32 // s, when a client first asked for what it still waits for; less than 0: nothing
	queue   []waiting // connections completed while the server is stopped
	working int
	result  *OutageResult
}

type waiting struct {
	who int32
	gen uint16
}

// Outage runs the experiment with every client following policy. tick, which may be nil,
// is told the share of the work that is done. The error is that of ctx.
func Outage(ctx context.Context, cfg OutageConfig, policy backoff.Policy, tick func(float64)) (OutageResult, error) {
	seconds := int(cfg.Duration/time.Second) + 1
	o := &outage{
		cfg: cfg, policy: policy, rnd: newRand(cfg.Seed),
		agenda:  newAgenda(cfg.Duration, cfg.Clients+1024),
		clients: make([]retrier, cfg.Clients), since: make([]float32, cfg.Clients),
		result: &OutageResult{
			Attempts: make([]float64, seconds), OK: make([]float64, seconds), Timeouts: make([]float64, seconds),
			Concurrency: make([]float64, seconds), Delay: make([]float64, seconds),
		},
	}
	for i := range o.clients {
		o.since[i] = -1
		o.agenda.after(exponential(o.rnd, cfg.Interval), outageStart, int32(i), 0)
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
	r.Attempts, r.OK, r.Timeouts, r.Concurrency, r.Delay = r.Attempts[:cut], r.OK[:cut], r.Timeouts[:cut], r.Concurrency[:cut], r.Delay[:cut]
	r.summarize(cfg.StopAt, cfg.StopFor)
	return *r, err
}

func (o *outage) second() int { return int(o.agenda.now / int64(time.Second)) }

func (o *outage) stopped() bool {
	return o.agenda.now >= int64(o.cfg.StopAt) && o.agenda.now < int64(o.cfg.StopAt+o.cfg.StopFor)
}

func (o *outage) handle(e event) {
	c := &o.clients[e.who]
	switch e.kind {
	case outageStart:
		c.gen++
		if o.since[e.who] < 0 {
			o.since[e.who] = float32(float64(e.at) / 1e9)
		}
		o.result.Attempts[o.second()]++
		switch {
		case !o.stopped():
			o.accept(e.who, c.gen)
			return
		case len(o.queue) < o.cfg.Backlog:
			o.queue = append(o.queue, waiting{e.who, c.gen})
		}
		o.agenda.soon(o.cfg.Timeout, outageTimeout, e.who, c.gen)
	case outageTimeout:
		if c.gen == e.gen {
			c.gen++
			o.result.Timeouts[o.second()]++
			d, ok := c.fail(o.policy, o.rnd)
			if !ok {
				o.result.GaveUp++
				o.since[e.who] = -1
				d = exponential(o.rnd, o.cfg.Interval)
			}
			o.agenda.after(d, outageStart, e.who, 0)
		}
	case outageDone:
		o.working--
		if c.gen == e.gen {
			c.gen++
			c.succeed()
			o.result.OK[o.second()]++
			o.served(e.who)
			o.agenda.after(exponential(o.rnd, o.cfg.Interval), outageStart, e.who, 0)
		}
	case outageResume:
		for _, w := range o.queue {
			o.accept(w.who, w.gen) // in accept, its timeout is set already
		}
		o.queue = nil
	}
}

// served notes how long after the return a client was served that had waited for it.
func (o *outage) served(who int32) {
	back := (o.cfg.StopAt + o.cfg.StopFor).Seconds()
	if late := float64(o.agenda.now)/1e9 - back; float64(o.since[who]) < back && late >= 0 {
		o.result.Waited++
		o.result.LateMean += late // the sum, until summarize
		o.result.LateWorst = max(o.result.LateWorst, late)
	}
	o.since[who] = -1
}

// accept makes the server begin a request. When it will end is known at once, except that a
// server stopped meanwhile answers when it is continued.
func (o *outage) accept(who int32, gen uint16) {
	o.working++
	o.result.Concurrency[o.second()] = max(o.result.Concurrency[o.second()], float64(o.working))
	takes := o.cfg.delay(o.working)
	done := o.agenda.now + int64(takes)
	stop, resume := int64(o.cfg.StopAt), int64(o.cfg.StopAt+o.cfg.StopFor)
	if o.agenda.now < stop && done >= stop && done < resume {
		takes = time.Duration(resume - o.agenda.now)
	}
	// A timeout is only put in where one can happen; one that is in already does no harm.
	if takes >= o.cfg.Timeout && o.clients[who].gen == gen && o.agenda.now != resume {
		o.agenda.soon(o.cfg.Timeout, outageTimeout, who, gen)
	}
	o.agenda.after(takes, outageDone, who, gen)
}

// summarize computes the figures that compare policies.
func (r *OutageResult) summarize(stopAt, stopFor time.Duration) {
	stop, back := int(stopAt/time.Second), int((stopAt+stopFor)/time.Second)
	from := min(10, stop/2)
	for _, n := range r.OK[from:stop] {
		r.Steady += n / float64(stop-from)
	}
	if r.Waited > 0 {
		r.LateMean /= float64(r.Waited)
	}
	r.Recovery = math.NaN()
	for i := back; i+5 <= len(r.OK) && math.IsNaN(r.Recovery); i++ {
		sum := 0.0
		for _, n := range r.OK[i : i+5] {
			sum += n
		}
		if sum >= 0.9*5*r.Steady {
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
