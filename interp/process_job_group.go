package interp

import (
	"syscall"

	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/proc"
	"ftsh/internal/scope"
	"ftsh/internal/sig"
)

// A jobGroup is the process group of a foreground job that runs in this process in
// part: a pipeline or a subshell under job control in a block, or in a shell that has no
// command to run others with. A process that only waits leads
// it: the group is there before the first member starts and after the last has
// ended, and what the terminal sends to the group is seen by what happens to that
// process.
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
	suspendable *suspendableJob // it is commands of a prompt; nil: it is not
}

// asJob runs a job of forked environments in a process group of its own. run must
// touch nothing of fr: when the terminal stops the job, asJob returns while run goes
// on.
func (fr *frame) asJob(text jobText, frames []*frame, run func() flow.Outcome) flow.Outcome {
	if !fr.env.monitoring() || fr.context.group != nil {
		return handOn(fr, frames, run())
	}
	ignored := fr.env.traps.Ignored()
	leader, release, err := proc.StartIdle(ignored, 0)
	if err != nil {
		return handOn(fr, frames, run()) // in the shell's own group, then
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

// handOn is the end of a job in the foreground: its status is the one at hand.
func handOn(fr *frame, frames []*frame, out flow.Outcome) flow.Outcome {
	for _, f := range frames {
		carry(fr, f)
	}
	return out
}

// watch tells of every change of the leader.
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
				// A block is one job, which cannot be stopped in part.
				_ = syscall.Kill(-g.pgid, sig.SIGCONT)
			default:
				return g.suspend(fr, frames, st, done)
			}
		}
	}
}

// end cancels a job which a signal ended: its leader, or a member that died of what the
// leader was sent as well. The programs of the
// job have seen the terminal's SIGINT as well, and those that go on, as a pager does,
// may; in a block they may not.
func (g *jobGroup) end(st proc.Status) {
	g.interrupt(causeOf(st.Signal()))
}

// kill sends a signal to the group, for a member that is this process: the shell itself must
// neither stop nor end by it. A signal that ends the job has done so when kill returns.
func (g *jobGroup) kill(s sig.Signal) error {
	if err := kill(-g.pgid, s); err != nil {
		return err
	}
	if s == sig.SIGKILL || sig.Ending.Has(s) && !g.ignored.Has(s) {
		<-g.scope.Context().Done()
	}
	return nil
}

// look ends a job whose leader a signal has ended, before watch tells of it.
func (g *jobGroup) look() {
	if st, over := g.leader.Status(); over && st.Signaled() {
		g.end(st)
	}
}

// finish lets the leader end, after all members, and looks how it did: what the
// terminal sent to the group until now shows for certain.
func (g *jobGroup) finish() {
	g.release()
	for st := range g.changes {
		if st.Stopped() {
			_ = g.leader.Signal(sig.SIGCONT)
		}
	}
	g.look()
}

// ended is the end of a job in the foreground, where SIGINT concerns the command line
// as well, and its outcome: only if the command line was cancelled too does it
// unwind that.
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

// suspend enters a job that the terminal stopped into the job table. It goes on
// when somebody continues its group.
func (g *jobGroup) suspend(fr *frame, frames []*frame, st proc.Status, done <-chan flow.Outcome) flow.Outcome {
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
				if why := g.scope.Cause(); out.Divert == flow.Cancel && why != nil && why.Signal != 0 {
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
