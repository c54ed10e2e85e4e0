package virtual

import (
	"time"

	"ftsh/internal/clock"
)

// patience is how long, by the real clock, programs work without taking time.
const patience = 2 * time.Second

// A state says how the run can go on.
type state int

const (
	works   state = iota // a program or a shell works
	waits                // all wait for a timer
	isStuck              // all wait, there is no timer, and a command hangs
)

// A sight is the result of a look at the run.
type sight struct {
	state    state
	turn     int64         // the number of events
	next     clock.Instant // the earliest timer
	programs []int         // running and asleep, or zombies
	played   bool          // a command hangs, or the script sleeps or waits for its next attempt
}

// same reports whether two looks have seen the same.
func (g *sight) same(h *sight) bool {
	return g.state == h.state && g.turn == h.turn && g.played == h.played &&
		len(g.programs) == len(h.programs)
}

// A run must look the same for so many looks, and for so long, before its time is moved or it is
// stuck: a thread may sleep for a moment before it gets its work.
const (
	sureLooks = 3
	sureStuck = 50 * time.Millisecond
	sureIdle  = 100 * time.Millisecond // if programs run
	sureRest  = 500 * time.Millisecond // if nothing is played: the shell may have a rest of its own
)

// A watch is a number of looks with the same result.
type watch struct {
	sight
	looks int
	since time.Time
}

// see takes another look into account, and reports whether the run can be judged by it.
func (w *watch) see(g *sight) bool {
	if g.state == works || !w.same(g) {
		*w = watch{sight: *g, since: time.Now()}
	}
	if g.state == works {
		return false
	}
	w.looks++
	return w.looks >= sureLooks && time.Since(w.since) >= w.least()
}

// least is how long the looks must have seen the same.
func (w *watch) least() time.Duration {
	switch {
	case !w.played:
		return sureRest
	case len(w.programs) > 0:
		return sureIdle
	case w.state == isStuck:
		return sureStuck
	}
	return 0
}

// rest is the time until the next look after some that have seen the same: a few looks in all, since
// one of them may see a thread of the runtime awake.
func (w *watch) rest() time.Duration { return max(leastRest, w.least()/10) }
