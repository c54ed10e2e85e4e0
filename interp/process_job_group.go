package interp

import (
	"syscall"

	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/proc"
	"ftsh/internal/scope"
	"ftsh/internal/sig"
)

// A jobGroup is the process group of a foreground job that runs partly in this process: a pipeline
// or a subshell under job control, in a block or in a shell without Standalone.Reexec. An idle process
// leads the group, so that the group exists before the first member starts and after the last has
// ended. The leader's changes show the shell what the terminal sent to the group.
type jobGroup struct {
	leader      *proc.Process
	release     func()
	pgid        int
	scope       *scope.Scope
	changes     chan proc.Status // of the leader; closed at its end
	over        chan struct{}    // closed when the job's commands have ended
	inBlock     bool
	ignored     sig.Set // by the leader
	text        jobText
	suspendable *suspendableJob // nil unless the job is commands of a prompt
}

// asJob runs a job of forked environments in a process group of its own. run must not use fr: when
// the terminal stops the job, asJob returns while run goes on.
func (fr *frame) asJob(text jobText, frames []*frame, run func() flow.Outcome) flow.Outcome {
	if !fr.env.monitoring() || fr.context.group != nil {
		return handOn(fr, frames, run())
	}
	ignored := fr.env.traps.Ignored()
	leader, release, err := proc.StartIdle(ignored, 0)
	if err != nil {
		return handOn(fr, frames, run()) // in the shell's own group
	}
	parent := fr.sh.root
	if fr.context.blocks > 0 {
		parent = fr.context.scope // a block's deadline binds it
	}
	g := &jobGroup{
		leader: leader, release: release, pgid: leader.Pid(), text: text,
		scope: fr.sh.inside(parent), changes: make(chan proc.Status, 4),
		over: make(chan struct{}), inBlock: fr.context.blocks > 0, ignored: ignored,
	}
	fr.sh.terminal.give(g.pgid)
	for _, f := range frames {
		f.context.scope, f.context.group = g.scope, g
	}
	go g.watch()
	done := make(chan flow.Outcome, 1)
	go func() {
		out := run()
		close(g.over)
		done <- out
	}()
	return g.attend(fr, frames, done)
}

// handOn ends a job in the foreground and moves the pending reports of its frames to fr.
func handOn(fr *frame, frames []*frame, out flow.Outcome) flow.Outcome {
	for _, f := range frames {
		carry(fr, f)
	}
	return out
}

// watch sends every change of the leader to changes.
func (g *jobGroup) watch() {
	defer close(g.changes)
	for {
		st, err := g.leader.Wait(true)
		if err != nil {
			return
		}
		g.changes <- st
		if !st.Stopped() && !st.Continued() {
			return
		}
	}
}

// attend waits in the foreground until a job has ended or the terminal stops it.
func (g *jobGroup) attend(fr *frame, frames []*frame, done <-chan flow.Outcome) flow.Outcome {
	cancelled, changes := fr.context.scope.Context().Done(), g.changes
	for {
		select {
		case out := <-done:
			fr.sh.terminal.reclaim()
			return handOn(fr, frames, g.ended(fr, out))
		case <-cancelled:
			cancelled = nil
			g.scope.Cancel(fr.context.scope.Cause())
		case st, ok := <-changes:
			switch {
			case !ok:
				changes = nil
			case st.Signaled():
				g.end(st)
			case !st.Stopped():
			case fr.context.blocks > 0:
				// A block is one job: no part of it can be stopped alone.
				_ = syscall.Kill(-g.pgid, sig.SIGCONT)
			default:
				return g.suspend(fr, frames, st, done)
			}
		}
	}
}

// end cancels a job after a signal killed its leader, or a member that was sent the same signal.
// The terminal's SIGINT has reached the job's programs too. A program that catches it, such as a
// pager, may go on, except in a block.
func (g *jobGroup) end(st proc.Status) {
	g.interrupt(causeOf(st.Signal()))
}

// kill sends a signal to the group for a member running in this process, so that the shell itself
// neither stops nor ends. If the signal ends the job, kill returns after the job's scope is
// cancelled.
func (g *jobGroup) kill(s sig.Signal) error {
	if err := kill(-g.pgid, s); err != nil {
		return err
	}
	if s == sig.SIGKILL || sig.Ending.Has(s) && !g.ignored.Has(s) {
		<-g.scope.Context().Done()
	}
	return nil
}

// look ends the job if a signal has killed its leader, without waiting for watch.
func (g *jobGroup) look() {
	if st, over := g.leader.Status(); over && st.Signaled() {
		g.end(st)
	}
}

// finish lets the leader end after all members and checks its status. This shows reliably whether
// the terminal sent the group a signal before.
func (g *jobGroup) finish() {
	g.release()
	for st := range g.changes {
		if st.Stopped() {
			_ = g.leader.Signal(sig.SIGCONT)
		}
	}
	g.look()
}

// ended ends a job in the foreground and returns its outcome. A SIGINT also cancels the command
// line. The outcome unwinds the command line only if the line was cancelled too.
func (g *jobGroup) ended(fr *frame, out flow.Outcome) flow.Outcome {
	g.finish()
	fr.sh.deliverPending()
	if why := g.scope.Cause(); why != nil && why.Signal == sig.SIGINT {
		fr.sh.interruptLine(why)
	}
	g.scope.Close(false)
	switch {
	case fr.cancelled():
		return fr.cancelOutcome()
	case out.Divert == flow.Cancel:
		return flow.Status(int(out.Status))
	}
	return out
}

// suspend enters a job stopped by the terminal into the job table. The job goes on when its group
// is continued.
func (g *jobGroup) suspend(fr *frame, frames []*frame, st proc.Status,
	done <-chan flow.Outcome) flow.Outcome {
	fr.sh.terminal.reclaim()
	table, pid := fr.env.Jobs(), g.pgid
	j := table.AddPids([]int{pid}, pid, g.text.String())
	table.Report(pid, job.Of(st))
	table.Suspended(j)
	go func() {
		changes := g.changes
		for {
			select {
			case st, ok := <-changes:
				switch {
				case !ok:
					changes = nil
				case st.Stopped(), st.Continued():
					table.Report(pid, job.Of(st))
				case st.Signaled():
					g.end(st)
				}
			case out := <-done:
				for _, f := range frames {
					flushReports(f)
				}
				g.finish()
				change := job.Exited(int(out.Status))
				why := g.scope.Cause()
				if out.Divert == flow.Cancel && why != nil && why.Signal != 0 {
					change = job.Killed(why.Signal, false)
				}
				g.scope.Close(false)
				table.Report(pid, change)
				return
			}
		}
	}()
	return flow.Status(st.ShellStatus())
}
