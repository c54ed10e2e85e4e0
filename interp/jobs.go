package interp

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"syscall"

	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/parser/ast"
)

// addJob enters an asynchronous list into the job table and sets $!.
func (fr *frame) addJob(ps []*proc.Process, pgid int, text string) {
	table := fr.Jobs()
	j := table.Add(ps, pgid, text)
	for _, p := range ps {
		trees := fr.scope.trees()
		for _, t := range trees {
			t.Add(p) // a job outlives the attempt that started it
		}
		if len(trees) == 0 && fr.sh.opts.OwnProcess {
			fr.scope.tree.Remove(p) // and one from outside all blocks the shell
		}
		fr.follow(p, func(st proc.Status) {
			if !st.Stopped() && !st.Continued() {
				for _, t := range trees {
					t.Remove(p)
				}
			}
			table.Report(p.Pid(), job.Of(st))
		})
	}
	fr.bang = strconv.Itoa(j.Pid())
	if fr.sh.opts.Interactive {
		fr.writeErr("[" + strconv.Itoa(j.ID) + "] " + fr.bang + "\n")
	}
}

// Wait waits for a job, nil for all, until a trapped signal arrives.
func (fr *frame) Wait(j *job.Job) (int, sig.Signal) {
	fr.sh.listen()
	for {
		wake := fr.sh.wakeChan()
		if s, ok := fr.traps.Next(); ok {
			// As in dash: the end that is waited for does not interrupt the wait for it.
			if s != sig.SIGCHLD || !fr.Jobs().Over(j) {
				return flow.StatusSignalled + int(s), s
			}
			wake = nil
		}
		status, err := fr.Jobs().Wait(fr.scope.ctx, j, wake)
		switch {
		case err == nil:
			fr.childEnded()
			return status, 0
		case !errors.Is(err, job.ErrWoken):
			return flow.StatusDeadline, 0
		}
	}
}

// Foreground continues a stopped job in the foreground and waits until it ends or
// stops again.
func (fr *frame) Foreground(j *job.Job) flow.Outcome {
	fr.giveTerminal(j.Pgid)
	for _, pid := range j.Targets() {
		_ = syscall.Kill(pid, sig.SIGCONT)
	}
	fr.Jobs().Resumed(j)
	status, _ := fr.Wait(j)
	fr.reclaimTerminal()
	switch {
	case j.State == job.Stopped:
		fr.tellStopped(j)
	case interrupted(j):
		fr.sh.interruptLine(&cause{status: status, signal: sig.SIGINT, reason: "signal INT"})
		if fr.halted() {
			return fr.cancelOutcome()
		}
		fr.writeErr("\n")
	}
	return flow.Status(status)
}

// interrupted reports whether SIGINT ended a process of a job.
func interrupted(j *job.Job) bool {
	for _, p := range j.Processes {
		if p.State == job.Done && p.Signal == sig.SIGINT {
			return true
		}
	}
	return false
}

// stopped enters a foreground command that was stopped into the job table.
func (fr *frame) stopped(p *proc.Process, st proc.Status, args []string) flow.Outcome {
	table := fr.Jobs()
	j := table.Add([]*proc.Process{p}, p.Pid(), strings.Join(args, " "))
	table.Report(p.Pid(), job.Of(st))
	tree := fr.scope.tree
	fr.follow(p, func(st proc.Status) {
		if !st.Stopped() && !st.Continued() {
			tree.Remove(p)
		}
		table.Report(p.Pid(), job.Of(st))
	})
	fr.tellStopped(j)
	return flow.Status(st.ShellStatus())
}

// joinGroup says which process group a process joins: its own under job control.
func (fr *frame) joinGroup(spec *proc.Spec, foreground bool) {
	if fr.group != nil {
		spec.Group = fr.group.pgid
		return
	}
	if !fr.monitoring() {
		return
	}
	spec.Group = 0
	if foreground {
		spec.Tty = fr.sh.terminal()
	}
}

// follow tells of the end of a process and, under job control, of every stop: that
// takes a thread, which one shell of a user can afford.
func (fr *frame) follow(p *proc.Process, tell func(proc.Status)) {
	if !fr.monitoring() {
		p.Watch(tell)
		return
	}
	go func() {
		for {
			st, err := p.Wait(true)
			if err != nil {
				return
			}
			tell(st)
			if !st.Stopped() && !st.Continued() {
				return
			}
		}
	}()
}

// giveTerminal makes a process group the terminal's foreground one.
func (fr *frame) giveTerminal(pgid int) {
	if tty := fr.sh.terminal(); tty >= 0 && pgid > 0 {
		_ = proc.SetForeground(tty, pgid)
	}
}

// reclaimTerminal makes the shell's group the foreground one again.
func (fr *frame) reclaimTerminal() { fr.giveTerminal(syscall.Getpgrp()) }

// textOf is the source text of a node, for the job list, on one line.
func (c *compiler) textOf(n ast.Node) string { return oneLine(c.sourceOf(n)) }

// sourceOf is the source text of a node, "" where it is not known.
func (c *compiler) sourceOf(n ast.Node) string {
	from, to := int(n.Pos().Offset), int(n.End().Offset)
	if from >= to || to > len(c.source) {
		return ""
	}
	return c.source[from:to]
}

func oneLine(text string) string {
	if text == "" {
		return "…"
	}
	text = strings.TrimRight(text, " \t\n&")
	return strings.Join(strings.Fields(strings.ReplaceAll(text, "\n", "; ")), " ")
}

// Interruptible ends when the running commands are cancelled, and when a signal
// arrives that this environment traps.
func (fr *frame) Interruptible() (context.Context, func()) {
	fr.sh.listen()
	if fr.traps.Caught() == 0 {
		return fr.scope.ctx, func() {}
	}
	ctx, cancel := context.WithCancel(fr.scope.ctx)
	wake := fr.sh.wakeChan()
	if fr.traps.Pending() {
		cancel()
		return ctx, cancel
	}
	go func() {
		defer cancel()
		select {
		case <-wake:
		case <-ctx.Done():
		case <-fr.sh.closed:
		}
	}()
	return ctx, cancel
}
