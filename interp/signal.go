package interp

import (
	"time"

	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
)

// fatalSignals cancel what runs, and then end the shell, unless trapped.
var fatalSignals = [...]sig.Signal{sig.SIGHUP, sig.SIGINT, sig.SIGQUIT, sig.SIGTERM}

// watchSignals sets up the signals of a shell that owns its process, and hands
// what arrives to the environments.
func (sh *Shell) watchSignals() {
	for _, s := range fatalSignals {
		if !sh.entry.Ignored.Has(s) {
			_ = sh.signals.Set(s, sig.Catch)
		}
	}
}

// listen makes signals take effect while the shell waits: everything that may
// wait calls it first. Until then it is enough to look between commands, and a
// script that never waits need not pay for a goroutine.
func (sh *Shell) listen() {
	if sh.signals == nil || sh.listening.Load() {
		return
	}
	if !sh.listening.CompareAndSwap(false, true) {
		return
	}
	wake := sh.signals.Wake()
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
	sh.deliverMu.Lock()
	defer sh.deliverMu.Unlock()
	for {
		s, ok := sh.signals.Take()
		if !ok {
			return
		}
		sh.noteSignal(s)
		if !sh.deliver(s) {
			sh.defaultAction(s)
		}
	}
}

// deliver hands a signal to every environment that traps it; one of the fatal
// signals that nobody traps cancels the shell. It reports whether the signal has
// had an effect: what has none gets the system's default.
func (sh *Shell) deliver(s sig.Signal) bool {
	trapped := false
	sh.mu.Lock()
	for fr := range sh.frames {
		if fr.traps.Arrived(s) {
			trapped = true
		}
	}
	sh.mu.Unlock()
	if trapped {
		sh.wakeAll()
		return true
	}
	if sh.isFatal(s) && !sh.main.traps.Ignored().Has(s) {
		sh.interrupt(s)
		return true
	}
	return false
}

func (sh *Shell) isFatal(s sig.Signal) bool {
	for _, f := range fatalSignals {
		if f == s {
			return true
		}
	}
	return false
}

// interrupt cancels what runs because of s. At a prompt SIGINT cancels the
// command line only, and the others that a login shell survives are ignored.
func (sh *Shell) interrupt(s sig.Signal) {
	c := &cause{status: flow.StatusSignalled + int(s), signal: s, reason: "signal " + sig.Name(s)}
	if sh.opts.Interactive {
		if s == sig.SIGINT {
			sh.interruptLine(c)
		}
		if s == sig.SIGINT || s == sig.SIGQUIT || s == sig.SIGTERM {
			return
		}
	}
	sh.root.cancel(c)
}

// interruptLine cancels the command line of a prompt: the one that runs, else the one
// that has been read and is about to.
func (sh *Shell) interruptLine(c *cause) {
	sh.early.Store(c) // first: runLine looks when it has set the line
	if line := sh.line.Load(); line != nil {
		line.cancel(c)
		sh.early.Store(nil)
	}
}

// register makes signals reach fr's traps.
func (sh *Shell) register(fr *frame) {
	sh.mu.Lock()
	sh.frames[fr] = struct{}{}
	sh.mu.Unlock()
}

func (sh *Shell) forget(fr *frame) {
	if !fr.registered {
		return
	}
	sh.mu.Lock()
	delete(sh.frames, fr)
	sh.mu.Unlock()
}

// runTraps runs the actions of the signals that have arrived, oldest first.
func (fr *frame) runTraps() flow.Outcome {
	if fr.trapping {
		return flow.Outcome{}
	}
	for {
		s, action, ok := fr.traps.Take()
		if !ok {
			return flow.Outcome{}
		}
		if out := fr.runTrap(action, "trap "+sig.Name(s)); out.Divert != flow.None {
			return out
		}
	}
}

// runTrap runs one action by POSIX rules: not brittle, and $? as before.
func (fr *frame) runTrap(action, what string) flow.Outcome {
	status, brittle, tested, pos := fr.status, fr.brittle, fr.tested, fr.pos
	outer := fr.trapStatus
	fr.trapStatus = status
	fr.brittle, fr.tested, fr.trapping = false, 0, true
	out := fr.evalText(action, what)
	fr.trapping, fr.brittle, fr.tested, fr.pos = false, brittle, tested, pos
	fr.trapStatus = outer
	if out.Divert == flow.None {
		fr.status = status
	}
	return out
}

// runExitTrap runs the EXIT trap of an environment that ends with out. An
// environment that was cancelled runs it too, bound by the kill timeout.
func (fr *frame) runExitTrap(out flow.Outcome) flow.Outcome {
	action, ok := fr.traps.TakeExit()
	if !ok {
		return out
	}
	fr.status = int(out.Status)
	fr.loops, fr.functions, fr.sources = 0, 0, 0
	if fr.cancelled() {
		outer := fr.scope
		fr.scope = fr.sh.lastScope()
		// Its processes are not the cancelled ones: they are not swept with them.
		if s, err := fr.vars.Shadow(fr.sh.names.Ref(treeVariable), fr.scope.tree.Tag()); err == nil {
			defer fr.vars.Unshadow(s)
		}
		defer func() {
			fr.scope.close(false)
			fr.scope = outer
		}()
	}
	trap := fr.runTrap(action, "trap EXIT")
	switch trap.Divert {
	case flow.Failure, flow.Abort: // of the block around this subshell
		if out.Divert != flow.Cancel {
			return trap
		}
	case flow.Exit, flow.Fatal:
		if out.Divert == flow.Cancel {
			return out
		}
		return flow.Outcome{Status: trap.Status, Divert: flow.Exit}
	}
	return out
}

// reportSignal says on standard error that a foreground command died of a
// signal, as shells do; SIGINT and SIGPIPE need no words.
func (fr *frame) reportSignal(st proc.Status) {
	s := st.Signal()
	if s == sig.SIGINT || s == sig.SIGPIPE {
		return
	}
	text := sig.Describe(s)
	if st.CoreDumped() {
		text += " (core dumped)"
	}
	fr.writeErr(text + "\n")
}

// childChanged is the place where a foreground child's end may concern the shell:
// what it sent to the shell before counts before the next command, and what the
// terminal ended it by ends everything of its job, also what started too late to get
// the terminal's signal. At a prompt SIGINT ends the command line with it.
func (fr *frame) childChanged(st proc.Status) {
	fr.childEnded()
	switch {
	case !st.Signaled() || st.Signal() != sig.SIGINT && st.Signal() != sig.SIGQUIT:
	case fr.group != nil:
		fr.group.end(st)
	case st.Signal() == sig.SIGINT:
		fr.sh.interruptLine(causeOf(st))
	}
}

// childEnded makes what a child that has been reaped sent to the shell count before
// the next command; also its SIGCHLD, where that has a trap. Its handler may still be
// on its way on another thread: that it noted the signal is waited for, but not for
// long, as the signals of several children may have been one.
func (fr *frame) childEnded() {
	fr.sh.settle()
	if fr.sh.signals == nil || !fr.traps.Caught().Has(sig.SIGCHLD) {
		return
	}
	for range 20 {
		if fr.traps.Pending() {
			return
		}
		time.Sleep(50 * time.Microsecond)
		fr.sh.takeSignals()
	}
}

// causeOf is the cause of what is cancelled because a signal ended a process.
func causeOf(st proc.Status) *cause {
	return &cause{status: st.ShellStatus(), signal: st.Signal(), reason: "signal " + sig.Name(st.Signal())}
}

// settle delivers every signal that was sent to the shell before now: also one that
// the kernel has not brought to any thread yet, and one that is being delivered on
// another.
func (sh *Shell) settle() {
	if sh.signals == nil {
		return
	}
	sh.signals.Settle()
	sh.takeSignals()
}

// defaultAction is for a signal that was caught for an environment which has
// ended or changed its mind since: it does what it would have done.
func (sh *Shell) defaultAction(s sig.Signal) {
	if sh.signals == nil || sh.main.traps.Ignored().Has(s) {
		return
	}
	if sh.signals.Set(s, sig.Default) == nil {
		_ = kill(sh.pid, s)
	}
}

// dispose changes what a signal does to the process after a trap was set or
// reset. The fatal signals are always caught, unless they are ignored.
func (sh *Shell) dispose(s sig.Signal, d sig.Disposition) {
	if sh.signals == nil {
		return
	}
	if d == sig.Default && sh.isFatal(s) {
		d = sig.Catch
	}
	_ = sh.signals.Set(s, d)
}

// watchTraps makes the process's dispositions follow the frame's traps. A
// subshell of this process cannot ignore a signal for its parent, but it can
// catch one.
func (fr *frame) watchTraps() {
	fr.traps.Changed = func(s sig.Signal, d sig.Disposition) {
		if !fr.subshell {
			fr.sh.dispose(s, d)
			return
		}
		if d == sig.Catch {
			if !fr.registered {
				fr.sh.register(fr)
				fr.registered = true
			}
			fr.sh.dispose(s, d)
		}
	}
}
