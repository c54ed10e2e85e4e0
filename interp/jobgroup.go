package interp

import (
	"syscall"

	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
)

// A jobGroup is the process group of a foreground job that runs in this process in
// part: a pipeline or a subshell under job control. A process that only waits leads
// it: the group is there before the first member starts and after the last has
// ended, and what the terminal sends to the group is seen by what happens to that
// process.
type jobGroup struct {
	leader  *proc.Process
	release func()
	pgid    int
	scope   *scope
	changes chan proc.Status // of the leader; closed at its end
	over    chan struct{}    // closed when the job's commands have ended
	inBlock bool
	text    string
}

// asJob runs a job of forked environments in a process group of its own. run must
// touch nothing of fr: when the terminal stops the job, asJob returns while run goes
// on.
func (fr *frame) asJob(text string, frames []*frame, run func() flow.Outcome) flow.Outcome {
	if !fr.monitoring() {
		return run()
	}
	leader, release, err := proc.StartIdle(fr.traps.Ignored(), 0)
	if err != nil {
		return run() // in the shell's own group, then
	}
	parent := fr.sh.root
	if fr.blocks > 0 {
		parent = fr.scope // a block's deadline binds it
	}
	g := &jobGroup{
		leader: leader, release: release, pgid: leader.Pid(), text: text,
		scope: fr.sh.newScope(parent, true), changes: make(chan proc.Status, 4),
		over: make(chan struct{}), inBlock: fr.blocks > 0,
	}
	fr.giveTerminal(g.pgid)
	for _, f := range frames {
		f.scope, f.group = g.scope, g
	}
	go g.watch()
	done := make(chan flow.Outcome, 1)
	go func() {
		out := run()
		close(g.over)
		done <- out
	}()
	return fr.attend(g, done)
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
func (fr *frame) attend(g *jobGroup, done <-chan flow.Outcome) flow.Outcome {
	cancelled, changes := fr.scope.ctx.Done(), g.changes
	for {
		select {
		case out := <-done:
			fr.reclaimTerminal()
			return fr.ended(g, out)
		case <-cancelled:
			cancelled = nil
			g.scope.cancel(fr.scope.why())
		case st, ok := <-changes:
			switch {
			case !ok:
				changes = nil
			case st.Signaled():
				g.end(st)
			case !st.Stopped():
			case fr.blocks > 0:
				// A block is one job, which cannot be stopped in part.
				_ = syscall.Kill(-g.pgid, sig.SIGCONT)
			default:
				return fr.suspend(g, st, done)
			}
		}
	}
}

// end cancels a job which a signal ended: its leader, or a member. The programs of the
// job have seen the terminal's SIGINT as well, and those that go on, as a pager does,
// may; in a block they may not.
func (g *jobGroup) end(st proc.Status) {
	c := causeOf(st)
	if c.signal == sig.SIGINT && !g.inBlock {
		g.scope.patience.CompareAndSwap(nil, &g.over)
	}
	g.scope.cancel(c)
}

// look ends a job whose leader a signal has ended, before watch tells of it.
func (g *jobGroup) look() {
	if st, over := g.leader.Status(); over && st.Signaled() {
		g.end(st)
	}
}

// settle lets the leader end, after all members, and looks how it did: what the
// terminal sent to the group until now shows for certain.
func (g *jobGroup) settle() {
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
func (fr *frame) ended(g *jobGroup, out flow.Outcome) flow.Outcome {
	g.settle()
	fr.sh.settle()
	if why := g.scope.why(); why != nil && why.signal == sig.SIGINT {
		fr.sh.interruptLine(why)
	}
	g.scope.close(false)
	switch {
	case fr.halted():
		return fr.cancelOutcome()
	case out.Divert == flow.Cancel:
		return flow.Status(int(out.Status))
	}
	return out
}

// suspend enters a job that the terminal stopped into the job table. It goes on
// when somebody continues its group.
func (fr *frame) suspend(g *jobGroup, st proc.Status, done <-chan flow.Outcome) flow.Outcome {
	fr.reclaimTerminal()
	table, pid := fr.Jobs(), g.pgid
	j := table.AddPids([]int{pid}, pid, oneLine(g.text))
	table.Report(pid, job.Of(st))
	fr.tellStopped(j)
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
				g.settle()
				change := job.Exited(int(out.Status))
				if why := g.scope.why(); out.Divert == flow.Cancel && why != nil && why.signal != 0 {
					change = job.Killed(why.signal, false)
				}
				g.scope.close(false)
				table.Report(pid, change)
				return
			}
		}
	}()
	return flow.Status(st.ShellStatus())
}

// tellStopped says that a foreground job was stopped.
func (fr *frame) tellStopped(j *job.Job) {
	table := fr.Jobs()
	table.Update()
	fr.writeErr("\n" + table.Line(j, false) + "\n")
	table.Shown(j)
}

// waitStop waits for a process of the foreground until it has ended or, a job of its
// own (own), has been stopped. What belongs to no job but stands in the shell's own
// group, a command substitution's at the prompt, cannot be stopped without the
// shell: it is continued; so is what belongs to a block.
func (fr *frame) waitStop(p *proc.Process, own bool) (proc.Status, error) {
	if fr.group != nil || !own && !fr.sh.monitored.Load() {
		if fr.branch != nil {
			return p.WaitApart() // hundreds of branches may wait
		}
		return p.Wait(false)
	}
	for {
		st, err := p.Wait(true)
		switch {
		case err != nil, !st.Stopped() && !st.Continued():
			return st, err
		case st.Continued():
		case own && fr.blocks == 0:
			return st, nil
		case own:
			_ = syscall.Kill(-p.Pid(), sig.SIGCONT)
		default:
			_ = syscall.Kill(0, sig.SIGCONT)
		}
	}
}
