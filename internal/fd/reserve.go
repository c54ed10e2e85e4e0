package fd

import (
	"errors"
	"time"

	"golang.org/x/sys/unix"
)

// errNone says what is to be done; the Go runtime would print its own state.
var errNone = errors.New("too few descriptors are free: 6 are needed at least (ulimit -n)")

// Reserve looks that there are as many descriptors as a shell cannot do without, for
// signals, timers and a pipe, and has the Go runtime take those of its poller now: one
// that finds none later ends the program.
func Reserve() error {
	var pipes [3][2]int
	for i := range pipes {
		if pipe2(&pipes[i]) != nil {
			closePipes(pipes[:i])
			return errNone
		}
	}
	closePipes(pipes[:])
	time.AfterFunc(time.Hour, func() {}).Stop() // a timer needs the poller
	return nil
}

func closePipes(pipes [][2]int) {
	for _, p := range pipes {
		unix.Close(p[0])
		unix.Close(p[1])
	}
}
