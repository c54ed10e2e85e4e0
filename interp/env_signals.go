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
	"ftsh/interp/event"
)

// signalState is how signals reach a shell: the signals arrived, and their receivers.
type signalState struct {
	dispatcher *sig.Dispatcher             // nil unless the shell owns its process
	started    atomic.Bool                 // the goroutine for signals runs
	adopting   atomic.Bool                 // orphans come to the shell
	sizes      atomic.Bool                 // a prompt needs the terminal's size
	resized    chan struct{}               // receives when the size changes
	taking     sync.Mutex                  // one goroutine delivers at a time
	line       atomic.Pointer[scope.Scope] // a prompt's running command line
	early      atomic.Pointer[scope.Cause] // a SIGINT between reading a line and running it
	diesOf     sig.Signal                  // the signal to die of at the end, without its trap
	pid1       pid1                        // the shutdown as the first process of a namespace

	// mainTraps are the traps of the main environment. Signals arrive in any goroutine, but an
	// environment is for a single one, so other goroutines must not read its fields. The main
	// environment is even written as a whole when a prompt's commands are split from it or merged
	// into it (frame_prompt_snapshot.go).
	mainTraps atomic.Pointer[trap.Table]

	mu sync.Mutex
	// The environments in which traps may run, with their traps.
	environments map[*environment]*trap.Table
	wake         chan struct{} // closed and replaced when a trapped signal arrives
}

func newSignalState() signalState {
	return signalState{environments: make(map[*environment]*trap.Table), wake: make(chan struct{}),
		resized: make(chan struct{}, 1)}
}

// watchSignals catches every signal with the default of ending the process (sig.Ending), because
// running blocks must end first.
func (sh *Shell) watchSignals() {
	for s := range (sig.Ending &^ sh.entry.Ignored).All() {
		_ = sh.signals.dispatcher.Set(s, sig.Catch)
	}
}

// startSignals makes signals take effect while the shell waits. Everything that may wait calls it
// first. Before that, it is enough to check between commands, so a script that never waits needs no
// goroutine.
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

// takeSignals delivers all signals that have arrived.
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
		sh.root.Expired() // before the signal sent by the same time limit
		if !sh.deliver(s) && (s != sig.SIGTSTP || !sh.terminal.jobs.stopFront()) {
			sh.defaultAction(s)
		}
	}
}

// noteArrival reports a signal sent to the shell.
func (sh *Shell) noteArrival(s sig.Signal) {
	sh.note(event.SignalArrived, func(e *Event) { e.Process.Signal = s })
}

// sigWinch is sent when the terminal's size changes.
const sigWinch = sig.Signal(syscall.SIGWINCH)

// watchSize makes the prompt notice changes of the terminal's size.
func (sh *Shell) watchSize() {
	if sh.signals.dispatcher != nil && !sh.entry.Ignored.Has(sigWinch) &&
		sh.signals.sizes.CompareAndSwap(false, true) {
		_ = sh.signals.dispatcher.Set(sigWinch, sig.Catch)
	}
}

// adopt makes the shell reap its adopted orphans.
func (sh *Shell) adopt() {
	if sh.signals.dispatcher != nil && proc.Adopts() {
		sh.signals.adopting.Store(true)
		_ = sh.signals.dispatcher.Set(sig.SIGCHLD, sig.Catch)
	}
}

// deliver passes a signal to every environment that traps it. An untrapped ending signal cancels
// the shell. deliver reports whether the signal had an effect; if not, the system's default
// applies.
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

// interrupt cancels the running commands because of s. At a prompt, SIGINT cancels only the command
// line. SIGQUIT and SIGTERM do not end an interactive shell.
func (sh *Shell) interrupt(s sig.Signal) {
	c := &scope.Cause{Kind: scope.Signal, Status: flow.StatusSignalled + int(s), Signal: s}
	if sh.opts.Standalone.Interactive {
		if s == sig.SIGINT {
			sh.interruptLine(c)
		}
		if s == sig.SIGINT || s == sig.SIGQUIT || s == sig.SIGTERM {
			return
		}
	}
	if s == sig.SIGINT && sh.signals.line.Load() != nil {
		sh.interruptLine(c) // of the prompt whose job runs in this shell
		return
	}
	sh.signals.pid1.stopAll(s)
	sh.root.Cancel(c)
}

// interruptLine cancels the command line of a prompt: the running one, or else the line just read.
func (sh *Shell) interruptLine(c *scope.Cause) {
	if g := sh.terminal.jobs.front.Load(); g != nil && sh.terminal.jobs.byGroup(g.pgid) != nil {
		g.interrupt(c) // a job continued by fg
		return
	}
	sh.signals.early.Store(c) // first, because runLine checks it after it has set line
	if line := sh.signals.line.Load(); line != nil {
		line.Cancel(c)
		sh.signals.early.Store(nil)
	}
}

// register makes signals reach e's traps. e must keep its table.
func (l *signalState) register(e *environment) {
	l.mu.Lock()
	l.environments[e] = e.traps
	l.mu.Unlock()
	e.registered = true
}

// registerMain registers the main environment.
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

// causeOf returns the cause for cancelling because s ended a process, or would have ended it.
func causeOf(s sig.Signal) *scope.Cause {
	return &scope.Cause{Kind: scope.Signal, Status: flow.StatusSignalled + int(s), Signal: s}
}

// deliverPending delivers every signal sent to the shell before the call. This includes a signal
// not yet brought to any thread by the kernel, and one being delivered in another thread.
func (sh *Shell) deliverPending() {
	if sh.signals.dispatcher == nil {
		return
	}
	sh.signals.dispatcher.DeliverPending()
	proc.FinishFirstHandler()
	sh.takeSignals()
}

// defaultAction applies the default action of a signal. It is called if the signal was caught for
// an environment but has no trap any more.
func (sh *Shell) defaultAction(s sig.Signal) {
	if sh.signals.dispatcher == nil || sh.signals.mainTraps.Load().Ignored().Has(s) ||
		s == sig.SIGTSTP && sh.opts.Standalone.Interactive && sh.terminal.monitored.Load() {
		return
	}
	if sh.signals.dispatcher.Set(s, sig.Default) == nil {
		_ = takeDefault(sh.id.pid, s)
	}
}

// takeDefault applies the default action of s to this process, whose ID is pid. An ending signal
// takes effect in the calling thread. If it were sent to the process, another thread might get it
// while this one goes on.
func takeDefault(pid int, s sig.Signal) error {
	if sig.Ends(s) {
		sig.Die(s)
	}
	return kill(pid, s)
}

// dispose changes the disposition of a signal after a trap was set or reset. Signals that end the
// process stay caught unless they are ignored. So do SIGCHLD if the shell adopts orphans, and
// SIGWINCH at a prompt.
func (sh *Shell) dispose(s sig.Signal, d sig.Disposition) {
	if sh.signals.dispatcher == nil {
		return
	}
	if s == sig.SIGCHLD && d == sig.Catch {
		sh.signals.dispatcher.AwaitNone()
	}
	if d == sig.Default && (sig.Ending.Has(s) || s == sigWinch && sh.signals.sizes.Load()) ||
		s == sig.SIGCHLD && sh.signals.adopting.Load() {
		d = sig.Catch
	}
	_ = sh.signals.dispatcher.Set(s, d)
}

// wakeAll wakes waits between commands, because a trapped signal has arrived.
func (l *signalState) wakeAll() {
	l.mu.Lock()
	close(l.wake)
	l.wake = make(chan struct{})
	l.mu.Unlock()
}

// wakeChan returns a channel closed at the next trapped signal.
func (l *signalState) wakeChan() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.wake
}

// kill sends s to a process or a process group.
func kill(pid int, s sig.Signal) error { return syscall.Kill(pid, s) }

// killSelf sends a signal to the shell from within. A trapped signal is pending before the next
// command; any other acts on the process. Only the main environment can ignore it, even if a
// subshell sends it.
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
