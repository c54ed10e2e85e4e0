package interp

import (
	"context"

	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/sig"
	"ftsh/internal/trap"
)

// runTraps runs the actions of arrived signals, oldest first.
func (fr *frame) runTraps() flow.Outcome {
	if fr.context.action.runs {
		return flow.Outcome{}
	}
	for {
		s, action, ok := fr.env.traps.Take()
		if !ok {
			return flow.Outcome{}
		}
		line, bash := fr.env.vars.Line, fr.env.traps.Bash(s)
		if bash {
			fr.env.vars.Line = 1 // as in bash, the action has lines of its own
		}
		out := runTrap(fr, action, "trap "+sig.Name(s), bash)
		fr.env.vars.Line = line
		if out.Divert != flow.None {
			return out
		}
	}
}

// runTrap runs an action by POSIX rules: it is not brittle, and $? is restored. bash: its text is in
// the dialect of bash, as trap was called there.
func runTrap(fr *frame, action, what string, bash bool) flow.Outcome {
	dialect := fr.env.opts & bashOn
	fr.env.opts = (fr.env.opts &^ bashOn).Put(option.Bash, bash)
	out := runAction(fr, action, what)
	fr.env.opts = fr.env.opts&^bashOn | dialect
	return out
}

func runAction(fr *frame, action, what string) flow.Outcome {
	status, pos, outer := fr.env.status, fr.regs.pos, fr.context
	brittle := fr.env.opts.Has(option.Brittle)
	fr.context.brittle, fr.context.tested, fr.context.judged = false, 0, 0
	fr.context.action = trapAction{
		runs: true, status: status, depth: fr.context.functions + fr.context.sources,
	}
	h := holdRecords(fr, nil)
	out := fr.sh.up.eval(fr, action, what)
	flushReports(fr)
	unholdRecords(fr, h)
	fr.context, fr.regs.pos = outer, pos
	if now := fr.env.opts.Has(option.Brittle); now != brittle {
		fr.context.brittle = now // set by the action
	}
	if out.Divert == flow.None {
		fr.env.status = status
	}
	return out
}

// runExitTrap runs the EXIT trap of an environment that ends with out. A cancelled environment runs
// it too, within the kill timeout.
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
		// The trap's processes have a tree of their own, so they are not ended with the cancelled
		// ones.
		ref, tag := fr.sh.names.Ref(treeVariable), fr.context.scope.Tree().Tag()
		if s, err := fr.env.vars.Shadow(ref, tag); err == nil {
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
	if b := fr.env.bash; b != nil && (!fr.env.subshell || b.substitution) {
		b.indent-- // set -x of bash shows the action like the text before it
	}
	bash := fr.env.traps.Bash(trap.Exit)
	if bash {
		fr.env.vars.Line = 1
	}
	trapped := runTrap(fr, action, "trap EXIT", bash)
	switch trapped.Divert {
	case flow.Failure, flow.Abort: // of the block enclosing this subshell
		if out.Divert != flow.Cancel {
			return trapped
		}
	case flow.Exit, flow.Fatal:
		if out.Divert == flow.Cancel {
			return out
		}
		return flow.Outcome{Status: trapped.Status, Divert: flow.Exit}
	}
	return out
}

// watchTraps makes the process's dispositions follow the frame's traps. A subshell of this process
// cannot ignore a signal on its parent's behalf, but it can catch one.
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

// attention does the work due between two commands: it stops with the job, runs pending traps, and
// unwinds after a cancellation.
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

// trapsOfFailed runs the traps of signals that arrived during a command that failed with out, if
// set -e would end the shell without them, or the trap of ERR would come first.
func (fr *frame) trapsOfFailed(out flow.Outcome) flow.Outcome {
	if !fr.env.opts.Has(option.ErrExit) && !fr.env.traps.Heeds(trap.Err) {
		return flow.Outcome{}
	}
	if fr.sh.signals.dispatcher != nil && fr.sh.signals.dispatcher.Pending() {
		fr.sh.takeSignals()
	}
	if !fr.env.traps.Pending() || fr.cancelled() {
		return flow.Outcome{}
	}
	outer := fr.env.status
	fr.env.status = int(out.Status)
	a := fr.runTraps()
	fr.env.status = outer
	return a
}

// interruptible returns a context that ends when the running commands are cancelled, or when a
// signal trapped by this environment arrives.
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

// wakeFor passes a signal to the environment's trap. It returns false if there is none.
func (e *environment) wakeFor(s sig.Signal) bool {
	if !e.traps.Arrived(s) {
		return false
	}
	e.sh.signals.wakeAll()
	return true
}
