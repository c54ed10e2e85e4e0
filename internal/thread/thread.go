// Package thread keeps the threads that the program needs when no new ones can be made:
// the Go runtime ends a program that finds no thread for a goroutine while others block.
//
// The model: [Reserve] makes threads, which the runtime keeps, idle, for the life of the
// program; and no more calls than [Blocking] hold one for long. Who gets no [Enter] waits
// in a way that holds none.
//
// What is not here: calls that are over soon, such as those on files of a disk. For these
// the reserve has some to spare.
package thread

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Blocking is how many calls may hold a thread for long at the same time.
const Blocking = 8

// spare is for the runtime itself, and for calls that are over soon but not at once on a
// machine that is busy.
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

// Reserve makes the threads. Where the system refuses them, the program ends; the system
// is asked again for a fifth of a second before that.
func Reserve() {
	var running sync.WaitGroup
	enough := make(chan struct{})
	for range Blocking + spare + runtime.GOMAXPROCS(0) {
		running.Add(1)
		go func() {
			runtime.LockOSThread() // so that each has a thread of its own
			defer runtime.UnlockOSThread()
			running.Done()
			<-enough
		}()
	}
	running.Wait()
	close(enough)
}
