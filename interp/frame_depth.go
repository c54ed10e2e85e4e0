package interp

import (
	"errors"
	"os"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/scope"
	"ftsh/internal/thread"
	"ftsh/parser/ast"
)

// How deep things may stand in one another. A runaway recursion ends with an
// error, and not with the process, the machine's memory or its process table.
const (
	maxCalls  = 10000  // function calls, sourced files and evals: each takes stack
	maxLists  = 200000 // lists in lists: calls of functions whose bodies are deep themselves
	maxNested = 1000   // pipelines and blocks: each holds descriptors or timers, and mostly a process
	maxLive   = 30000  // branches and pipeline elements at the same time, before memory ends
	maxShells = 100    // asynchronous lists and subshells that wait for one another, each a process of this program

	// crowded is how deep pipelines and blocks stand at least where the lack of
	// descriptors is their own doing, and no passing shortage.
	crowded = 50
)

// depth is what an environment stands in, beside its calls.
type depth struct {
	lists        int // lists around, those of the callers too
	nested       int // pipelines and blocks around
	shells       int // asynchronous lists and subshells around, each another process
	spawner      int // the process that handed this list over, else 0
	calledBefore int // of functions and sources, those that another process does
	blocksBefore int // of blocks around, those that another process runs
}

// tooDeep reports a runaway recursion and ends the shell, at a prompt the command
// line, by cancelling it: whatever the command stands in, a loop, the left of ||
// or a try, would only begin it again.
func (fr *frame) tooDeep(format string, args ...any) flow.Outcome {
	if runaway(fr) { // else it was cancelled before
		fr.fail(flow.StatusUsage, format, args...)
	}
	return fr.cancelOutcome()
}

// runaway cancels the shell, at a prompt the command line, and reports whether that was this call.
func runaway(fr *frame) bool {
	s := fr.sh.signals.line.Load()
	if g := fr.context.group; g != nil && g.suspendable != nil {
		s = g.scope // also when it has been stopped, and goes on beside the prompt
	}
	if s == nil {
		s = fr.sh.root
	}
	return s.Cancel(&scope.Cause{Kind: scope.Runaway, Status: flow.StatusUsage})
}

// callTooDeep reports whether a call of what would be one too many.
func (fr *frame) callTooDeep(what string) (flow.Outcome, bool) {
	if fr.context.functions+fr.context.sources-fr.context.depth.calledBefore < maxCalls && fr.context.evals < maxCalls {
		return flow.Outcome{}, false
	}
	if what != fr.regs.name { // else the message has it already
		what += ": "
	} else {
		what = ""
	}
	return fr.tooDeep("%scalls nested more than %d deep", what, maxCalls), true
}

// nestedTooDeep is for pipelines and blocks.
func (fr *frame) nestedTooDeep(pos ast.Pos) (flow.Outcome, bool) {
	if fr.cancelled() {
		return fr.cancelOutcome(), true // nothing else may look between two of them
	}
	if fr.context.depth.nested < maxNested {
		return flow.Outcome{}, false
	}
	fr.regs.pos = pos
	return fr.tooDeep("pipelines and blocks nested more than %d deep", maxNested), true
}

// enlist counts n more environments that run in this process at the same time,
// each of which has to be discharged; none when they are too many. In blocks there are
// threads for them, or they cannot be.
func (fr *frame) enlist(pos ast.Pos, n int) (flow.Outcome, bool) {
	live := fr.sh.counters.live.Add(int64(n))
	if live > maxLive {
		fr.sh.discharge(n)
		fr.regs.pos = pos
		return fr.tooDeep("more than %d pipeline elements and branches at the same time", maxLive), false
	}
	if fr.context.blocks > 0 {
		if out, ok := fr.reserveThreads(pos, 1+int(live)); !ok {
			fr.sh.discharge(n)
			return fr.errexit(out), false
		}
	}
	return flow.Outcome{}, true
}

// reserveThreads makes blocks survive that the system has no more threads to give: there are
// those that so many environments need which run at the same time, and they do not wait for each other's
// descriptors, which would take more. The outcome is that of
// a command that could not be started.
func (fr *frame) reserveThreads(pos ast.Pos, flows int) (flow.Outcome, bool) {
	if !fr.sh.opts.OwnProcess {
		return flow.Outcome{}, true
	}
	if err := thread.Reserve(flows, proc.TryThreads); err != nil {
		fr.regs.pos = pos
		return fr.notBegun(flow.StatusNoExec, "cannot start threads: %s", why(fr, err)), false
	}
	fd.Widen(flows)
	return flow.Outcome{}, true
}

// discharge takes n environments off again.
func (sh *Shell) discharge(n int) { sh.counters.live.Add(-int64(n)) }

// noSubshell is the outcome of a subshell that could not be made.
func (fr *frame) noSubshell(err error) flow.Outcome {
	if fr.cancelled() {
		return fr.cancelOutcome()
	}
	return fr.errexit(fr.notBegun(flow.StatusUsage, "cannot make a subshell: %s", why(fr, err)))
}

// noPipe is the outcome of a pipeline for which there were no pipes.
func (fr *frame) noPipe(err error) flow.Outcome {
	if fr.cancelled() {
		return fr.cancelOutcome()
	}
	if fr.context.depth.nested >= crowded && (errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)) {
		return fr.tooDeep("cannot make a pipe: %s, %d deep in pipelines and blocks", why(fr, err), fr.context.depth.nested)
	}
	return fr.errexit(fr.notBegun(flow.StatusUsage, "cannot make a pipe: %s", why(fr, err)))
}

// descend counts in sub how many shell processes wait for one another once fr has started one more
// with it; deep: too many. A list that the one which started it has not waited for begins anew: so
// that a function may go on and on in another process, as daemons do.
func descend(fr, sub *frame, what string) (out flow.Outcome, deep bool) {
	n := fr.context.depth.shells
	if p := fr.context.depth.spawner; p != 0 && os.Getppid() != p {
		n = 0
	}
	if n < maxShells {
		sub.context.depth.shells = n + 1
		return flow.Outcome{}, false
	}
	return fr.tooDeep("%s nested more than %d deep", what, maxShells), true
}
