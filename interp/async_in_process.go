package interp

import (
	"context"
	"strconv"
	"sync/atomic"

	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/proc"
	"ftsh/internal/scope"
	"ftsh/internal/sig"
	"ftsh/parser/ast"
)

// runInProcess runs an asynchronous list in this process, for a shell without Standalone.Reexec. $! is the
// PID of an idle process: if a signal ends that process, the list runs its trap for the signal, or
// else ends. The list ends with the shell at the latest. sub is its environment, which runInProcess
// closes.
func (o *backgroundOp) runInProcess(fr, sub *frame, list *ast.List) flow.Outcome {
	if out, deep := descend(fr, sub, "asynchronous lists"); deep {
		sub.env.close()
		return out
	}
	p, release, err := proc.StartIdle(sub.env.traps.Ignored(), -1)
	if err != nil {
		sub.env.close()
		return fr.notBegun(flow.StatusNoExec, "asynchronous list: %s", why(fr, err))
	}
	// The list's scope outlasts the attempt in which it was started. Processes that it starts do
	// not, if the attempt fails.
	own := fr.sh.root.Sub(fr.sh.newTree(fr.context.scope.Tree()))
	sub.context.scope = own
	run := fr.context.run
	unbind := context.AfterFunc(run.Context(), func() {
		if c := run.Cause(); c != nil && c.Kind == scope.Context {
			own.Cancel(c)
		}
	})
	c := fr.sh.compiler(o.script)
	c.shown = fr.context.shown
	c.speak(fr.env.dialect())
	body := c.list(list)

	work := &inProcessList{env: &sub.env, scope: own}
	table, trees, outer := fr.env.Jobs(), fr.context.scope.Trees(), fr.context.scope.Deadline()
	for _, t := range trees {
		t.Add(p) // ended if the attempt fails
	}
	if len(trees) > 0 {
		trees[0].AddWork(work)
	}
	if len(trees) > 0 && fr.cancelled() {
		fr.context.scope.Missed()
	}
	// AddPids, not Add: the list may outlast its process.
	table.AddPids([]int{p.Pid()}, 0, o.forked.text.String())
	fr.env.bang = strconv.Itoa(p.Pid())

	done := make(chan job.Change, 1)
	fr.sh.guest.lists.Add(1)
	p.Watch(func(st proc.Status) {
		if st.Signaled() && !work.ended.Load() {
			work.signalled(st.Signal())
		}
		change := <-done
		if own.Cancelled() && st.Signaled() && change.Status == st.ShellStatus() {
			change = job.Of(st)
		}
		for _, t := range trees {
			t.Remove(p)
		}
		table.Report(p.Pid(), change)
		unbind()
		if len(trees) > 0 {
			// The list's processes are in their trees and waited for there. Cancelling the whole
			// shell waits for this list in one sweep, and Close waits for it as well.
			trees[0].RemoveWork(work)
		}
		own.Close(false)
		fr.sh.guest.lists.Done()
	})
	go func() {
		defer release()
		if outer != 0 {
			defer own.Limit(outer, &scope.Cause{Kind: scope.Deadline,
				Status: flow.StatusDeadline})()
		}
		out := sub.finish(body.exec(sub))
		flushReports(sub)
		sub.env.close()
		done <- job.Exited(int(out.Status))
	}()
	return flow.Outcome{}
}

// An inProcessList lets the attempts around a list end it (proc.Work): they end the list before
// they are over, as they end processes.
type inProcessList struct {
	env   *environment
	scope *scope.Scope
	ended atomic.Bool // signalled already: ignore the process's end
}

// End handles a signal as if it were sent to the list's process.
func (a *inProcessList) End(s sig.Signal) {
	switch {
	case s == sig.SIGKILL:
		a.ended.Store(true)
		a.scope.Cancel(causeOf(s))
	case !a.ended.Swap(true):
		a.signalled(s)
	}
}

// signalled runs the list's trap for s, or ends the list if there is none.
func (a *inProcessList) signalled(s sig.Signal) {
	if !a.env.wakeFor(s) {
		a.scope.Cancel(causeOf(s))
	}
}
