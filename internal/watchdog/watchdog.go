// Package watchdog ends the running blocks of a shell that was killed by SIGKILL.
//
// The model: the shell has a [Guard], which knows the tags of the attempts that run. Once
// a block has run for [Patience], the Guard starts a process, the shell's program in
// another mode ([Serve]), and tells it over a pipe what begins and ends, a line each:
//
//	timeout DURATION   the kill timeout, first of all
//	+TAG               an attempt begins
//	-TAG               it has ended
//
// When the pipe ends, the shell has: the process ends what carries the tags that are
// left, and then itself. It is in a session of its own and ignores what its group is
// sent; it holds no descriptor but the pipe. A shell that lives kills it before the pipe ends,
// when it needs no watching any more or finds it stuck: then, or when it cannot be started
// or was killed, there will be another.
//
// What is not here: how processes are found by a tag (package proc).
package watchdog

import (
	"io"
	"os"
	"sync"
	"syscall"
	"time"
)

// Patience is how long a block runs before it is watched.
const Patience = 400 * time.Millisecond

// A Guard is safe for concurrent use.
type Guard struct {
	// Launch starts the process, with in as its standard input; nil: nothing is watched.
	Launch func(in *os.File) (Process, error)
	// KillTimeout is what the process waits between SIGTERM and SIGKILL.
	KillTimeout time.Duration

	mu      sync.Mutex
	blocks  int
	running map[string]int // attempts, by tag
	timer   *time.Timer
	pipe    *os.File // nil: there is no process
	process Process
}

// A Process is what Launch has started: a proc.Process.
type Process interface {
	Signal(syscall.Signal) error
	Done() <-chan struct{} // closed when it has ended
}

// Close ends the process, and returns when it has ended: no block runs any more, or the shell is about
// to become another program.
func (g *Guard) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.timer != nil {
		g.timer.Stop()
	}
	if g.pipe != nil {
		g.kill()
		<-g.process.Done()
	}
}

// kill ends the process whatever state it is in, and before it could take the end of the pipe for that
// of the shell. The lock is held.
func (g *Guard) kill() {
	_ = g.process.Signal(syscall.SIGKILL)
	g.pipe.Close()
	g.pipe = nil
}

// Watch takes back Close, for blocks that run on.
func (g *Guard) Watch() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.arm()
}

// Enter says that a block begins, Leave that it has ended.
func (g *Guard) Enter() {
	if g.Launch == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.blocks++; g.blocks == 1 {
		g.arm()
	}
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

// arm has the process started, if blocks need one and there is none. The lock is held.
func (g *Guard) arm() {
	if g.blocks > 0 && g.pipe == nil {
		g.timer = time.AfterFunc(Patience, g.launch)
	}
}

// Begin says that processes may carry a tag from now on, End that none is to be ended
// for it any more.
func (g *Guard) Begin(tag string) {
	if g.Launch == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running == nil {
		g.running = make(map[string]int)
	}
	g.running[tag]++
	g.tell("+" + tag)
}

// End ends what Begin began.
func (g *Guard) End(tag string) {
	if g.Launch == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.running, tag)
	g.tell("-" + tag)
}

// launch starts the process and tells it what runs.
func (g *Guard) launch() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.pipe != nil || g.blocks == 0 {
		return
	}
	r, w, err := os.Pipe()
	if err != nil {
		g.arm()
		return
	}
	defer r.Close()
	if g.process, err = g.Launch(r); err != nil {
		w.Close()
		g.arm()
		return
	}
	g.pipe = w
	g.tell("timeout " + g.KillTimeout.String())
	for tag := range g.running {
		g.tell("+" + tag)
	}
}

// tell writes a line. Nobody who reads: the process has been killed, or is stuck.
func (g *Guard) tell(line string) {
	if g.pipe == nil {
		return
	}
	_ = g.pipe.SetWriteDeadline(time.Now().Add(time.Second))
	if _, err := io.WriteString(g.pipe, line+"\n"); err != nil {
		g.kill()
		g.arm()
	}
}
