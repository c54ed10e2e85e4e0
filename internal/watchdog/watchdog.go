// Package watchdog ends the running blocks of a shell that was killed by SIGKILL.
//
// The model: the shell has a [Guard], which is told when blocks begin and end, and knows the
// trees of the attempts that run and have started a process; of attempts in one another the
// outermost is enough, and those that are ended in another way than what is around. Once a block has run for [Patience], the Guard starts a process, the
// shell's program in another mode ([Serve]), and tells it over a socket what begins and ends, a
// line each:
//
//	timeout DURATION   the kill timeout, first of all
//	+TAG               an attempt has processes
//	~GRACE SIGNAL TAG  they are ended in a way of their own (proc.Ending)
//	=FIRST LAST TAG    they may carry these numbers
//	-TAG               it has ended
//	!NUMBER "WORD"...  a command is to be run when the shell has ended
//	.NUMBER            it is not to be any more
//	hold N             a file comes along, which is to be held open
//	drop N             no more
//
// That an attempt has ended is told with the next one that begins, or when no block runs any more:
// nothing is left of one that failed, and what one has left behind that succeeded belongs to the
// running block until that has ended.
//
// When the connection ends, the shell has: the process ends what carries the tags or numbers that are
// left, as the innermost attempt says that was told, runs the commands that are, and ends itself. It is in a session of its own and ignores what its group is sent; it holds no
// descriptor but the connection and what it is to hold, a lock say. A shell that lives kills it before the connection ends, when it needs no watching any
// more or finds it stuck: then, or when it cannot be started or was killed, there will be another.
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
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/proc"
)

// Patience is how long a block runs before it is watched.
const Patience = 400 * time.Millisecond

// A Guard is safe for concurrent use. It is a [proc.Watcher].
type Guard struct {
	// Launch starts the process, with in as its standard input; nil: nothing is watched.
	Launch func(in *os.File) (Process, error)
	// KillTimeout is what the process waits between SIGTERM and SIGKILL.
	KillTimeout time.Duration
	// Clock measures Patience.
	Clock clock.Clock

	mu      sync.Mutex
	blocks  int
	since   clock.Instant // the outermost block began, or a launch failed
	waiting bool          // a timer looks whether the block has run for Patience
	running []*proc.Tree  // of attempts
	over    []string      // the tags of those that have ended, to be told
	pipe    *os.File      // the connection; nil: there is no process
	held    []held
	process Process
	paused  bool
	steady  bool // since EnterWatched or Hold: where the process is killed there is another
	errands []errand
	number  int // of the last errand
}

// A Process is what Launch has started: a proc.Process.
type Process interface {
	Signal(syscall.Signal) error
	Done() <-chan struct{} // closed when it has ended
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
	if watched {
		g.kill()
		<-g.process.Done()
	}
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.paused = false; watched {
			g.launch()
		}
		g.await()
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
	if g.blocks++; g.blocks == 1 {
		g.since = now
		g.await()
	}
}

// EnterWatched is Enter for what is to be watched from its first moment on: when it returns, the
// process has been launched. Where it cannot be, that is tried again after Patience, and where it
// is killed, there is another after Patience. It holds files until Drop.
func (g *Guard) EnterWatched(files ...*os.File) {
	g.mu.Lock()
	g.steady = true
	for _, f := range files {
		if h := g.add(f); g.pipe != nil {
			g.give(h)
		}
	}
	g.mu.Unlock()
	g.Enter(g.Clock.Now())
	g.mu.Lock()
	defer g.mu.Unlock()
	g.launch()
}

// outlive waits for the end of a process, and sees to another if it was not the Guard that ended it.
func (g *Guard) outlive(p Process) {
	<-p.Done()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.pipe == nil || g.process != p {
		return
	}
	g.pipe.Close()
	g.pipe = nil
	g.since = g.Clock.Now()
	g.await()
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

// wanted reports whether there are blocks, and no process that watches them. The lock is held.
func (g *Guard) wanted() bool { return g.blocks > 0 && g.pipe == nil && !g.paused }

// await has the process launched when the blocks have run for a while. The lock is held.
func (g *Guard) await() {
	if !g.waiting && g.wanted() {
		g.waiting = true
		g.Clock.AfterFunc(max(g.since.Add(Patience).Sub(g.Clock.Now()), time.Millisecond), g.look)
	}
}

// look launches the process if a block has run for long enough.
func (g *Guard) look() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting = false
	if now := g.Clock.Now(); g.wanted() && g.since.Add(Patience) <= now {
		g.since = now // for another time, should it fail
		g.launch()
	}
	g.await()
}

// Begin is told before the first process of a tree is started. It is the proc.Watcher's.
func (g *Guard) Begin(t *proc.Tree) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running = append(g.running, t)
	g.tell(begun(t))
}

// begun says that an attempt has processes, and how they are ended.
func begun(t *proc.Tree) string {
	line := "+" + t.Tag() + "\n"
	if e := t.Ending(); e != (proc.Ending{}) {
		line += fmt.Sprintf("~%v %d %s\n", e.KillTimeout, e.Signal, t.Tag())
	}
	return line
}

// Carry is told which numbers processes of a tree may carry. It is the proc.Watcher's.
func (g *Guard) Carry(t *proc.Tree, n proc.Numbers) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tell(carried(t, n))
}

// End is told that nothing of a tree is to be ended any more. It is the proc.Watcher's.
func (g *Guard) End(t *proc.Tree) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.running, t); i >= 0 {
		g.running = slices.Delete(g.running, i, i+1)
	}
	if g.pipe != nil {
		g.over = append(g.over, t.Tag())
	}
}

func carried(t *proc.Tree, n proc.Numbers) string {
	return fmt.Sprintf("=%d %d %s\n", n.First, n.Last, t.Tag())
}

// launch starts the process and tells it what runs. The lock is held.
func (g *Guard) launch() {
	if !g.wanted() {
		return
	}
	r, w, err := connection()
	if err != nil {
		return
	}
	defer r.Close()
	if g.process, err = g.Launch(r); err != nil {
		w.Close()
		return
	}
	g.pipe = w
	if g.steady {
		go g.outlive(g.process)
	}
	var lines strings.Builder
	lines.WriteString("timeout " + g.KillTimeout.String() + "\n")
	for _, t := range g.running {
		lines.WriteString(begun(t))
		for _, n := range t.Numbers() {
			lines.WriteString(carried(t, n))
		}
	}
	for _, e := range g.errands {
		lines.WriteString(e.line())
	}
	g.tell(lines.String())
	for _, h := range g.held {
		if g.pipe == nil {
			return
		}
		g.give(h)
	}
}

// tell writes lines, behind those that say what has ended. Nobody who reads: the process has
// been killed, or is stuck. Then there will be another. The lock is held.
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
		g.lose()
	}
}

// lose gives a process up that does not read. The lock is held.
func (g *Guard) lose() {
	g.kill()
	g.since = g.Clock.Now()
	g.await()
}

// kill ends the process whatever state it is in, and before it could take the end of the pipe for that
// of the shell. The lock is held.
func (g *Guard) kill() {
	_ = g.process.Signal(syscall.SIGKILL)
	g.pipe.Close()
	g.pipe = nil
}
