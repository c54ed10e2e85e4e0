// Package thread keeps the threads that the program needs when no new ones can be made:
// the Go runtime ends a program that finds no thread for a goroutine while others block.
//
// The model: [Reserve] makes threads, which the runtime keeps, idle, for the life of the
// program, as many as the environments that run at the same time may need; and no more
// calls than [Blocking] hold one for long. Who gets no [Enter] waits in a way that holds
// none.
//
// What is not here: calls that are over soon, such as those on files of a disk. For these
// the reserve has some to spare.
package thread

import (
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// Blocking is how many calls may hold a thread for long at the same time.
const Blocking = 8

// spare is for calls that are over soon but not at once on a machine that is busy.
const spare = 16

// held counts the calls that hold a thread. It is package state because what it counts
// is the process's.
var held = &atomic.Int32{}

// Enter reports whether a call may hold its thread for long. Then Leave is to be called
// behind it.
func Enter() bool {
	if held.Add(1) <= Blocking {
		return true
	}
	held.Add(-1)
	return false
}

// Leave ends what Enter began.
func Leave() { held.Add(-1) }

// reserved is what Reserve has made: the process's, as held is.
var reserved = &reserve{}

type reserve struct {
	flows  atomic.Int32 // for so many there are threads
	making sync.Mutex
}

// enough is how many environments find threads with the whole reserve.
const enough = (Blocking + spare) / 2

// Reserve makes the threads that flows environments need which run at the same time. room is asked
// first whether the system has that many; what it answers with EAGAIN for longer than a moment is
// the error, and the reserve is as it was.
//
// Between that and the making of the threads another process may take their places. The
// runtime asks again for a fifth of a second then, and ends the program after that.
func Reserve(flows int, room func(threads int) error) error {
	flows = min(flows, enough)
	if int(reserved.flows.Load()) >= flows {
		return nil
	}
	reserved.making.Lock()
	defer reserved.making.Unlock()
	all := needed(flows)
	for pause := time.Millisecond; ; pause *= 2 {
		// While some are being made, which are no use yet, the runtime may make others.
		err := room(max(all+runtime.GOMAXPROCS(0)-made(), 0))
		if err == nil {
			break
		}
		if err != syscall.EAGAIN || pause > 64*time.Millisecond {
			return err
		}
		time.Sleep(pause)
	}
	grow(all)
	reserved.flows.Store(max(reserved.flows.Load(), int32(flows)))
	return nil
}

// needed is how many threads there are to be for so many environments: each may hold one for
// long and one for a moment; two are for signals, deadlines and what cancels; beside them the
// runtime has one for each processor, its monitor, one that makes others, and, in a program
// with C, one that it counts and does not have.
func needed(flows int) int { return 2*flows + 2 + runtime.GOMAXPROCS(0) + 3 }

// AtStart is how many threads the runtime may make before a program's first line runs: one
// for each processor, its monitor, and two that may be held by calls.
func AtStart() int { return runtime.GOMAXPROCS(0) + 3 }

// made is how many threads the runtime has.
func made() int {
	n, _ := runtime.ThreadCreateProfile(nil)
	return n
}

// grow makes the runtime have so many threads.
func grow(all int) {
	done := make(chan struct{})
	defer close(done)
	for range all {
		if made() >= all {
			return
		}
		running := make(chan struct{})
		go func() {
			runtime.LockOSThread() // so that each has a thread of its own
			defer runtime.UnlockOSThread()
			close(running)
			<-done
		}()
		<-running
	}
}
