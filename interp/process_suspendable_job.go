package interp

import (
	"sync"
	"syscall"
	"time"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
)

// A suspendableJob is the part of a jobGroup for commands of a prompt that form one job: a block, a
// loop, a function, a list. They run on a frame of their own, with the main environment, until the
// terminal stops them. Then the prompt continues with a copy of the environment, and the commands
// keep the original.
//
// The terminal belongs to the job's process group while a program runs in its foreground. Otherwise
// it belongs to the shell, which reads and writes for the job's builtins.
type suspendableJob struct {
	safepoint *safepoint
	fr        *frame
	done      chan struct{} // closed at the end of a suspended job

	mu      sync.Mutex
	fore    bool // in the terminal's foreground
	running int  // programs that its commands wait for
}

// asSuspendableJob runs commands of the prompt as one job, on the frame passed to run. When the
// terminal stops the job, asSuspendableJob returns while run goes on.
func asSuspendableJob(fr *frame, text jobText, run func(*frame) flow.Outcome) flow.Outcome {
	g, err := newJobGroup(fr, text)
	if err != nil {
		return run(fr) // without a group it cannot be stopped
	}
	sub := new(frame)
	*sub = *fr
	sub.env.twinBash()
	sub.freeBlock, sub.spare = nil, nil // the prompt's frame would reuse it as well, once the job is stopped
	g.scope = fr.sh.apart(fr.context.run)
	g.suspendable = &suspendableJob{
		safepoint: newSafepoint(), fr: sub, done: make(chan struct{}), fore: true,
	}
	sub.context.scope, sub.context.group, sub.env.registered = g.scope, g, false
	sub.env.snapshot = &promptSnapshot{files: fr.env.fds.Fork()}
	outer := fr.sh.signals.line.Swap(g.scope)
	before := fr.sh.terminal.jobs.front.Swap(g)
	go g.watch()
	if fr.sh.terminal.jobs.earlyStop.Swap(false) {
		fr.sh.terminal.jobs.stopFront()
	}
	out := g.attendLine(fr, g.start(func() flow.Outcome { return run(sub) }))
	fr.sh.terminal.jobs.front.Store(before)
	fr.sh.signals.line.Store(outer)
	return out
}

// attendLine waits in the foreground until the job ends or is stopped.
func (g *jobGroup) attendLine(fr *frame, done <-chan flow.Outcome) flow.Outcome {
	cancelled, changes := g.scope.Context().Done(), g.changes
	for {
		select {
		case out := <-done:
			return g.lineEnded(fr, out)
		case <-cancelled:
			cancelled = nil
			g.suspendable.safepoint.openForGood()
		case st, ok := <-changes:
			switch {
			case !ok:
				changes = nil
			case st.Signaled():
				g.end(st)
			case st.Stopped() && g.halt(fr.sh):
				if out, stopped := g.suspendLine(fr, st, done); stopped {
					return out
				}
				fallthrough
			case st.Stopped():
				g.suspendable.safepoint.open()
				_ = syscall.Kill(-g.pgid, sig.SIGCONT)
			}
		}
	}
}

// halt stops the commands of a job after its process group was stopped. It returns false if they
// are ending. Meanwhile the terminal belongs to the shell, so that Ctrl-C ends commands that reach
// no safepoint.
func (g *jobGroup) halt(sh *Shell) bool {
	sh.terminal.reclaim()
	g.suspendable.safepoint.close()
	sh.signals.wakeAll()
	rest := make(chan struct{})
	go func() {
		for pause := 5 * time.Millisecond; ; pause = min(2*pause, 100*time.Millisecond) {
			select {
			case <-rest:
				return
			case <-time.After(pause):
				proc.ContinueStarting() // a program stopped while being started
			}
		}
	}()
	still := g.suspendable.safepoint.still()
	close(rest)
	sh.terminal.reclaim() // from a program that was being started
	if still {
		_ = syscall.Kill(-g.pgid, sig.SIGSTOP) // also that program, and others the signal missed
	}
	return still
}

// lineEnded ends a job that was not stopped, and merges its environment into the prompt's.
func (g *jobGroup) lineEnded(fr *frame, out flow.Outcome) flow.Outcome {
	fr.sh.terminal.reclaim()
	mergeIntoPrompt(fr, g.suspendable.fr)
	_ = g.leader.Signal(sig.SIGCONT)
	g.finish()
	fr.sh.deliverPending()
	why := g.scope.Cause()
	g.scope.Close(false)
	switch {
	case why == nil:
		return out
	case why.Signal != 0 && why.Signal != sig.SIGINT && !fr.cancelled():
		fr.writeErr(sig.Describe(why.Signal) + "\n")
		return flow.Status(why.Status)
	}
	fr.context.scope.Cancel(why) // the command line
	return fr.cancelOutcome()
}

// suspendLine turns halted commands into a suspended job and gives the prompt a copy of the
// environment. It returns false if this is impossible or the commands have just ended.
func (g *jobGroup) suspendLine(
	fr *frame, st proc.Status, done <-chan flow.Outcome) (flow.Outcome, bool) {
	select {
	case <-g.over:
		return flow.Outcome{}, false
	default:
	}
	if err := splitFromPrompt(fr, g.suspendable.fr); err != nil {
		fr.say("cannot be stopped: %s", errorText(err))
		return flow.Outcome{}, false
	}
	g.suspendable.setFore(false)
	table := fr.env.Jobs()
	g.enterStopped(table, st)
	fr.sh.terminal.jobs.enterSuspended(g)
	go g.attendSuspended(fr.sh, table, done)
	return flow.Status(st.ShellStatus()), true
}

// attendSuspended waits for the end of a suspended job and reports its changes to the table.
func (g *jobGroup) attendSuspended(sh *Shell, table *job.Table, done <-chan flow.Outcome) {
	cancelled, changes := g.scope.Context().Done(), g.changes
	for {
		select {
		case <-cancelled:
			cancelled = nil
			g.suspendable.safepoint.openForGood()
		case st, ok := <-changes:
			switch {
			case !ok:
				changes = nil
			case st.Signaled():
				g.end(st)
			case st.Stopped():
				g.suspendable.safepoint.close()
				sh.signals.wakeAll()
				table.Report(g.pgid, job.Of(st))
			case st.Continued():
				g.suspendable.safepoint.open()
				table.Report(g.pgid, job.Of(st))
			}
		case out := <-done:
			flushReports(g.suspendable.fr)
			g.suspendable.fr.env.close()
			_ = g.leader.Signal(sig.SIGCONT)
			g.finish()
			change := job.Exited(int(out.Status))
			if why := g.scope.Cause(); why != nil && why.Signal != 0 {
				change = job.Killed(why.Signal, false)
			} else if why != nil {
				change = job.Exited(why.Status)
			}
			g.scope.Close(false)
			sh.terminal.jobs.leaveSuspended(g)
			table.Report(g.pgid, change)
			close(g.suspendable.done)
			return
		}
	}
}

// endLineJobs ends the jobs running in the shell's process, which is about to exit.
func (sh *Shell) endLineJobs() {
	sh.terminal.jobs.suspending.Lock()
	var all []*jobGroup
	for _, g := range sh.terminal.jobs.suspended {
		all = append(all, g)
	}
	sh.terminal.jobs.suspending.Unlock()
	for _, g := range all {
		g.scope.Cancel(causeOf(sig.SIGHUP))
	}
	for _, g := range all {
		<-g.suspendable.done
	}
}

// resume puts a suspended job into the foreground. The caller calls the returned function when the
// job has ended or has been stopped again.
func (g *jobGroup) resume(sh *Shell) (back func()) {
	if g.suspendable.setFore(true) {
		sh.terminal.give(g.pgid)
	}
	_ = syscall.Kill(-g.pgid, sig.SIGCONT)
	g.suspendable.safepoint.open()
	sh.signals.wakeAll() // its waiting commands show their state at the terminal
	sh.deliverPending()
	// This follows SIGCONT, which discards stop signals sent before.
	before := sh.terminal.jobs.front.Swap(g)
	if sh.terminal.jobs.earlyStop.Swap(false) {
		sh.terminal.jobs.stopFront()
	}
	return func() {
		g.suspendable.setFore(false)
		select {
		case <-g.suspendable.done:
		default:
			if g.suspendable.safepoint.shutNow.Load() {
				g.halt(sh)
			}
		}
		sh.terminal.jobs.front.Store(before)
	}
}

// setFore sets whether the job is in the foreground. It reports whether programs run there.
func (l *suspendableJob) setFore(on bool) (programs bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fore = on
	return l.running > 0
}

func (l *suspendableJob) inFront() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.fore
}

// lend brackets the run of a program that one of the job's commands waits for. The program takes
// the terminal at its start; the shell takes it back after the last program ends.
func (g *jobGroup) lend(sh *Shell) (back func()) {
	if g == nil || g.suspendable == nil {
		return func() {}
	}
	sh.terminal.keys.stopReading() // of a concurrent block
	l := g.suspendable
	l.mu.Lock()
	l.running++
	l.mu.Unlock()
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.running--; l.running == 0 && l.fore {
			sh.terminal.reclaim()
		}
	}
}

// readsTerminal prepares a builtin of the job to read the terminal. A job in the background is
// stopped, as a program would be. It returns a channel that is closed when the job is stopped, and
// a function to call after the read.
func (g *jobGroup) readsTerminal(fr *frame) (stopped <-chan struct{}, back func()) {
	l := g.suspendable
	fr.sh.terminal.keys.stopReading()
	for {
		stopped = l.safepoint.closing()
		if fr.cancelled() || l.inFront() {
			break
		}
		// The leader is reported stopped first, then the job waits until it is continued.
		l.safepoint.close()
		_ = syscall.Kill(-g.pgid, sig.SIGTTIN)
		l.safepoint.pass()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running == 0 || !l.fore {
		return stopped, func() {}
	}
	t := &fr.sh.terminal
	t.reclaim() // from the job's programs running at the same time
	return stopped, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.running > 0 && l.fore {
			t.give(g.pgid)
			_ = syscall.Kill(-g.pgid, sig.SIGCONT) // a program may have stopped to read
		}
	}
}

// reads reports whether f is the terminal and the job shares it with the shell.
func (g *jobGroup) reads(f fd.File) bool {
	return g != nil && g.suspendable != nil && fd.IsTerminal(f)
}
