package interp

import (
	"sync"
	"sync/atomic"
)

// A safepoint is how a job that runs in this process is stopped as a whole: what runs its commands
// comes by it between two commands, and does not get past while the gate is shut. A goroutine
// that waits for something outside, a program before all, has left meanwhile; so a job is
// standing still when all of its goroutines wait or stand before the gate.
type safepoint struct {
	shutNow atomic.Bool // as shut; to look at between all commands

	mu      sync.Mutex
	change  sync.Cond
	inside  int           // goroutines that run
	shut    bool          // nobody gets in
	forGood bool          // everybody gets in: the job is ending
	shutter chan struct{} // closed when the gate is shut; then it is another one
}

// newSafepoint returns an open gate with one goroutine inside.
func newSafepoint() *safepoint {
	g := &safepoint{inside: 1, shutter: make(chan struct{})}
	g.change.L = &g.mu
	return g
}

// join is for a goroutine that one inside is about to start.
func (g *safepoint) join() {
	g.mu.Lock()
	g.inside++
	g.mu.Unlock()
}

// leave is before a goroutine waits, or ends.
func (g *safepoint) leave() {
	g.mu.Lock()
	if g.inside--; g.inside == 0 {
		g.change.Broadcast()
	}
	g.mu.Unlock()
}

// enter is behind that, and stands before a gate that is shut.
func (g *safepoint) enter() {
	g.mu.Lock()
	for g.shut && !g.forGood {
		g.change.Wait()
	}
	g.inside++
	g.mu.Unlock()
}

// pass is between two commands.
func (g *safepoint) pass() {
	if g.shutNow.Load() {
		g.leave()
		g.enter()
	}
}

// close shuts the gate.
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

// still waits until nothing runs inside a gate that is shut; false: it was opened for good.
func (g *safepoint) still() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.inside > 0 && g.shut && !g.forGood {
		g.change.Wait()
	}
	return g.shut && !g.forGood
}

// open lets the job go on.
func (g *safepoint) open() { g.set(false) }

// openForGood lets it go on to its end.
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

// closing is closed when the gate is shut next, or is shut.
func (g *safepoint) closing() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.shutter
}

// blocking is around what waits for the outside and touches nothing of the frame that is in the job:
// the job may be stopped meanwhile. The function that it returns is called behind the wait.
func (g *jobGroup) blocking() func() {
	if g == nil || g.suspendable == nil {
		return func() {}
	}
	g.suspendable.safepoint.leave()
	return g.suspendable.safepoint.enter
}

// goroutine makes a goroutine that runs commands of the job one of those that its stop waits for: it
// is called before the goroutine starts, and what it returns as it ends.
func (g *jobGroup) goroutine() func() {
	if g == nil || g.suspendable == nil {
		return func() {}
	}
	g.suspendable.safepoint.join()
	return g.suspendable.safepoint.leave
}

// pass is between two commands of the job.
func (g *jobGroup) pass() {
	if g != nil && g.suspendable != nil {
		g.suspendable.safepoint.pass()
	}
}
