package through

import (
	"time"

	"ftsh/internal/clock"
)

// Terms are what a header says behind the name.
type Terms struct {
	Ratio    float64       // budget: retries for each first attempt; HasBudget says whether it is there
	Budgeted bool          // there is a budget
	Jobs     int           // how many attempts at once; 0: no limit
	NoWait   bool          // a slot is not waited for
	Failures int           // break: so many without a success; 0: no breaker
	Within   time.Duration // break: in so long a time
}

// MaxFailures is the greatest number of failures that a breaker can count.
const MaxFailures = 64

// MaxJobs is the greatest number of attempts that may be made at once where there is a limit.
const MaxJobs = maxHolders

// DefaultTerms are those of a header that names nothing.
func DefaultTerms() Terms {
	return Terms{Budgeted: true, Ratio: 0.2, Failures: 5, Within: 30 * time.Second}
}

// A Phase is that of the breaker.
type Phase uint8

// The phases.
const (
	Closed Phase = iota // attempts are made
	Open                // one is, now and then, to see
	Ramp                // so many at once as have been acknowledged
)

func (p Phase) String() string {
	switch p {
	case Open:
		return "open"
	case Ramp:
		return "ramp"
	}
	return "closed"
}

// A State is what is known of a name. The zero value is that of a name that nobody has used. It is for
// one goroutine.
type State struct {
	Budget   budget
	Failed   [MaxFailures]clock.Instant // since the last success, the latest at (Failing-1) mod MaxFailures
	Failing  uint64                     // how many
	Success  clock.Instant              // the last one; 0: none
	Lasted   [16]time.Duration          // the latest successes
	Lasting  uint64                     // how many there were
	Phase    Phase
	Opened   clock.Instant // when the breaker opened: what began before does not count
	Openings int           // in a row: the count that delays follow
	Until    clock.Instant // while it is open: when somebody is to see
	Delay    time.Duration // that led to Until
	Prober   uint64        // the serial of who is to see; 0: nobody
	ProberAt int           // the row of that holder
	Probing  clock.Instant // since when
	Window   int           // of a ramp: how many attempts at once
	Asked    clock.Instant // when an attempt asked for a delay (failure --after)
	After    clock.Instant // until when
	Serial   uint64        // the last one that was given away, to a holder or a waiter
	Holders  []Holder      // rows; those behind the last one in use are left out
	Waiters  []Waiter

	cursor        int   // where the next look for dead holders begins
	changedHolder []int // rows to be written
	changedWaiter []int
}

// A Kind says what a slot is for; a holder may have several.
type Kind uint8

// The kinds.
const (
	Job     Kind = 1 << iota // one of so many at once
	Probe                    // the attempt that sees whether it works again
	Ramping                  // one of a ramp
)

// A Holder is an attempt that holds a slot.
type Holder struct {
	Serial uint64 // 0: the row is free
	Since  clock.Instant
	Kind   Kind
	Pid    int    // in its own namespace, to be shown
	Script string // at most maxScript bytes, to be shown
}

// A Waiter waits.
type Waiter struct {
	Ticket uint64 // in the order of arrival; 0: the row is free
	Since  clock.Instant
	Rung   clock.Instant // when it was woken to go; 0: it was not, or has looked since
	For    Reason
	Pid    int
}

// A Reason is what is waited for.
type Reason uint8

// The reasons.
const (
	Nothing Reason = iota
	Breaker        // it is open, or ramping
	Jobs           // all slots are held
	Budget         // no token is left
	Asked          // an attempt asked for a delay
)

func (r Reason) String() string {
	switch r {
	case Breaker:
		return "the breaker"
	case Jobs:
		return "a slot"
	case Budget:
		return "the budget"
	case Asked:
		return "the delay that was asked for"
	}
	return ""
}

// Living tells which rows belong to a process that lives.
type Living interface {
	HolderLives(row int) bool
	WaiterLives(row int) bool
}

const (
	maxHolders = 1024
	maxWaiters = 4096
	// unheard is how long one who was woken has to come before the next one goes: it may have been stopped.
	unheard = 2 * time.Second
	// lostAfter is how old a probe may become at least.
	lostAfter = 10 * time.Second
	// manyHolders is how many rows are looked at at once for holders that have died.
	manyHolders = 64
)

// serial gives a new one away.
func (s *State) serial() uint64 {
	s.Serial++
	return s.Serial
}

func (s *State) setHolder(row int, h Holder) {
	for len(s.Holders) <= row {
		s.Holders = append(s.Holders, Holder{})
	}
	s.Holders[row] = h
	s.changedHolder = append(s.changedHolder, row)
	s.trim()
}

func (s *State) setWaiter(row int, w Waiter) {
	for len(s.Waiters) <= row {
		s.Waiters = append(s.Waiters, Waiter{})
	}
	s.Waiters[row] = w
	s.changedWaiter = append(s.changedWaiter, row)
	s.trim()
}

// trim leaves out rows behind the last ones in use.
func (s *State) trim() {
	for n := len(s.Holders); n > 0 && s.Holders[n-1].Serial == 0; n-- {
		s.Holders = s.Holders[:n-1]
	}
	for n := len(s.Waiters); n > 0 && s.Waiters[n-1].Ticket == 0; n-- {
		s.Waiters = s.Waiters[:n-1]
	}
}

// bury frees the rows of holders that have died, of at most manyHolders rows at a time.
func (s *State) bury(live Living) {
	n := len(s.Holders)
	for range min(n, manyHolders) {
		s.cursor++
		if s.cursor >= n {
			s.cursor = 0
		}
		if row := s.cursor; row < len(s.Holders) && s.Holders[row].Serial != 0 && !live.HolderLives(row) {
			s.setHolder(row, Holder{})
		}
	}
}

// holding counts the holders of any of some kinds, which began at an instant or later.
func (s *State) holding(kind Kind, since clock.Instant) (n int) {
	for i := range s.Holders {
		if h := &s.Holders[i]; h.Serial != 0 && h.Kind&kind != 0 && h.Since >= since {
			n++
		}
	}
	return n
}

// longest is that of the latest successes; 0: there is none.
func (s *State) longest() (d time.Duration) {
	for _, l := range s.Lasted {
		d = max(d, l)
	}
	return d
}

// Reset forgets all but who holds slots and who waits.
func (s *State) Reset() {
	*s = State{Serial: s.Serial, Holders: s.Holders, Waiters: s.Waiters}
}
