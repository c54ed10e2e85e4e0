package event

import (
	"io"
	"time"
)

// A Wait is a try's wait for its next attempt, shown at a terminal.
type Wait struct {
	Attempt int // number of the next attempt
	Times   int // how many the block's header allows; 0: none given
	// Of the attempt before, or of the sense list in case of a deferral.
	Failure Failure
	Delay   time.Duration // until the next attempt
	Left    time.Duration // until the nearest deadline; 0: there is none
	Through string        // instead of a delay: the name in the through clause
	For     string        // with Through: the breaker, a slot, the budget or a delay
	// A process with such a slot, as numbered in its own namespace; 0: not known.
	Holder  int
	Columns int       // the terminal's width
	Keys    bool      // r ends the wait, q the block
	Stderr  io.Writer // the terminal, as in Event
}
