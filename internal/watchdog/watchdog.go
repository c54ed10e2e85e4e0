// Package watchdog ends the running blocks of a shell that was killed by SIGKILL.
//
// The model: the shell has a [Guard], which is told when blocks begin and end, and knows the
// tags of the attempts that run and have started a process; of attempts in one another those of
// the outermost are enough. Once a block has run for [Patience], the Guard starts a process, the
// shell's program in another mode ([Serve]), and tells it over a pipe what begins and ends, a
// line each:
//
//	timeout DURATION   the kill timeout, first of all
//	+TAG               an attempt has processes
//	-TAG               it has ended
//
// That an attempt has ended is told with the next one that begins, or when no block runs any more:
// nothing is left of one that failed, and what one has left behind that succeeded belongs to the
// running block until that has ended.
//
// When the pipe ends, the shell has: the process ends what carries the tags that are
// left, and then itself. It is in a session of its own and ignores what its group is
// sent; it holds no descriptor but the pipe.
//
// What is not here: how processes are found by a tag (package proc).
package watchdog

import (
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"ftsh/internal/clock"
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
	// Clock measures Patience.
	Clock clock.Clock

	mu      sync.Mutex
	blocks  int
	began   clock.Instant // the outermost block
	waiting bool          // a timer looks whether the block has run for Patience
	running []string      // tags of attempts
	over    []string      // of those that have ended, to be told
	pipe    *os.File      // nil: there is no process
	ended   <-chan struct{}
}

// Close ends the process, and returns when it has ended: no block runs any more.
func (g *Guard) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.pipe != nil {
		g.pipe.Close()
		g.pipe = nil
		<-g.ended
	}
}

// Enter says that a block begins at an instant, Leave that it has ended. A timer is set by
// the first block only; as long as there are blocks it looks again, so that a
// loop over short blocks sets none for each.
func (g *Guard) Enter(now clock.Instant) {
	if g.Launch == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.blocks++; g.blocks > 1 {
		return
	}
	g.began = now
	if !g.waiting && g.pipe == nil {
		g.waiting = true
		g.Clock.AfterFunc(Patience, g.look)
	}
}

// Leave ends what Enter began.
func (g *Guard) Leave() {
	if g.Launch == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.blocks--; g.blocks == 0 {
		g.tell("")
	}
}

// look launches the process if a block has run for long enough.
func (g *Guard) look() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.waiting = g.blocks > 0 && g.pipe == nil; !g.waiting {
		return
	}
	if left := g.began.Add(Patience).Sub(g.Clock.Now()); left > 0 {
		g.Clock.AfterFunc(left, g.look)
		return
	}
	g.waiting = false
	g.launch()
}

// Begin says that processes may carry a tag from now on, End that none is to be ended
// for it any more.
func (g *Guard) Begin(tag string) {
	if g.Launch == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running = append(g.running, tag)
	g.tell("+" + tag + "\n")
}

// End ends what Begin began.
func (g *Guard) End(tag string) {
	if g.Launch == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.running, tag); i >= 0 {
		g.running = slices.Delete(g.running, i, i+1)
	}
	if g.pipe != nil {
		g.over = append(g.over, tag)
	}
}

// launch starts the process and tells it what runs. The lock is held.
func (g *Guard) launch() {
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
	lines := "timeout " + g.KillTimeout.String() + "\n"
	for _, tag := range g.running {
		lines += "+" + tag + "\n"
	}
	g.tell(lines)
}

// tell writes lines, behind those that say what has ended. Nobody who reads: the process has
// been killed, and the next block gets another. The lock is held.
func (g *Guard) tell(lines string) {
	if g.pipe == nil {
		return
	}
	for _, tag := range g.over {
		lines = "-" + tag + "\n" + lines
	}
	g.over = g.over[:0]
	if lines == "" {
		return
	}
	_ = g.pipe.SetWriteDeadline(time.Now().Add(time.Second))
	if _, err := io.WriteString(g.pipe, lines); err != nil {
		g.pipe.Close()
		g.pipe = nil
	}
}
