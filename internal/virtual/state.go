package virtual

import "time"

// patience is how long, by the real clock, programs work without taking time.
const patience = 2 * time.Second

// A state says how the run can go on.
type state int

const (
	works   state = iota // a program or a shell works
	waits                // all wait for a timer
	isStuck              // all wait, there is no timer, and a command hangs
)
