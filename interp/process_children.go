package interp

import (
	"syscall"
	"time"

	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/interp/event"
)

// reportSignal prints on standard error the signal that killed a foreground command. Like other
// shells it prints nothing for SIGINT and SIGPIPE.
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

// childChanged applies a foreground child's end to the shell. Signals that the child sent to the
// shell are handled before the next command. If the terminal's signal ended the child, its whole
// job ends, including processes started too late to get the signal. At a prompt a child killed by
// SIGINT ends the command line as well, whoever sent the signal.
func (fr *frame) childChanged(st proc.Status) {
	fr.childEnded(st.Signaled())
	if g := fr.context.group; g != nil && g.suspendable != nil && !st.Signaled() &&
		!g.leader.Asleep() {
		// The terminal's signal may have killed the leader while the program caught it.
		if st, over, _ := g.leader.Poll(false); over && st.Signaled() {
			g.end(st)
		}
	}
	switch {
	case !st.Signaled() || st.Signal() != sig.SIGINT && st.Signal() != sig.SIGQUIT:
	case fr.context.group != nil:
		if fr.sh.opts.Standalone.Interactive && st.Signal() == sig.SIGINT ||
			!fr.context.group.leader.Asleep() {
			fr.context.group.end(st)
		}
	// The shell got the signal as well, and its trap decides.
	case fr.context.prompted && fr.env.traps.Caught().Has(sig.SIGINT):
	case st.Signal() == sig.SIGINT:
		fr.sh.interruptLine(causeOf(st.Signal()))
	}
}

// childEnded handles the signals that a reaped child sent to the shell before it ended, so that
// they take effect before the next command. A trapped SIGCHLD is among them. Its handler may still
// be running on another thread: childEnded waits for it, but only briefly, since the SIGCHLDs of
// several children may have been merged into one.
//
// A re-executed subshell exists because signals are sent to it, so it waits for the handlers of all
// threads. This costs a tenth of starting a program. Other shells wait so only if the child was
// killed by a signal: often the same sender signalled the shell just before, as a supervisor does.
func (fr *frame) childEnded(killed bool) {
	fr.sh.deliverPending()
	if fr.sh.pending.reply != 0 || killed && fr.sh.signals.dispatcher != nil {
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

// waitStop waits for a foreground process until it ends or, if it is a job of its own (own), is
// stopped. A process outside any job shares the shell's group, as in a command substitution at the
// prompt. It cannot be stopped without the shell, so it is continued; so are the processes of a
// block. A shell inside a job stops together with its child.
func (fr *frame) waitStop(p *proc.Process, own bool) (proc.Status, error) {
	if fr.context.member && fr.context.branch == nil {
		return fr.stopWith(p)
	}
	defer fr.context.group.blocking()()
	if fr.context.group != nil && fr.context.group.suspendable != nil && fr.context.branch == nil {
		return fr.context.group.waitStop(p)
	}
	if fr.context.group != nil || !own && !fr.sh.terminal.monitored.Load() {
		if fr.context.branch != nil {
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

// waitEnd waits for a process's end. If the shell reaps orphans, the SIGCHLD would wake another
// thread to look for them, so waitEnd looks here instead.
func waitEnd(sh *Shell, p *proc.Process) (proc.Status, error) {
	if sh.signals.dispatcher != nil && sh.signals.adopting.Load() &&
		sh.signals.dispatcher.Await(p.Pid()) {
		defer proc.ReapUnknown()
		defer sh.signals.dispatcher.AwaitOver(p.Pid())
	}
	return p.Wait(false)
}

// waitStop waits for the end of a process of a prompt's job. If the process alone is stopped,
// waitStop stops the whole job.
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

// haltedWithout reports whether a process of the group is stopped while the group is not. A stop or
// continue signal reaches the members one after the other, and fg may send one between two checks.
// Therefore the leader is checked first, and everything twice.
func (g *jobGroup) haltedWithout(p *proc.Process) bool {
	for range 2 {
		time.Sleep(10 * time.Millisecond)
		if g.leader.Halted() || !p.Halted() {
			return false
		}
	}
	return true
}

// stopWith waits for a process's end. If the process is stopped, the shell stops itself, so that
// their common job counts as stopped.
func (fr *frame) stopWith(p *proc.Process) (proc.Status, error) {
	for {
		st, err := p.Wait(true)
		if err != nil || !st.Stopped() && !st.Continued() {
			return st, err
		}
		if !st.Stopped() {
			continue
		}
		// A stop or continue signal reaches the group's members one after the other. The shell may
		// have been sent it earlier and not have received it yet.
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

// waitForeground waits for a foreground process and returns its outcome.
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
	fr.note(event.ProcessEnded, fr.context.place(fr.regs.pos), func(e *Event) {
		e.Process.Pid, e.Result.Status = p.Pid(), st.ShellStatus()
	})
	fr.childChanged(st)
	if fr.cancelled() {
		return fr.cancelOutcome()
	}
	if st.Signaled() {
		reportSignal(fr, st)
	}
	return flow.Status(st.ShellStatus())
}
