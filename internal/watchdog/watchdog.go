// Package watchdog ends the running blocks of a shell that was killed by SIGKILL.
//
// The model: the shell has a [Guard], which knows the trees of the attempts that run, of
// blocks that are in no other one. Once a block has run for [Patience], the Guard starts a process, the shell's program in
// another mode ([Serve]), and tells it over a pipe what begins and ends, a line each:
//
//	timeout DURATION   the kill timeout, first of all
//	+TAG               an attempt begins
//	=FIRST LAST TAG    its processes may carry these numbers
//	-TAG               it has ended
//
// When the pipe ends, the shell has: the process ends what carries the tags or numbers
// that are left, and then itself. It is in a session of its own and ignores what its group is
// sent; it holds no descriptor but the pipe.
//
// Before another program takes the shell's place, the Guard ends the process ([Guard.Pause]):
// that program is no shell that was killed, and has no children that it did not start.
//
// What is not here: how processes are found by a tag and numbers (package proc).
package watchdog

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"ftsh/internal/proc"
)

// Patience is how long a block runs before it is watched.
const Patience = 400 * time.Millisecond

// A Guard is safe for concurrent use.
type Guard struct {
	// Launch starts the process, with in as its standard input, and returns what is closed
	// when it has ended; nil: nothing is watched.
	Launch func(in *os.File) (ended <-chan struct{}, err error)
	// KillTimeout is what the process waits between SIGTERM and SIGKILL.
	KillTimeout time.Duration

	mu      sync.Mutex
	blocks  int
	running map[*proc.Tree]struct{} // of attempts
	timer   *time.Timer
	pipe    *os.File // nil: there is no process
	ended   <-chan struct{}
	paused  bool
}

// Close ends the process, and returns when it has ended: no block runs any more.
func (g *Guard) Close() { g.Pause() }

// Pause ends the process, which ends nothing else, and returns when it has ended. Nothing is
// watched until resume is called.
func (g *Guard) Pause() (resume func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.paused = true
	watched := g.pipe != nil
	for t := range g.running {
		g.tell("-" + t.Tag())
	}
	if g.pipe != nil {
		g.pipe.Close()
		g.pipe = nil
		<-g.ended
	}
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.paused = false; watched {
			g.launch()
		} else if g.blocks > 0 {
			g.await()
		}
	}
}

// Enter says that a block begins, Leave that it has ended.
func (g *Guard) Enter() {
	if g.Launch == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.blocks++; g.blocks == 1 && g.pipe == nil {
		g.await()
	}
}

// await launches the process when the blocks have run for a while. The lock is held.
func (g *Guard) await() {
	g.timer = time.AfterFunc(Patience, func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.launch()
	})
}

// Leave ends what Enter began.
func (g *Guard) Leave() {
	if g.Launch == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.blocks--; g.blocks == 0 && g.timer != nil {
		g.timer.Stop()
	}
}

// Begin says that processes may belong to a tree from now on, End that none of them is to be
// ended any more.
func (g *Guard) Begin(t *proc.Tree) {
	if g.Launch == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running == nil {
		g.running = make(map[*proc.Tree]struct{})
	}
	g.running[t] = struct{}{}
	g.tell("+" + t.Tag())
	t.OnNumbers(func(n proc.Numbers) {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.tellNumbers(t, n)
	})
}

// End ends what Begin began.
func (g *Guard) End(t *proc.Tree) {
	if g.Launch == nil {
		return
	}
	t.OnNumbers(nil)
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.running, t)
	g.tell("-" + t.Tag())
}

// launch starts the process and tells it what runs. The lock is held.
func (g *Guard) launch() {
	if g.pipe != nil || g.blocks == 0 || g.paused {
		return
	}
	r, w, err := os.Pipe()
	if err != nil {
		return
	}
	defer r.Close()
	if g.ended, err = g.Launch(r); err != nil {
		w.Close()
		return
	}
	g.pipe = w
	g.tell("timeout " + g.KillTimeout.String())
	for t := range g.running {
		g.tell("+" + t.Tag())
		for _, n := range t.Numbers() {
			g.tellNumbers(t, n)
		}
	}
}

func (g *Guard) tellNumbers(t *proc.Tree, n proc.Numbers) {
	if g.pipe != nil {
		g.tell(fmt.Sprintf("=%d %d %s", n.First, n.Last, t.Tag()))
	}
}

// tell writes a line. Nobody who reads: the process has been killed, and the next block
// gets another.
func (g *Guard) tell(line string) {
	if g.pipe == nil {
		return
	}
	_ = g.pipe.SetWriteDeadline(time.Now().Add(time.Second))
	if _, err := io.WriteString(g.pipe, line+"\n"); err != nil {
		g.pipe.Close()
		g.pipe = nil
	}
}
