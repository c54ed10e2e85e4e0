package through

import (
	"math"
	"time"

	"ftsh/internal/clock"
)

// A Query asks whether an attempt may begin.
type Query struct {
	Terms
	Waiter int // the asking block's row; -1: none
	Cost   int // in tokens; 0: a first attempt
	// Share, in [0,1), is fixed for a block. The greater it is, the later the block returns after a
	// requested delay, so not all return at once.
	Share  float64
	Holds  bool // the block runs inside a slot of Jobs
	Inside bool // inside an attempt through this name: no budget, no breaker
}

// An Answer lets an attempt begin, or names the obstacle.
type Answer struct {
	For  Reason        // Nothing: it may begin
	Kind Kind          // slot to take; 0: none
	At   clock.Instant // when to ask again; 0: not known
	Wake []int         // rows of waiters to wake
}

// A queue is the waiters for one thing, as seen by the asking block.
type queue struct {
	ahead int   // waiters with a lower ticket
	rows  []int // those woken just now
}

// mostWoken limits the waiters woken at once. Each of them wakes others.
const mostWoken = 16

// ahead counts the waiters for the same thing with a lower ticket, and wakes the first of them
// until room have been woken. A waiter that was woken and does not come is passed over, and another
// one may be woken in its stead, since many may have been stopped at once.
func (s *State) ahead(now clock.Instant, q *Query, why Reason, room int, live Living) queue {
	mine := uint64(math.MaxUint64)
	if q.Waiter >= 0 && q.Waiter < len(s.Waiters) && s.Waiters[q.Waiter].Ticket != 0 {
		mine = s.Waiters[q.Waiter].Ticket
	}
	var found queue
	rung, late := 0, 0
	for i := range s.Waiters {
		w := &s.Waiters[i]
		switch {
		case w.Ticket == 0 || w.Ticket >= mine || w.For != why:
		case w.Rung == 0:
			found.ahead++
		case now.Sub(w.Rung) < unheard:
			found.ahead++
			rung++
		default:
			late++
		}
	}
	if room > 0 {
		room += late
	}
	for found.ahead > rung && rung < room && len(found.rows) < mostWoken {
		row := s.first(why, mine)
		if !live.WaiterLives(row) {
			s.setWaiter(row, Waiter{})
			found.ahead--
			continue
		}
		w := s.Waiters[row]
		w.Rung = now
		s.setWaiter(row, w)
		found.rows = append(found.rows, row)
		rung++
	}
	return found
}

// first returns the row of the earliest waiter not woken yet, with a ticket lower than before.
// There must be one.
func (s *State) first(why Reason, before uint64) (row int) {
	for i := range s.Waiters {
		if w := &s.Waiters[i]; w.Ticket != 0 && w.Ticket < before && w.For == why && w.Rung == 0 {
			row, before = i, w.Ticket
		}
	}
	return row
}

// Ask reports whether an attempt may begin now: it may if For is Nothing. The attempt has not begun
// until the caller calls Begin.
func (s *State) Ask(now clock.Instant, q Query, live Living, delays Delays) Answer {
	var a Answer
	if !q.Inside {
		if at := s.asked(&q); at > now {
			return Answer{For: Asked, At: at}
		}
		if q.Failures > 0 {
			if a = s.askBreaker(now, &q, live, delays); a.For != Nothing {
				return a
			}
		}
	}
	if q.Jobs > 0 && !q.Holds {
		b := s.askJobs(now, &q, live)
		if a.Wake = append(a.Wake, b.Wake...); b.For != Nothing {
			return Answer{For: Jobs, Wake: a.Wake}
		}
		a.Kind |= b.Kind
	}
	if q.Cost > 0 && s.charges(&q) {
		if b := s.askBudget(now, &q, live); b.For != Nothing {
			b.Wake = append(a.Wake, b.Wake...)
			return b
		}
	}
	return a
}

// asked returns the end of the delay requested by an attempt, with the block's share added, since
// not all blocks should return at once; 0: no delay binds this block.
func (s *State) asked(q *Query) clock.Instant {
	if s.After == 0 || !q.Budgeted && q.Failures == 0 {
		return 0
	}
	return s.After.Add(time.Duration(q.Share * float64(s.After.Sub(s.Asked)) / 10))
}

func (s *State) askBreaker(now clock.Instant, q *Query, live Living, delays Delays) Answer {
	if s.Phase == Closed && s.failing(now, &q.Terms) {
		s.open(now, delays)
	}
	switch s.Phase {
	case Open:
		if s.Prober != 0 && s.probing(now, live) {
			return Answer{For: Breaker}
		}
		s.Prober = 0
		room := 1
		if now < s.Until {
			room = 0
		}
		switch first := s.ahead(now, q, Breaker, room, live); {
		case first.ahead > 0:
			return Answer{For: Breaker, Wake: first.rows}
		case room == 0:
			return Answer{For: Breaker, At: s.Until}
		}
		return Answer{Kind: Probe}
	case Ramp:
		s.bury(live)
		room := s.Window - s.holding(Probe|Ramping, s.Opened)
		first := s.ahead(now, q, Breaker, room, live)
		if room <= first.ahead {
			return Answer{For: Breaker, Wake: first.rows}
		}
		return Answer{Kind: Ramping, Wake: first.rows}
	}
	return Answer{}
}

func (s *State) askJobs(now clock.Instant, q *Query, live Living) Answer {
	held := s.holding(Job, 0)
	if held >= q.Jobs {
		s.bury(live)
		held = s.holding(Job, 0)
	}
	room := q.Jobs - held
	first := s.ahead(now, q, Jobs, room, live)
	if room <= first.ahead {
		return Answer{For: Jobs, Wake: first.rows}
	}
	return Answer{Kind: Job, Wake: first.rows}
}

// charges reports whether a retry takes tokens. While the breaker decides when attempts are made,
// it takes none.
func (s *State) charges(q *Query) bool {
	return q.Budgeted && !q.Inside && (q.Failures == 0 || s.Phase == Closed)
}

func (s *State) askBudget(now clock.Instant, q *Query, live Living) Answer {
	room := int(max(s.Budget.balance(now, q.Ratio), 0))
	first := s.ahead(now, q, Budget, room, live)
	if room >= first.ahead+q.Cost {
		return Answer{Wake: first.rows}
	}
	a := Answer{For: Budget, Wake: first.rows}
	if first.ahead == 0 { // the others are served after the first
		a.At = s.Budget.when(now, q.Ratio, float64(q.Cost))
	}
	return a
}

// A Charge is the amount put into the budget, and taken from it, by one attempt.
type Charge struct {
	at            clock.Instant
	firsts, taken uint32
}

// Begin begins an admitted attempt, on a holder's row locked by the caller; row -1: it holds
// nothing. It returns the serial of the slot, 0 without one, and the waiters to wake.
func (s *State) Begin(now clock.Instant, q Query, a Answer, row int, h Holder,
	live Living) (serial uint64, paid Charge, wake []int) {
	s.Leave(q.Waiter)
	paid = Charge{at: now}
	switch {
	case q.Inside:
	case q.Cost == 0:
		paid.firsts = 1
	case s.charges(&q):
		paid.taken = uint32(q.Cost)
		// The first waiter is another one now.
		wake = s.ahead(now, &Query{Waiter: -1}, Budget, 1, live).rows
	}
	c := s.Budget.cell(now)
	c.firsts += paid.firsts
	c.taken += paid.taken
	if row < 0 {
		return 0, paid, wake
	}
	serial = s.serial()
	h.Serial, h.Since, h.Kind = serial, now, a.Kind
	s.setHolder(row, h)
	if a.Kind&Probe != 0 {
		s.Prober, s.ProberAt, s.Probing = serial, row, now
	}
	return serial, paid, wake
}

// Refund takes a Charge back when the attempt was not made.
func (s *State) Refund(paid Charge) {
	if c := &s.Budget[stampOf(paid.at)%budgetCells]; c.stamp == stampOf(paid.at) {
		c.firsts -= min(paid.firsts, c.firsts)
		c.taken -= min(paid.taken, c.taken)
	}
}

// Wait enters the asking block as a waiter for the reason of the answer, in a row locked by the
// caller.
func (s *State) Wait(now clock.Instant, row int, why Reason, pid int) {
	w := Waiter{}
	if row < len(s.Waiters) {
		w = s.Waiters[row]
	}
	if w.Ticket == 0 {
		w = Waiter{Ticket: s.serial(), Since: now, Pid: pid}
	} else if w.For == why && w.Rung == 0 {
		return
	}
	w.For, w.Rung = why, 0
	s.setWaiter(row, w)
}

// Leave removes a waiter; -1: there is none.
func (s *State) Leave(row int) {
	if row >= 0 && row < len(s.Waiters) {
		s.setWaiter(row, Waiter{})
	}
}

// Release frees a holder's row, and reports whether it still had the serial.
func (s *State) Release(row int, serial uint64) bool {
	if row < 0 || row >= len(s.Holders) || s.Holders[row].Serial != serial {
		return false
	}
	s.setHolder(row, Holder{})
	return true
}

// Next returns the waiters to wake after the end of an attempt that held something: those able to
// begin, or due to ask as soon as they can. A ramp without waiters is over, unless the latest
// attempt failed.
func (s *State) Next(now clock.Instant, held Kind, live Living) (wake []int) {
	nobody := Query{Waiter: -1}
	if held&Job != 0 {
		wake = s.ahead(now, &nobody, Jobs, 1, live).rows
	}
	switch s.Phase {
	case Ramp:
		room := s.Window - s.holding(Probe|Ramping, s.Opened)
		q := s.ahead(now, &nobody, Breaker, max(room, 1), live)
		if q.ahead == 0 && s.Failing == 0 {
			s.close()
		} else if room > 0 {
			wake = append(wake, q.rows...)
		}
	case Open:
		wake = append(wake, s.ahead(now, &nobody, Breaker, 1, live).rows...)
	}
	return wake
}
