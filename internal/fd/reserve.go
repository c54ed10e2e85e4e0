package fd

import (
	"errors"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// errNone names the remedy; the Go runtime would print its own state.
var errNone = errors.New("too few free descriptors: at least 6 are needed (ulimit -n)")

// Reserve checks for the minimum of descriptors needed by a shell, for signals, timers and a pipe,
// and makes the Go runtime open those of its poller now: a later failure ends the program.
func Reserve() error {
	var free [6]int
	var err error
	for i := range free {
		// The runtime has opened 0, if it was closed.
		if free[i], err = unix.FcntlInt(0, unix.F_DUPFD_CLOEXEC, 0); err != nil {
			free[i] = -1
		}
	}
	for _, n := range free {
		if n >= 0 {
			unix.Close(n)
		}
	}
	if err != nil {
		return errNone
	}
	time.AfterFunc(time.Hour, func() {}).Stop() // a timer needs the poller
	return nil
}

// widened is the number up to which Widen has made room. It is package state because the table is
// the process's.
var widened = &atomic.Int64{}

// Widen makes the process's table of descriptors large enough for n flows running at the same time,
// within the limit. In a program with threads the kernel enlarges a table step by step, and in each
// step blocks every open until all processors have seen it (expand_files, some ten milliseconds).
// Each blocked open holds a thread, and the runtime makes others.
func Widen(flows int) {
	const others = 32 // other open descriptors of a shell
	top := int64(2*flows + others)
	for was := widened.Load(); ; was = widened.Load() {
		if top <= max(was, 64) { // a process begins with 64
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
		return // a later open will report the failure
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
