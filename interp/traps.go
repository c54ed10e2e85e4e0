package interp

import (
	"context"

	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/sig"
)

// runTraps runs the actions of the signals that have arrived, oldest first.
func (fr *frame) runTraps() flow.Outcome {
	if fr.action.runs {
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
	status, pos, outer, brittle := fr.status, fr.pos, fr.execContext, fr.opts.Has(option.Brittle)
	fr.brittle, fr.tested, fr.judged = false, 0, 0
	fr.action = trapAction{runs: true, status: status, depth: fr.functions + fr.sources}
	h := holdRecords(fr, nil)
	out := fr.sh.up.eval(fr, action, what)
	tellRecords(fr)
	unholdRecords(fr, h)
	fr.execContext, fr.pos = outer, pos
	if now := fr.opts.Has(option.Brittle); now != brittle {
		fr.brittle = now // as the action set it
	}
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
		fr.scope = fr.sh.lastScope(outer.Tree())
		// Its processes are not the cancelled ones: they are not swept with them.
		if s, err := fr.vars.Shadow(fr.sh.names.Ref(treeVariable), fr.scope.Tree().Tag()); err == nil {
			defer fr.vars.Unshadow(s)
		}
		tree := fr.scope.Tree()
		tree.Watch(&fr.sh.guard)
		defer func() {
			fr.scope.Close(false)
			tree.Unwatch()
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
				fr.sh.register(&fr.environment)
			}
			fr.sh.dispose(s, d)
		}
	}
}

// attention runs what must run between two commands: pending traps, and the
// unwinding after a cancellation.
func (fr *frame) attention() flow.Outcome {
	fr.group.pass()
	if fr.sh.signals != nil && fr.sh.signals.Pending() {
		fr.sh.takeSignals()
	}
	if fr.cancelled() {
		return fr.cancelOutcome()
	}
	if fr.traps.Pending() {
		return fr.runTraps()
	}
	return flow.Outcome{}
}

// interruptible is a context that ends when the running commands are cancelled, and
// when a signal arrives that this environment traps.
func (fr *frame) interruptible() (context.Context, func()) {
	fr.sh.listen()
	if fr.traps.Caught() == 0 {
		return fr.scope.Context(), func() {}
	}
	ctx, cancel := context.WithCancel(fr.scope.Context())
	wake := fr.sh.wakeChan()
	if fr.traps.Pending() {
		cancel()
		return ctx, cancel
	}
	go func() {
		defer cancel()
		select {
		case <-wake:
		case <-ctx.Done():
		case <-fr.sh.closed:
		}
	}()
	return ctx, cancel
}

// wakeFor hands a signal to the environment's trap; false when it has none.
func (e *environment) wakeFor(s sig.Signal) bool {
	if !e.traps.Arrived(s) {
		return false
	}
	e.sh.wakeAll()
	return true
}
