// Package watchdog ends the running blocks of a shell killed by SIGKILL.
//
// The model: the shell has a [Guard]. The Guard hears when blocks begin and end, and knows the
// trees of the running attempts that have started a process. For nested attempts the outermost tree
// is enough, plus any inner tree with another way of ending. Once a block has run for [Patience],
// the Guard starts a process, the shell's program in another mode ([Serve]). Over a socket it
// reports beginnings and ends, a line each:
//
//	timeout DURATION   the kill timeout, first of all
//	+TAG               an attempt has processes
//	~GRACE SIGNAL TAG  they are ended in a way of their own (proc.Ending)
//	=FIRST LAST TAG    they may carry these numbers
//	-TAG               it has ended
//	!NUMBER "WORD"...  a command to run when the shell has ended
//	.NUMBER            the command must not run any more
//	hold N             a file follows, to be held open
//	drop N             no more
//
// The end of an attempt is reported with the beginning of the next one, or when no block runs any
// more. A failed attempt leaves no processes, and processes left by a successful one belong to the
// running block until it has ended.
//
// The end of the connection means the end of the shell. The process then ends everything with one
// of the remaining tags or numbers, in the way of the innermost attempt reported. It runs the
// remaining commands, and exits. It is in a session of its own and ignores signals sent to its
// group. It holds no descriptors but the connection and the files to hold, for example a lock. A
// live shell kills it before the connection ends, when it needs no watching any more or finds the
// process stuck. If it cannot be started, or was killed or stuck, there will be another.
//
// Before another program takes the shell's place, the Guard ends the process ([Guard.Pause]): the
// shell was not killed, and the new program must not inherit a child that it did not start.
//
// Not here: finding processes by a tag and numbers (package proc).
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

// Patience is the time a block runs before it is watched.
const Patience = 400 * time.Millisecond

// A Guard is safe for concurrent use. It is a [proc.Watcher].
type Guard struct {
	// Launch starts the process, with in as its standard input. If it is nil, nothing is watched.
	Launch func(in *os.File) (Process, error)
	// KillTimeout is the time between SIGTERM and SIGKILL in the process.
	KillTimeout time.Duration
	// Clock measures Patience.
	Clock clock.Clock

	mu      sync.Mutex
	blocks  int
	since   clock.Instant // start of the outermost block, or a failed launch
	waiting bool          // a timer will check whether the block has run for Patience
	running []*proc.Tree  // of attempts
	over    []string      // tags of ended attempts, to be reported
	pipe    *os.File      // the connection; nil: there is no process
	held    []held
	process Process
	paused  bool
	steady  bool // since Hold: a killed process is replaced
	errands []errand
	number  int // of the last errand
}

// A Process is the result of Launch: a proc.Process.
type Process interface {
	Signal(syscall.Signal) error
	Done() <-chan struct{} // closed when it has ended
}

// Close ends the process, and returns when it has ended. No block may run any more.
func (g *Guard) Close() { g.Pause() }

// Pause ends the process, without touching the blocks, and returns when it has ended. Nothing is
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

// Enter reports the beginning of a block at an instant, Leave its end. Only the first block sets a
// timer. While there are blocks the timer looks again, so a loop over short blocks does not set one
// for each.
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

// outlive waits for the end of a process, and arranges for another unless the Guard ended it.
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

// Leave reports the end of a block reported by Enter.
func (g *Guard) Leave() {
	if g.Launch == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.blocks--; g.blocks == 0 {
		g.send("")
	}
}

// wanted reports whether there are blocks, and no process watching them. g.mu must be held.
func (g *Guard) wanted() bool { return g.blocks > 0 && g.pipe == nil && !g.paused }

// await arranges the launch of the process if blocks run for a while. g.mu must be held.
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
		g.since = now // start of the next wait, should the launch fail
		g.launch()
	}
	g.await()
}

// Begin is called before the first process of a tree is started. It implements proc.Watcher.
func (g *Guard) Begin(t *proc.Tree) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running = append(g.running, t)
	g.send(begun(t))
}

// begun returns the lines to report an attempt's processes and how they are ended.
func begun(t *proc.Tree) string {
	line := "+" + t.Tag() + "\n"
	if e := t.Ending(); e != (proc.Ending{}) {
		line += fmt.Sprintf("~%v %d %s\n", e.KillTimeout, e.Signal, t.Tag())
	}
	return line
}

// Carry adds numbers that processes of a tree may carry. It implements proc.Watcher.
func (g *Guard) Carry(t *proc.Tree, n proc.Numbers) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.send(carried(t, n))
}

// End is called when no process of a tree needs to be ended any more. It implements proc.Watcher.
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

// launch starts the process and reports the running attempts to it. g.mu must be held.
func (g *Guard) launch() {
	if !g.wanted() {
		return
	}
	r, w, err := connection()
	if err != nil {
		return
	}
	defer r.Close()
	lines := g.report()
	// A SIGKILL from now on must not leave a process that has learnt of nothing.
	early := strings.LastIndexByte(lines[:min(len(lines), unread)], '\n') + 1
	if _, err = io.WriteString(w, lines[:early]); err == nil {
		g.process, err = g.Launch(r)
	}
	if err != nil {
		w.Close()
		return
	}
	g.pipe = w
	if g.steady {
		go g.outlive(g.process)
	}
	g.send(lines[early:])
	for _, h := range g.held {
		if g.pipe == nil {
			return
		}
		g.give(h)
	}
}

// unread is how many bytes any system takes into a connection from which nobody reads yet.
const unread = 4 << 10

// report returns the lines about everything that is running. g.mu must be held.
func (g *Guard) report() string {
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
	return lines.String()
}

// send writes lines, after the lines about ended attempts. If nobody reads them, the process has
// been killed, or is stuck; then there will be another. g.mu must be held.
func (g *Guard) send(lines string) {
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

// lose gives up a process stuck without reading. g.mu must be held.
func (g *Guard) lose() {
	g.kill()
	g.since = g.Clock.Now()
	g.await()
}

// kill ends the process in whatever state it is, and before it could take the end of the connection
// for the end of the shell. g.mu must be held.
func (g *Guard) kill() {
	_ = g.process.Signal(syscall.SIGKILL)
	g.pipe.Close()
	g.pipe = nil
}
