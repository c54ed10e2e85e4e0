package fd

import (
	"errors"
	"sync/atomic"
	"syscall"
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

// widened is up to which number Widen has made room. It is package state because the table is the process's.
var widened = &atomic.Int64{}

// Widen makes the process's table of descriptors large enough for n flows which run at the same time, as
// far as the limit allows. In a program with threads the kernel makes a table larger step by step, and in
// each step lets all that open a file wait until every processor has seen it (expand_files, some
// ten milliseconds): each holds a thread for as long, and the runtime makes others.
func Widen(flows int) {
	const others = 32 // what a shell has open beside
	top := int64(2*flows + others)
	for was := widened.Load(); ; was = widened.Load() {
		if top <= max(was, 64) { // with 64 a process begins
			return
		}
		if widened.CompareAndSwap(was, top) {
			break
		}
	}
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) == nil {
		top = min(top, int64(min(limit.Cur, 1<<20))-1)
	}
	var pipe [2]int
	if pipe2(&pipe) != nil {
		return // who needs one will say so
	}
	if far, err := unix.FcntlInt(uintptr(pipe[0]), unix.F_DUPFD_CLOEXEC, int(top)); err == nil {
		unix.Close(far)
	}
	closePipes([][2]int{pipe})
}

func closePipes(pipes [][2]int) {
	for _, p := range pipes {
		unix.Close(p[0])
		unix.Close(p[1])
	}
}
