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

// The limits of nesting. A runaway recursion ends with an error before it exhausts the stack, the
// machine's memory or its process table.
const (
	maxCalls = 10000  // function calls, sourced files and evals: each uses stack
	maxLists = 200000 // nested lists: for calls of functions with deep bodies
	// maxNested limits pipelines and blocks. Each holds descriptors or timers, and mostly a
	// process.
	maxNested = 1000
	maxLive   = 30000 // concurrent branches and pipeline elements, before memory ends
	// maxShells limits asynchronous lists and subshells waiting for each other. Each is a process
	// of this program.
	maxShells = 100

	// crowded is the depth of pipelines and blocks from which a lack of descriptors is their own
	// doing, not a passing shortage.
	crowded = 50
)

// depth is the nesting of an environment, except for its calls.
type depth struct {
	lists        int // enclosing lists, including the callers'
	nested       int // enclosing pipelines and blocks
	shells       int // enclosing asynchronous lists and subshells, each a process
	spawner      int // the process that has handed this list over, or 0
	calledBefore int // functions and sources in progress in another process
	blocksBefore int // enclosing blocks running in another process
	feeders      int // elements of pipelines that run next to this environment (lastpipe)
}

// tooDeep reports a runaway recursion and cancels the shell, or at a prompt the command line. A
// plain failure would not do: an enclosing loop or try, or the left of ||, would start it again.
func (fr *frame) tooDeep(format string, args ...any) flow.Outcome {
	if runaway(fr) { // else it was cancelled earlier
		fr.fail(flow.StatusUsage, format, args...)
	}
	return fr.cancelOutcome()
}

// runaway cancels the shell, or at a prompt the command line. It reports whether this call did so.
func runaway(fr *frame) bool {
	s := fr.sh.signals.line.Load()
	if g := fr.context.group; g != nil && g.suspendable != nil {
		s = g.scope // even a stopped job that continues next to the prompt
	}
	if s == nil {
		s = fr.sh.root
	}
	return s.Cancel(&scope.Cause{Kind: scope.Runaway, Status: flow.StatusUsage})
}

// callTooDeep reports whether one more call is too deep. what names the call in the message.
func (fr *frame) callTooDeep(what string) (flow.Outcome, bool) {
	if fr.context.functions+fr.context.sources-fr.context.depth.calledBefore < maxCalls &&
		fr.context.evals < maxCalls {
		return flow.Outcome{}, false
	}
	if what != fr.regs.name { // else the message already has it
		what += ": "
	} else {
		what = ""
	}
	return fr.tooDeep("%scalls nested more than %d deep", what, maxCalls), true
}

// nestedTooDeep reports whether one more pipeline or block is too deep.
func (fr *frame) nestedTooDeep(pos ast.Pos) (flow.Outcome, bool) {
	if fr.cancelled() {
		return fr.cancelOutcome(), true // possibly the only check between two pipelines or blocks
	}
	if fr.context.depth.nested < maxNested {
		return flow.Outcome{}, false
	}
	fr.regs.pos = pos
	return fr.tooDeep("pipelines and blocks nested more than %d deep", maxNested), true
}

// enlist counts n more environments running concurrently in this process; the caller must discharge
// them. It counts none if there are too many. Inside blocks it also reserves their threads, and
// fails if there are not enough.
func (fr *frame) enlist(pos ast.Pos, n int) (flow.Outcome, bool) {
	live := fr.sh.counters.live.Add(int64(n))
	if live > maxLive {
		fr.sh.discharge(n)
		fr.regs.pos = pos
		const message = "more than %d pipeline elements and branches at the same time"
		return fr.tooDeep(message, maxLive), false
	}
	if fr.context.blocks > 0 {
		if out, ok := fr.reserveThreads(pos, 1+int(live)); !ok {
			fr.sh.discharge(n)
			return fr.errexit(out), false
		}
	}
	return flow.Outcome{}, true
}

// reserveThreads lets blocks survive a lack of threads. It reserves threads for the given number of
// environments. It also enlarges the table of descriptors in advance, because opens waiting for its
// growth would need further threads. If reserving fails, the outcome is a failure to start a
// command.
func (fr *frame) reserveThreads(pos ast.Pos, flows int) (flow.Outcome, bool) {
	if !fr.sh.opts.Standalone.OwnProcess {
		return flow.Outcome{}, true
	}
	if err := thread.Reserve(flows, proc.TryThreads); err != nil {
		fr.regs.pos = pos
		return fr.notBegun(flow.StatusNoExec, "cannot start threads: %s", why(fr, err)), false
	}
	fd.Widen(flows)
	return flow.Outcome{}, true
}

// discharge removes n environments from the count.
func (sh *Shell) discharge(n int) { sh.counters.live.Add(-int64(n)) }

// noSubshell returns the outcome of a subshell that could not be made.
func (fr *frame) noSubshell(err error) flow.Outcome {
	if fr.cancelled() {
		return fr.cancelOutcome()
	}
	return fr.errexit(fr.notBegun(flow.StatusUsage, "cannot make a subshell: %s", why(fr, err)))
}

// noPipe returns the outcome of a pipeline whose pipes could not be made.
func (fr *frame) noPipe(err error) flow.Outcome {
	if fr.cancelled() {
		return fr.cancelOutcome()
	}
	if fr.context.depth.nested >= crowded &&
		(errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)) {
		return fr.tooDeep("cannot make a pipe: %s, %d deep in pipelines and blocks",
			why(fr, err), fr.context.depth.nested)
	}
	return fr.errexit(fr.notBegun(flow.StatusUsage, "cannot make a pipe: %s", why(fr, err)))
}

// descend records in sub how many shell processes wait for each other, including the one about to
// be started by fr. deep reports too many. For a list whose starter did not wait for it, the count
// begins again, so that a function may go on forever in new processes, as daemons do.
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
