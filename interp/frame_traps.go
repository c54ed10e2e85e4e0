package interp

import (
	"context"

	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/sig"
)

// runTraps runs the actions of the signals that have arrived, oldest first.
func (fr *frame) runTraps() flow.Outcome {
	if fr.context.action.runs {
		return flow.Outcome{}
	}
	for {
		s, action, ok := fr.env.traps.Take()
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
	status, pos, outer, brittle := fr.env.status, fr.regs.pos, fr.context, fr.env.opts.Has(option.Brittle)
	fr.context.brittle, fr.context.tested, fr.context.judged = false, 0, 0
	fr.context.action = trapAction{runs: true, status: status, depth: fr.context.functions + fr.context.sources}
	h := holdRecords(fr, nil)
	out := fr.sh.up.eval(fr, action, what)
	flushReports(fr)
	unholdRecords(fr, h)
	fr.context, fr.regs.pos = outer, pos
	if now := fr.env.opts.Has(option.Brittle); now != brittle {
		fr.context.brittle = now // as the action set it
	}
	if out.Divert == flow.None {
		fr.env.status = status
	}
	return out
}

// runExitTrap runs the EXIT trap of an environment that ends with out. An
// environment that was cancelled runs it too, bound by the kill timeout.
func (fr *frame) runExitTrap(out flow.Outcome) flow.Outcome {
	action, ok := fr.env.traps.TakeExit()
	if !ok {
		return out
	}
	fr.env.status = int(out.Status)
	fr.context.loops, fr.context.functions, fr.context.sources = 0, 0, 0
	if fr.cancelled() {
		outer := fr.context.scope
		fr.context.scope = fr.sh.lastScope(outer.Tree())
		// Its processes are not the cancelled ones: they are not swept with them.
		if s, err := fr.env.vars.Shadow(fr.sh.names.Ref(treeVariable), fr.context.scope.Tree().Tag()); err == nil {
			defer fr.env.vars.Unshadow(s)
		}
		tree := fr.context.scope.Tree()
		tree.Watch(&fr.sh.blocks.guard)
		defer func() {
			fr.context.scope.Close(false)
			tree.Unwatch()
			fr.context.scope = outer
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
	fr.env.traps.Changed = func(s sig.Signal, d sig.Disposition) {
		if !fr.env.subshell {
			fr.sh.dispose(s, d)
			return
		}
		if d == sig.Catch {
			if !fr.env.registered {
				fr.sh.signals.register(&fr.env)
			}
			fr.sh.dispose(s, d)
		}
	}
}

// attention runs what must run between two commands: pending traps, and the
// unwinding after a cancellation.
func (fr *frame) attention() flow.Outcome {
	fr.context.group.pass()
	if fr.sh.signals.dispatcher != nil && fr.sh.signals.dispatcher.Pending() {
		fr.sh.takeSignals()
	}
	if fr.cancelled() {
		return fr.cancelOutcome()
	}
	if fr.env.traps.Pending() {
		return fr.runTraps()
	}
	return flow.Outcome{}
}

// interruptible is a context that ends when the running commands are cancelled, and
// when a signal arrives that this environment traps.
func (fr *frame) interruptible() (context.Context, func()) {
	fr.sh.startSignals()
	if fr.env.traps.Caught() == 0 {
		return fr.context.scope.Context(), func() {}
	}
	ctx, cancel := context.WithCancel(fr.context.scope.Context())
	wake := fr.sh.signals.wakeChan()
	if fr.env.traps.Pending() {
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
	e.sh.signals.wakeAll()
	return true
}
