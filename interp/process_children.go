package interp

import (
	"syscall"
	"time"

	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
)

// reportSignal says on standard error that a foreground command died of a
// signal, as shells do; SIGINT and SIGPIPE need no words.
func reportSignal(fr *frame, st proc.Status) { saySignal(fr, st.Signal(), st.CoreDumped()) }

func saySignal(fr *frame, s sig.Signal, core bool) {
	if s == sig.SIGINT || s == sig.SIGPIPE {
		return
	}
	text := sig.Describe(s)
	if core {
		text += " (core dumped)"
	}
	fr.writeErr(text + "\n")
}

// childChanged is the place where a foreground child's end may concern the shell:
// what it sent to the shell before counts before the next command, and what the
// terminal ended it by ends everything of its job, also what started too late to get
// the terminal's signal. At a prompt SIGINT ends the command line with it, whoever sent it.
func (fr *frame) childChanged(st proc.Status) {
	fr.childEnded()
	if g := fr.context.group; g != nil && g.suspendable != nil && !st.Signaled() && !g.leader.Asleep() {
		// What the terminal sent may have ended the leader, and the program has caught it.
		if st, over, _ := g.leader.Poll(false); over && st.Signaled() {
			g.end(st)
		}
	}
	switch {
	case !st.Signaled() || st.Signal() != sig.SIGINT && st.Signal() != sig.SIGQUIT:
	case fr.context.group != nil:
		if fr.sh.opts.Interactive && st.Signal() == sig.SIGINT || !fr.context.group.leader.Asleep() {
			fr.context.group.end(st)
		}
	case fr.context.prompted && fr.env.traps.Caught().Has(sig.SIGINT): // it got the signal as well, and says itself what then
	case st.Signal() == sig.SIGINT:
		fr.sh.interruptLine(causeOf(st.Signal()))
	}
}

// childEnded makes what a child that has been reaped sent to the shell count before
// the next command; also its SIGCHLD, where that has a trap. Its handler may still be
// on its way on another thread: that it noted the signal is waited for, but not for
// long, as the signals of several children may have been one.
//
// A subshell that is a process of its own is one because signals are sent to it: there the
// handlers of all threads are waited for. That takes a tenth of what a program's start does,
// which other shells do not pay.
func (fr *frame) childEnded() {
	fr.sh.deliverPending()
	if fr.sh.pending.reply != 0 {
		proc.FinishHandlers()
		fr.sh.takeSignals()
	}
	if fr.sh.signals.dispatcher == nil || !fr.env.traps.Caught().Has(sig.SIGCHLD) {
		return
	}
	for range 20 {
		if fr.env.traps.Pending() {
			return
		}
		time.Sleep(50 * time.Microsecond)
		fr.sh.takeSignals()
	}
}

// waitStop waits for a process of the foreground until it has ended or, a job of its
// own (own), has been stopped. What belongs to no job but stands in the shell's own
// group, a command substitution's at the prompt, cannot be stopped without the
// shell: it is continued; so is what belongs to a block. A shell that is part of a job
// stops with it.
func (fr *frame) waitStop(p *proc.Process, own bool) (proc.Status, error) {
	if fr.context.member && fr.context.branch == nil {
		return fr.stopWith(p)
	}
	if fr.context.group != nil && fr.context.group.suspendable != nil && fr.context.branch == nil {
		defer fr.context.group.blocking()()
		return fr.context.group.waitStop(p)
	}
	if fr.context.group != nil || !own && !fr.sh.terminal.monitored.Load() {
		if fr.context.branch != nil {
			defer fr.context.group.blocking()()
			return p.WaitApart() // hundreds of branches may wait
		}
		return waitEnd(fr.sh, p)
	}
	for {
		st, err := p.Wait(true)
		switch {
		case err != nil, !st.Stopped() && !st.Continued():
			return st, err
		case st.Continued():
		case own && fr.context.blocks == 0:
			return st, nil
		case own:
			_ = syscall.Kill(-p.Pid(), sig.SIGCONT)
		default:
			_ = syscall.Kill(0, sig.SIGCONT)
		}
	}
}

// waitEnd waits for a process's end. Where the shell reaps orphans its SIGCHLD would wake another
// thread, to look for them: it looks here.
func waitEnd(sh *Shell, p *proc.Process) (proc.Status, error) {
	if sh.signals.dispatcher != nil && sh.signals.adopting.Load() && sh.signals.dispatcher.Await(p.Pid()) {
		defer proc.ReapUnknown()
		defer sh.signals.dispatcher.AwaitOver(p.Pid())
	}
	return p.Wait(false)
}

// waitStop waits for the end of a process of a prompt's job. When it alone is stopped, so is the job.
func (g *jobGroup) waitStop(p *proc.Process) (proc.Status, error) {
	for {
		st, err := p.Wait(true)
		if err != nil || !st.Stopped() && !st.Continued() {
			return st, err
		}
		if !st.Stopped() {
			continue
		}
		if !g.haltedWithout(p) {
			continue
		}
		_ = syscall.Kill(-g.pgid, st.Signal())
	}
}

// haltedWithout reports whether a process of the group stands still while the group does not. What is sent to the group, to stop
// or to go on, reaches one after the other, and fg may send it between two looks: so the group is looked at first, and all twice.
func (g *jobGroup) haltedWithout(p *proc.Process) bool {
	for range 2 {
		time.Sleep(10 * time.Millisecond)
		if g.leader.Halted() || !p.Halted() {
			return false
		}
	}
	return true
}

// stopWith waits for a process's end. If it is stopped, the shell stops itself, so that the
// job is stopped which they are of.
func (fr *frame) stopWith(p *proc.Process) (proc.Status, error) {
	for {
		st, err := p.Wait(true)
		if err != nil || !st.Stopped() && !st.Continued() {
			return st, err
		}
		if !st.Stopped() {
			continue
		}
		// What is sent to the group, to go on as well, reaches one after the other. The shell itself may have been
		// sent it before, and not have taken it yet.
		sig.TakeSent()
		time.Sleep(10 * time.Millisecond)
		sig.TakeSent()
		if now, changed, err := p.Poll(true); err != nil || changed && !now.Stopped() {
			if err != nil || !now.Continued() {
				return now, err
			}
			continue
		}
		s := st.Signal()
		if fr.env.traps.Ignored().Has(s) || fr.env.traps.Caught().Has(s) {
			s = sig.SIGSTOP
		}
		sig.Stop(s)
	}
}

// waitForeground waits for a process of the foreground.
func (fr *frame) waitForeground(p *proc.Process, args []string) flow.Outcome {
	if fr.context.detached && !outwait(fr, p) {
		return fr.cancelOutcome()
	}
	monitor := fr.env.monitoring() && fr.context.group == nil
	st, err := fr.waitStop(p, monitor)
	if err != nil {
		fr.context.scope.Tree().Remove(p)
		return fr.fail(flow.StatusNotFound, "cannot wait for %s: %s", args[0], errorText(err))
	}
	if monitor {
		fr.sh.terminal.reclaim()
		if st.Stopped() {
			return fr.stopped(p, st)
		}
	}
	fr.context.scope.Tree().Remove(p)
	fr.note(ProcessEnded, fr.context.place(fr.regs.pos), func(e *Event) { e.Pid, e.Status = p.Pid(), st.ShellStatus() })
	fr.childChanged(st)
	if fr.cancelled() {
		return fr.cancelOutcome()
	}
	if st.Signaled() {
		reportSignal(fr, st)
	}
	return flow.Status(st.ShellStatus())
}
