package interp

import (
	"sync"
	"sync/atomic"
)

// A safepoint stops a job in this process as a whole. The goroutines running its commands pass it
// between two commands, and wait there while it is shut. A goroutine waiting for something outside,
// usually a program, has left before. So the job is stopped when each of its goroutines has left or
// waits at the safepoint.
type safepoint struct {
	shutNow atomic.Bool // equals shut; read between all commands

	mu      sync.Mutex
	change  sync.Cond
	inside  int           // running goroutines
	shut    bool          // no goroutine may enter
	forGood bool          // all goroutines may enter: the job is ending
	shutter chan struct{} // closed when the safepoint is shut; replaced when it opens
}

// newSafepoint returns an open safepoint with one goroutine inside.
func newSafepoint() *safepoint {
	g := &safepoint{inside: 1, shutter: make(chan struct{})}
	g.change.L = &g.mu
	return g
}

// join counts a goroutine about to be started by one inside.
func (g *safepoint) join() {
	g.mu.Lock()
	g.inside++
	g.mu.Unlock()
}

// leave is called before a goroutine waits or ends.
func (g *safepoint) leave() {
	g.mu.Lock()
	if g.inside--; g.inside == 0 {
		g.change.Broadcast()
	}
	g.mu.Unlock()
}

// enter is called after the wait. It blocks while the safepoint is shut.
func (g *safepoint) enter() {
	g.mu.Lock()
	for g.shut && !g.forGood {
		g.change.Wait()
	}
	g.inside++
	g.mu.Unlock()
}

// pass is called between two commands. It blocks while the safepoint is shut.
func (g *safepoint) pass() {
	if g.shutNow.Load() {
		g.leave()
		g.enter()
	}
}

// close shuts the safepoint.
func (g *safepoint) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut || g.forGood {
		return
	}
	g.shut = true
	g.shutNow.Store(true)
	close(g.shutter)
}

// still waits until no goroutine runs inside a shut safepoint. It returns false if the safepoint
// was opened meanwhile.
func (g *safepoint) still() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.inside > 0 && g.shut && !g.forGood {
		g.change.Wait()
	}
	return g.shut && !g.forGood
}

// open lets the job continue.
func (g *safepoint) open() { g.set(false) }

// openForGood lets the job continue to its end.
func (g *safepoint) openForGood() { g.set(true) }

func (g *safepoint) set(forGood bool) {
	g.mu.Lock()
	if g.shut {
		g.shutter = make(chan struct{})
	}
	g.shut, g.forGood = false, g.forGood || forGood
	g.shutNow.Store(false)
	g.change.Broadcast()
	g.mu.Unlock()
}

// closing returns a channel closed when the safepoint is shut.
func (g *safepoint) closing() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.shutter
}

// blocking is called before a wait for something outside of the job. The wait must not touch the
// frame, since the job may be stopped meanwhile. The caller calls the result after the wait.
func (g *jobGroup) blocking() func() {
	if g == nil || g.suspendable == nil {
		return func() {}
	}
	g.suspendable.safepoint.leave()
	return g.suspendable.safepoint.enter
}

// goroutine makes a stop of the job wait for a new goroutine too. It is called before the goroutine
// starts, and its result when the goroutine ends.
func (g *jobGroup) goroutine() func() {
	if g == nil || g.suspendable == nil {
		return func() {}
	}
	g.suspendable.safepoint.join()
	return g.suspendable.safepoint.leave
}

// pass is called between two commands of the job.
func (g *jobGroup) pass() {
	if g != nil && g.suspendable != nil {
		g.suspendable.safepoint.pass()
	}
}
