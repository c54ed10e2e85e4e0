package sim

import (
	"errors"
	"math"
	"time"
)

// Law decides when a server working on many requests answers one of them.
type Law uint8

// The laws. With LawNow, as in the published server, it looks at each request every 50 ms and
// answers those older than the delay of the current concurrency: one request more makes all of them
// wait longer. With LawArrival a request takes the delay of the concurrency at its arrival,
// whatever comes after it.
const (
	LawNow Law = iota
	LawArrival
)

func (l Law) String() string {
	if l == LawArrival {
		return "arrival"
	}
	return "now"
}

// MarshalText returns the word for a law, for options and the processes of live experiments.
func (l Law) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads such a word.
func (l *Law) UnmarshalText(text []byte) error {
	switch string(text) {
	case "now":
		*l = LawNow
	case "arrival":
		*l = LawArrival
	default:
		return errors.New("expected now or arrival")
	}
	return nil
}

// delay returns how long the server takes with so many requests.
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

const (
	lookEvery = 50 * time.Millisecond // interval between looks at a request, from its arrival on
	lookStep  = time.Millisecond      // arrivals within it are looked at together
	looks     = int64(lookEvery / lookStep)
)

// desk holds the requests of a server with LawNow. A request is looked at whenever a multiple of
// lookEvery has passed since its arrival, so those of one slot are looked at together; the oldest
// of them is answered first.
type desk struct {
	slots   [looks]slot
	looking bool // an event to look is in the agenda
}

type slot struct {
	batches []batch
	stale   int // so many at the front have no clients left
}

// batch holds the requests of one lookStep. It forgets its clients once they have all given up,
// which keeps a server that is stuck for good small.
type batch struct {
	at    int64 // when, rounded up: a timer is never early
	count int
	from  []waiting
}

func (s *slot) drop() {
	s.batches = s.batches[1:]
	s.stale = max(s.stale-1, 0)
}

// accept makes the server begin a request.
func (o *outage) accept(w waiting) {
	o.working++
	o.result.Concurrency[o.second()] = max(o.result.Concurrency[o.second()], float64(o.working))
	if o.cfg.Law == LawArrival {
		o.agenda.after(o.takes(), outageDone, w.who, w.gen)
		return
	}
	step := (o.agenda.now + int64(lookStep) - 1) / int64(lookStep)
	s := &o.desk.slots[step%looks]
	if n := len(s.batches); n == 0 || s.batches[n-1].at != step*int64(lookStep) {
		s.batches = append(s.batches, batch{at: step * int64(lookStep)})
	}
	b := &s.batches[len(s.batches)-1]
	b.count++
	b.from = append(b.from, w)
	if !o.desk.looking {
		o.desk.looking = true
		o.agenda.after(time.Duration(step*int64(lookStep)-o.agenda.now), outageLook, 0, 0)
	}
}

// takes returns the duration of a request with LawArrival. It is known at once, except that a
// server stopped meanwhile answers when it is continued.
func (o *outage) takes() time.Duration {
	takes := o.cfg.delay(o.working)
	done := o.agenda.now + int64(takes)
	stop, resume := int64(o.cfg.StopAt), int64(o.cfg.StopAt+o.cfg.StopFor)
	if o.agenda.now < stop && done >= stop && done < resume {
		takes = time.Duration(resume - o.agenda.now)
	}
	return takes
}

// look makes the server look at the requests of the current slot. A stopped one does not.
func (o *outage) look() {
	if o.stopped() || o.working == 0 {
		o.desk.looking = false
		return
	}
	o.review(&o.desk.slots[o.agenda.now/int64(lookStep)%looks])
	o.agenda.after(lookStep, outageLook, 0, 0)
}

func (o *outage) review(s *slot) {
	for len(s.batches) > 0 {
		b := &s.batches[0]
		if o.agenda.now-b.at < max(int64(o.cfg.delay(o.working)), int64(lookEvery)) {
			break
		}
		o.working--
		b.count--
		if len(b.from) > 0 {
			o.answer(b.from[0])
			b.from = b.from[1:]
		}
		if b.count == 0 {
			s.drop()
		}
	}
	for s.stale < len(s.batches) && o.agenda.now-s.batches[s.stale].at > int64(o.cfg.Timeout) {
		s.batches[s.stale].from = nil
		s.stale++
	}
}

// connect brings a request to the server, or to its queue while it is stopped. When the queue is
// full, the kernel drops the connection, and the client's kernel tries it again.
func (o *outage) connect(w waiting) {
	o.reached[w.who] = true
	switch {
	case !o.stopped():
		o.accept(w)
	case len(o.queue) < o.cfg.Backlog:
		o.queue = append(o.queue, w)
	default:
		o.reached[w.who] = false
		o.dropped(w)
	}
}

// dropped schedules the first further try after the server's return: 1, 3, 7 … s after the first
// (RFC 6298; the queue stays full until then).
func (o *outage) dropped(w waiting) {
	patience := max(o.cfg.Dial, o.cfg.Timeout)
	resume := int64(o.cfg.StopAt + o.cfg.StopFor)
	for wait, gap := time.Second, 2*time.Second; wait < patience; wait, gap = wait+gap, 2*gap {
		if o.agenda.now+int64(wait) >= resume {
			o.agenda.after(wait, outageConnect, w.who, w.gen)
			break
		}
	}
	for len(o.hoping) > 0 && !o.hopes(o.hoping[0]) {
		o.hoping = o.hoping[1:]
	}
	o.hoping = append(o.hoping, w)
}

// hopes reports whether a request still waits for a connection.
func (o *outage) hopes(w waiting) bool { return o.clients[w.who].gen == w.gen && !o.reached[w.who] }

// again is a further try to connect, made while the server works. If its own request needs no
// connection any more and the clients share theirs (Dial), the request waiting longest gets it.
func (o *outage) again(w waiting) {
	if o.hopes(w) {
		o.connect(w)
		return
	}
	for o.cfg.Dial > 0 && len(o.hoping) > 0 {
		w, o.hoping = o.hoping[0], o.hoping[1:]
		if o.hopes(w) {
			o.connect(w)
			return
		}
	}
}

// resume continues the server: it finds the requests it worked on, and then the queue.
func (o *outage) resume() {
	for i := range o.desk.slots {
		o.review(&o.desk.slots[i])
	}
	o.result.Queued = len(o.queue)
	for _, w := range o.queue {
		o.accept(w)
	}
	o.queue = nil
	if o.working > 0 && o.cfg.Law == LawNow && !o.desk.looking {
		o.desk.looking = true
		o.agenda.after(0, outageLook, 0, 0)
	}
}
