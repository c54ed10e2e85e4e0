package interp

import (
	"sync"
	"sync/atomic"
	"syscall"

	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/scope"
	"ftsh/internal/sig"
	"ftsh/internal/trap"
)

// signalState is how signals reach a shell: what has arrived, and who is to be told.
type signalState struct {
	dispatcher *sig.Dispatcher             // nil unless the shell owns its process
	started    atomic.Bool                 // the goroutine for signals runs
	adopting   atomic.Bool                 // orphans come to the shell
	sizes      atomic.Bool                 // a prompt is to know the terminal's size
	resized    chan struct{}               // told when that changes
	taking     sync.Mutex                  // one goroutine delivers at a time
	line       atomic.Pointer[scope.Scope] // the command line that runs at a prompt
	early      atomic.Pointer[scope.Cause] // SIGINT that came when none ran, since one was read
	diesOf     sig.Signal                  // a signal that ends the shell at the end, without trap
	pid1       pid1                        // what it ends with it as the first process of a namespace

	// The traps of the main environment. Signals arrive in any goroutine, and an environment is for one: who is not of that reads no
	// field of it. The main one is written as a whole when commands of a prompt begin and end to live beside it (frame_prompt_snapshot.go).
	mainTraps atomic.Pointer[trap.Table]

	mu           sync.Mutex
	environments map[*environment]*trap.Table // those that traps may run in, with their traps
	wake         chan struct{}                // closed and replaced when a trapped signal arrives
}

func newListening() signalState {
	return signalState{environments: make(map[*environment]*trap.Table), wake: make(chan struct{}), resized: make(chan struct{}, 1)}
}

// watchSignals catches every signal that would end the process (sig.Ending): the running blocks
// are to end before it.
func (sh *Shell) watchSignals() {
	for s := range (sig.Ending &^ sh.entry.Ignored).All() {
		_ = sh.signals.dispatcher.Set(s, sig.Catch)
	}
}

// startSignals makes signals take effect while the shell waits: everything that may
// wait calls it first. Until then it is enough to look between commands, and a
// script that never waits need not pay for a goroutine.
func (sh *Shell) startSignals() {
	if sh.signals.dispatcher == nil || sh.signals.started.Load() {
		return
	}
	if !sh.signals.started.CompareAndSwap(false, true) {
		return
	}
	wake := sh.signals.dispatcher.Wake()
	go func() {
		for {
			select {
			case <-sh.closed:
				return
			case <-wake:
				sh.takeSignals()
			}
		}
	}()
}

// takeSignals delivers every signal that has arrived.
func (sh *Shell) takeSignals() {
	sh.signals.taking.Lock()
	defer sh.signals.taking.Unlock()
	for {
		s, ok := sh.signals.dispatcher.Take()
		if !ok {
			return
		}
		if s == sig.SIGCHLD && sh.signals.adopting.Load() {
			proc.ReapUnknown()
			if sh.deliver(s) {
				sh.noteArrival(s)
			}
			continue
		}
		if s == sigWinch && sh.signals.sizes.Load() {
			select {
			case sh.signals.resized <- struct{}{}:
			default:
			}
			if sh.deliver(s) {
				sh.noteArrival(s)
			}
			continue
		}
		sh.noteArrival(s)
		sh.root.Expired() // before the signal that the same time limit sends
		if !sh.deliver(s) && (s != sig.SIGTSTP || !sh.terminal.jobs.stopFront()) {
			sh.defaultAction(s)
		}
	}
}

// noteArrival reports a signal that the shell was sent.
func (sh *Shell) noteArrival(s sig.Signal) {
	sh.note(SignalArrived, func(e *Event) { e.Signal = s })
}

// sigWinch comes when the terminal's size changes.
const sigWinch = sig.Signal(syscall.SIGWINCH)

// watchSize makes changes of the terminal's size known at the prompt.
func (sh *Shell) watchSize() {
	if sh.signals.dispatcher != nil && !sh.entry.Ignored.Has(sigWinch) && sh.signals.sizes.CompareAndSwap(false, true) {
		_ = sh.signals.dispatcher.Set(sigWinch, sig.Catch)
	}
}

// adopt makes the shell reap the orphans that come to it when they end.
func (sh *Shell) adopt() {
	if sh.signals.dispatcher != nil && proc.Adopts() {
		sh.signals.adopting.Store(true)
		_ = sh.signals.dispatcher.Set(sig.SIGCHLD, sig.Catch)
	}
}

// deliver hands a signal to every environment that traps it; an ending one
// that nobody traps cancels the shell. It reports whether the signal has
// had an effect: what has none gets the system's default.
func (sh *Shell) deliver(s sig.Signal) bool {
	trapped := false
	sh.signals.mu.Lock()
	for _, traps := range sh.signals.environments {
		if traps.Arrived(s) {
			trapped = true
		}
	}
	sh.signals.mu.Unlock()
	if trapped {
		sh.signals.wakeAll()
		return true
	}
	if sig.Ending.Has(s) && !sh.signals.mainTraps.Load().Ignored().Has(s) {
		sh.interrupt(s)
		return true
	}
	return false
}

// interrupt cancels what runs because of s. At a prompt SIGINT cancels the
// command line only, and the others that a login shell survives are ignored.
func (sh *Shell) interrupt(s sig.Signal) {
	c := &scope.Cause{Kind: scope.Signal, Status: flow.StatusSignalled + int(s), Signal: s}
	if sh.opts.Interactive {
		if s == sig.SIGINT {
			sh.interruptLine(c)
		}
		if s == sig.SIGINT || s == sig.SIGQUIT || s == sig.SIGTERM {
			return
		}
	}
	if s == sig.SIGINT && sh.signals.line.Load() != nil {
		sh.interruptLine(c) // of the prompt that this shell runs a job of
		return
	}
	sh.signals.pid1.stopAll(s)
	sh.root.Cancel(c)
}

// interruptLine cancels the command line of a prompt: the one that runs, else the one
// that has been read and is about to.
func (sh *Shell) interruptLine(c *scope.Cause) {
	if g := sh.terminal.jobs.front.Load(); g != nil && sh.terminal.jobs.byGroup(g.pgid) != nil {
		g.interrupt(c) // what fg continued
		return
	}
	sh.signals.early.Store(c) // first: runLine looks when it has set the line
	if line := sh.signals.line.Load(); line != nil {
		line.Cancel(c)
		sh.signals.early.Store(nil)
	}
}

// register makes signals reach e's traps, which stay that table.
func (l *signalState) register(e *environment) {
	l.mu.Lock()
	l.environments[e] = e.traps
	l.mu.Unlock()
	e.registered = true
}

// registerMain is register of the main environment.
func (l *signalState) registerMain(e *environment) {
	l.mainTraps.Store(e.traps)
	l.register(e)
}

func (l *signalState) forget(e *environment) {
	if !e.registered {
		return
	}
	l.mu.Lock()
	delete(l.environments, e)
	l.mu.Unlock()
}

// causeOf is the cause of what is cancelled because a signal ended a process, or would have.
func causeOf(s sig.Signal) *scope.Cause {
	return &scope.Cause{Kind: scope.Signal, Status: flow.StatusSignalled + int(s), Signal: s}
}

// deliverPending delivers every signal that was sent to the shell before now: also one that
// the kernel has not brought to any thread yet, and one that is being delivered on
// another.
func (sh *Shell) deliverPending() {
	if sh.signals.dispatcher == nil {
		return
	}
	sh.signals.dispatcher.DeliverPending()
	sh.takeSignals()
}

// defaultAction is for a signal that was caught for an environment which has
// ended or changed its mind since: it does what it would have done.
func (sh *Shell) defaultAction(s sig.Signal) {
	if sh.signals.dispatcher == nil || sh.signals.mainTraps.Load().Ignored().Has(s) || s == sig.SIGTSTP && sh.opts.Interactive && sh.terminal.monitored.Load() {
		return
	}
	if sh.signals.dispatcher.Set(s, sig.Default) == nil {
		_ = takeDefault(sh.id.pid, s)
	}
}

// takeDefault does to the process, which has the id pid, what s does by default. What ends it does so here: sent
// to the process it might come to another thread, while this one goes on.
func takeDefault(pid int, s sig.Signal) error {
	if sig.Ends(s) {
		sig.Die(s)
	}
	return kill(pid, s)
}

// dispose changes what a signal does to the process after a trap was set or
// reset. Those that end a process are always caught, unless they are ignored, and so are
// SIGCHLD where orphans come to the shell, and SIGWINCH at a prompt.
func (sh *Shell) dispose(s sig.Signal, d sig.Disposition) {
	if sh.signals.dispatcher == nil {
		return
	}
	if s == sig.SIGCHLD && d == sig.Catch {
		sh.signals.dispatcher.AwaitNone()
	}
	if d == sig.Default && (sig.Ending.Has(s) || s == sigWinch && sh.signals.sizes.Load()) || s == sig.SIGCHLD && sh.signals.adopting.Load() {
		d = sig.Catch
	}
	_ = sh.signals.dispatcher.Set(s, d)
}

// wakeAll wakes what waits between commands, for a trapped signal.
func (l *signalState) wakeAll() {
	l.mu.Lock()
	close(l.wake)
	l.wake = make(chan struct{})
	l.mu.Unlock()
}

// wakeChan is closed when the next trapped signal arrives.
func (l *signalState) wakeChan() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.wake
}

// kill sends s to a process or a group.
func kill(pid int, s sig.Signal) error { return syscall.Kill(pid, s) }

// killSelf sends a signal to the shell from within: a trapped one is pending
// before the next command, another does what it does to the process. It is the main
// environment's to ignore, also if a subshell sends it.
func (sh *Shell) killSelf(s sig.Signal) error {
	if sh.signals.mainTraps.Load().Ignored().Has(s) {
		return nil
	}
	if sh.deliver(s) || sh.signals.dispatcher == nil {
		return nil
	}
	if sig.Stops(s) {
		sig.Stop(s)
		return nil
	}
	return takeDefault(sh.id.pid, s)
}
