// Package thread keeps enough threads for the time when no new ones can be made: the Go runtime
// ends a program if it finds no thread for a goroutine while others block.
//
// The model: [Reserve] makes as many threads as the environments running at the same time may need,
// and the runtime keeps them, idle, for the life of the program. At most [Blocking] calls hold one
// for long. A caller refused by [Enter] waits in a way without a thread.
//
// Elsewhere: short calls, such as those on files of a disk. The reserve has some threads to spare
// for them.
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

// spare is for calls that are short, but not instantaneous on a busy machine.
const spare = 16

// held counts the calls holding a thread. It is package state because the threads are the
// process's.
var held = &atomic.Int32{}

// Enter reports whether a call may hold its thread for long. If so, Leave must follow the call.
func Enter() bool {
	if held.Add(1) <= Blocking {
		return true
	}
	held.Add(-1)
	return false
}

// Leave ends the use begun by Enter.
func Leave() { held.Add(-1) }

// reserved is the result of Reserve: the process's, as held is.
var reserved = &reserve{}

type reserve struct {
	flows  atomic.Int32 // environments with threads
	making sync.Mutex
}

// enough is how many environments find threads with the whole reserve.
const enough = (Blocking + spare) / 2

// Reserve makes the threads needed by flows environments running at the same time. It first asks
// room whether the system has this many. If room answers with EAGAIN for longer than a moment, this
// is the error, and the reserve is unchanged.
//
// Between the answer and the making of the threads another process may take their places. The
// runtime then retries for a fifth of a second, and ends the program after that.
func Reserve(flows int, room func(threads int) error) error {
	flows = min(flows, enough)
	if int(reserved.flows.Load()) >= flows {
		return nil
	}
	reserved.making.Lock()
	defer reserved.making.Unlock()
	all := needed(flows)
	for pause := time.Millisecond; ; pause *= 2 {
		// While some are being made, and are no use yet, the runtime may make others.
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

// needed returns the number of threads for the given environments. Each may hold one for long and
// one for a moment; two are for signals, deadlines and cancellations. In addition the runtime has
// one for each processor, its monitor, one to make others, and those only counted.
func needed(flows int) int { return 2*flows + 2 + runtime.GOMAXPROCS(0) + 2 + onlyCounted }

// AtStart returns how many threads the runtime may make before a program's first line runs: one for
// each processor, its monitor, and two that calls may hold.
func AtStart() int { return runtime.GOMAXPROCS(0) + 3 }

// made returns how many threads the runtime has.
func made() int {
	n, _ := runtime.ThreadCreateProfile(nil)
	return n
}

// grow raises the number of the runtime's threads to all.
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
