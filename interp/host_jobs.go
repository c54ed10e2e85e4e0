package interp

import (
	"errors"
	"strconv"
	"syscall"
	"time"

	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/scope"
	"ftsh/internal/sig"
)

// Wait waits for a job, or for all if j is nil, until a trapped signal arrives.
func (h *host) Wait(j *job.Job) (int, sig.Signal) {
	h.sh.startSignals()
	h.sh.counters.spent.reap()
	for {
		wake := h.sh.signals.wakeChan()
		h.context.group.pass()
		if s, ok := h.env.traps.Next(); ok {
			// As in dash, the SIGCHLD of the awaited job does not interrupt the wait for it.
			if s != sig.SIGCHLD || !h.env.Jobs().Over(j) {
				return flow.StatusSignalled + int(s), s
			}
			wake = nil
		}
		status, err := h.env.Jobs().Wait(h.context.scope.Context(), j, wake)
		switch {
		case err == nil:
			(*frame)(h).childEnded(false)
			// The time limit that ended the list may apply here too.
			h.context.scope.Expired()
			return status, 0
		case !errors.Is(err, job.ErrWoken):
			return flow.StatusDeadline, 0
		}
	}
}

// WaitAny waits for one of several jobs, as wait -n does.
func (h *host) WaitAny(jobs []*job.Job, ended bool) (*job.Job, sig.Signal) {
	h.sh.startSignals()
	h.sh.counters.spent.reap()
	for {
		wake := h.sh.signals.wakeChan()
		h.context.group.pass()
		if s, ok := h.env.traps.Next(); ok {
			if s != sig.SIGCHLD || !h.env.Jobs().AnyOver(jobs) {
				return nil, s
			}
			wake = nil
		}
		j, err := h.env.Jobs().WaitAny(h.context.scope.Context(), jobs, ended, wake)
		switch {
		case err == nil:
			(*frame)(h).childEnded(false)
			h.context.scope.Expired()
			return j, 0
		case !errors.Is(err, job.ErrWoken):
			return nil, 0
		}
	}
}

// Foreground calls say to name the job and continues it in the foreground. It waits until the job
// ends or stops again. From the message on, the terminal's signals are meant for the job.
func (h *host) Foreground(j *job.Job, say func() flow.Outcome) flow.Outcome {
	fr := (*frame)(h)
	around := fr.sh.terminal.jobs.clearFront()
	if out := say(); !out.OK() {
		fr.sh.terminal.jobs.setFront(around)
		return out
	}
	back := func() {}
	if g := fr.sh.terminal.jobs.byGroup(j.Pgid); g != nil {
		back = g.resume(fr.sh)
	} else {
		fr.sh.terminal.give(j.Pgid)
		for _, pid := range j.Targets() {
			_ = syscall.Kill(pid, sig.SIGCONT)
		}
		fr.sh.deliverPending()
		// This follows SIGCONT, which discards stop signals sent before.
		if fr.sh.terminal.jobs.earlyStop.Swap(false) {
			_ = syscall.Kill(-j.Pgid, sig.SIGTSTP)
		}
	}
	fr.env.Jobs().Resumed(j)
	status, _ := h.Wait(j)
	fr.sh.terminal.reclaim()
	back()
	fr.sh.terminal.jobs.setFront(around)
	switch {
	case j.State == job.Stopped:
		fr.env.Jobs().Suspended(j)
	case interrupted(j):
		fr.sh.interruptLine(&scope.Cause{Kind: scope.Signal, Status: status, Signal: sig.SIGINT})
		if fr.cancelled() {
			return fr.cancelOutcome()
		}
		fr.writeErr("\n")
	}
	return flow.Status(status)
}

// Background continues a stopped job in the background, as if it had been started there.
func (h *host) Background(j *job.Job) error {
	for _, pid := range j.Targets() {
		if err := syscall.Kill(pid, sig.SIGCONT); err != nil {
			return err
		}
	}
	h.env.Jobs().Resumed(j)
	h.env.bang = strconv.Itoa(j.Pid())
	return nil
}

// interrupted reports whether SIGINT killed a process of the job.
func interrupted(j *job.Job) bool {
	for _, p := range j.Processes {
		if p.State == job.Done && p.Signal == sig.SIGINT {
			return true
		}
	}
	return false
}

// Kill sends a signal to a process, to a group, or to the shell itself. A signal to the shell takes
// effect before the next command.
func (h *host) Kill(pid int, s sig.Signal) error {
	if pid == h.sh.id.pid && s != 0 {
		return h.sh.killSelf(s)
	}
	if g := h.context.group; pid == 0 && g != nil {
		if g.suspendable == nil {
			return g.kill(s)
		}
		pid = -g.pgid
	}
	err := kill(pid, s)
	if pid <= 0 { // the shell may be in the group
		h.sh.deliverPending()
		if sig.Stops(s) && h.context.member {
			time.Sleep(5 * time.Millisecond) // for the thread receiving it
		}
	}
	return err
}
