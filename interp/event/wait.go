package event

import (
	"io"
	"time"
)

// A Wait is a try's wait for its next attempt, shown at a terminal.
type Wait struct {
	Attempt int // number of the next attempt
	Times   int // attempts allowed by the block's header; 0: no limit given
	// Failure is the failure of the attempt before, or of the sense list in case of a deferral. Its
	// zero value means there is none.
	Failure Failure

	// Delay is the time until the next attempt; 0 if Through is set.
	Delay time.Duration
	// Left is the time until the nearest deadline; 0 means no deadline.
	Left time.Duration
	// Through is the resource that the try waits for instead of a delay. Its For is the breaker, a
	// slot, the budget or a delay.
	Through Through
	// Holder is a process that has such a slot, as numbered in its own namespace; 0 means unknown.
	Holder int

	// Stderr is the terminal, as in Event. It may be used until the wait is over.
	Stderr  io.Writer
	Columns int // the terminal's width
	// Keys tells that the shell reads keys meanwhile: r ends the wait, q the block.
	Keys bool
}
