package through

import (
	"time"

	"ftsh/internal/clock"
)

// Terms are the clauses of a header after the name.
type Terms struct {
	Ratio    float64       // budget: retries for each first attempt
	Budgeted bool          // there is a budget
	Jobs     int           // attempts at once; 0: no limit
	NoWait   bool          // do not wait for a slot
	Failures int           // break: failures without a success; 0: no breaker
	Within   time.Duration // break: the time in which they count
}

// MaxFailures is the greatest number of failures a breaker can count.
const MaxFailures = 64

// MaxJobs is the greatest limit on attempts made at once.
const MaxJobs = maxHolders

// DefaultTerms returns the terms of a header with a name alone.
func DefaultTerms() Terms {
	return Terms{Budgeted: true, Ratio: 0.2, Failures: 5, Within: 30 * time.Second}
}

// DefaultMemory returns the terms by which alternatives are put in order, for a header with a name
// alone: one that has failed in the last ten minutes comes last.
func DefaultMemory() Terms { return Terms{Failures: 1, Within: 10 * time.Minute} }

// A Phase is the state of the breaker.
type Phase uint8

// The phases.
const (
	Closed Phase = iota // attempts are made
	Open                // now and then one attempt is made, as a probe
	Ramp                // concurrent attempts, as many as have succeeded
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

// A State is the shared knowledge about a name. The zero value is the State of an unused name. It
// must be used by one goroutine at a time.
type State struct {
	Budget budget
	// Times of failures since the last success, the latest at (Failing-1) mod MaxFailures.
	Failed   [MaxFailures]clock.Instant
	Failing  uint64            // number of them
	Success  clock.Instant     // time of the last one; 0: none
	Lasted   [16]time.Duration // durations of the latest successes
	Lasting  uint64            // number of successes
	Phase    Phase
	Opened   clock.Instant // when the breaker opened; earlier attempts do not count
	Openings int           // in a row; determines the delay
	Until    clock.Instant // when the next probe is due, while open
	Delay    time.Duration // the delay ending at Until
	Prober   uint64        // serial of the probe; 0: none
	ProberAt int           // row of the probe
	Probing  clock.Instant // when the probe began
	Window   int           // of a ramp: attempts at once
	Asked    clock.Instant // when an attempt asked for a delay (failure --after)
	After    clock.Instant // end of that delay
	Serial   uint64        // last one given to a holder or waiter
	Holders  []Holder      // rows, up to the last one in use
	Waiters  []Waiter

	cursor        int   // where the next search for dead holders begins
	changedHolder []int // rows to write
	changedWaiter []int
}

// A Kind is the purpose of a slot; a holder may have several.
type Kind uint8

// The kinds.
const (
	Job     Kind = 1 << iota // one of a limited number
	Probe                    // the attempt testing whether the resource works again
	Ramping                  // part of a ramp
)

// A Holder is an attempt holding a slot.
type Holder struct {
	Serial uint64 // 0: the row is free
	Since  clock.Instant
	Kind   Kind
	Pid    int    // in its own PID namespace, for display
	Script string // at most maxScript bytes, for display
}

// A Waiter is a block in the queue.
type Waiter struct {
	Ticket uint64 // in order of arrival; 0: the row is free
	Since  clock.Instant
	Rung   clock.Instant // when it was woken; 0: not, or it has looked since
	For    Reason
	Pid    int
}

// A Reason is the obstacle in the way of an attempt.
type Reason uint8

// The reasons.
const (
	Nothing Reason = iota
	Breaker        // open, or ramping
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
		return "the requested delay"
	}
	return ""
}

// Living reports whether the process of a row is alive.
type Living interface {
	HolderLives(row int) bool
	WaiterLives(row int) bool
}

const (
	maxHolders = 1024
	maxWaiters = 4096
	// unheard is how long a woken waiter has to come before the next one is woken. It may have been
	// stopped.
	unheard = 2 * time.Second
	// lostAfter is the least age at which a probe counts as lost.
	lostAfter = 10 * time.Second
	// manyHolders limits the rows checked at once for dead holders.
	manyHolders = 64
)

// serial returns a new serial.
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

// trim cuts off unused rows at the end.
func (s *State) trim() {
	for n := len(s.Holders); n > 0 && s.Holders[n-1].Serial == 0; n-- {
		s.Holders = s.Holders[:n-1]
	}
	for n := len(s.Waiters); n > 0 && s.Waiters[n-1].Ticket == 0; n-- {
		s.Waiters = s.Waiters[:n-1]
	}
}

// bury frees the rows of dead holders. It checks at most manyHolders rows at a time.
func (s *State) bury(live Living) {
	n := len(s.Holders)
	for range min(n, manyHolders) {
		s.cursor++
		if s.cursor >= n {
			s.cursor = 0
		}
		if row := s.cursor; row < len(s.Holders) && s.Holders[row].Serial != 0 &&
			!live.HolderLives(row) {
			s.setHolder(row, Holder{})
		}
	}
}

// holding counts the holders of any of some kinds begun at since or later.
func (s *State) holding(kind Kind, since clock.Instant) (n int) {
	for i := range s.Holders {
		if h := &s.Holders[i]; h.Serial != 0 && h.Kind&kind != 0 && h.Since >= since {
			n++
		}
	}
	return n
}

// longest returns the longest of the latest successes; 0: there is none.
func (s *State) longest() (d time.Duration) {
	for _, l := range s.Lasted {
		d = max(d, l)
	}
	return d
}

// Reset forgets everything but holders and waiters.
func (s *State) Reset() {
	*s = State{Serial: s.Serial, Holders: s.Holders, Waiters: s.Waiters}
}
