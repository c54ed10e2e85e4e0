package interp

import (
	"context"
	"strconv"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/printer"
	"ftsh/internal/proc"
	"ftsh/internal/quote"
	"ftsh/interp/event"
	"ftsh/parser/ast"
)

// A jobText is a job's text in the job list: the source if it is known, else the printed tree.
type jobText struct {
	source string
	node   ast.Node
}

// maxJobText is the longest text printed from a tree, in bytes.
const maxJobText = 1000

func (t jobText) String() string {
	if t.source == "" {
		return strings.TrimSuffix(printer.Line(t.node, maxJobText), " &")
	}
	return quote.OneLine(t.source)
}

// pgidOf returns the process group of a job with p as its first process; 0: the shell's group.
func pgidOf(fr *frame, p *proc.Process) int {
	if fr.env.monitoring() {
		return p.Pid()
	}
	return 0
}

// addJob enters an asynchronous list into the job table and sets $!. A detached one belongs to no
// block.
func (fr *frame) addJob(ps []*proc.Process, pgid int, text jobText, status job.StatusOf,
	detached bool) {
	table := fr.env.Jobs()
	j := table.Add(ps, pgid, text.String())
	j.StatusOf = status
	for _, p := range ps {
		var trees []*proc.Tree
		if !detached {
			trees = fr.context.scope.Trees()
		}
		for _, t := range trees {
			t.Add(p) // a job outlives the attempt that started it
		}
		if len(trees) == 0 && fr.sh.opts.Standalone.OwnProcess {
			fr.context.scope.Tree().Remove(p) // and, outside all blocks, the shell
		}
		fr.env.follow(p, func(st proc.Status) {
			if !st.Stopped() && !st.Continued() {
				for _, t := range trees {
					t.Remove(p)
				}
			}
			table.Report(p.Pid(), job.Of(st))
		})
	}
	announce(fr, j)
}

// announce sets $! to a job just started, and shows the job at a prompt.
func announce(fr *frame, j *job.Job) {
	fr.env.bang = strconv.Itoa(j.Pid())
	if fr.sh.opts.Standalone.Interactive {
		fr.writeErr("[" + strconv.Itoa(j.ID) + "] " + fr.env.bang + "\n")
	}
}

// stopped enters a foreground command stopped by a signal into the job table.
func (fr *frame) stopped(p *proc.Process, st proc.Status) flow.Outcome {
	table := fr.env.Jobs()
	j := table.Add([]*proc.Process{p}, p.Pid(), fr.regs.command.String())
	table.Report(p.Pid(), job.Of(st))
	fr.followJob(p)
	table.Suspended(j)
	return flow.Status(st.ShellStatus())
}

// runJob waits in the foreground for a job consisting of processes, the first of which leads their
// group. It returns when they have ended or the job has been stopped.
func (fr *frame) runJob(ps []*proc.Process, text jobText, status job.StatusOf) flow.Outcome {
	table := fr.env.Jobs()
	j := table.Add(ps, ps[0].Pid(), text.String())
	j.StatusOf = status
	for _, p := range ps {
		fr.followJob(p)
	}
	// Cancelling the shell's commands ends the processes, so the wait needs no context.
	n, _ := table.Wait(context.Background(), j, nil)
	fr.sh.terminal.reclaim()
	if j.State == job.Stopped {
		if fr.cancelled() {
			return fr.cancelOutcome()
		}
		table.Suspended(j)
		return flow.Status(n)
	}
	var last proc.Status
	for _, p := range ps {
		last, _ = p.Status()
		fr.note(event.ProcessEnded, fr.context.place(fr.regs.pos), func(e *Event) {
			e.Process.Pid, e.Result.Status = p.Pid(), last.ShellStatus()
		})
		fr.childChanged(last)
	}
	if fr.cancelled() {
		return fr.cancelOutcome()
	}
	if last.Signaled() {
		reportSignal(fr, last)
	}
	return flow.Status(n)
}

// followJob reports the changes of a foreground job's process to the job table.
func (fr *frame) followJob(p *proc.Process) {
	table, tree := fr.env.Jobs(), fr.context.scope.Tree()
	fr.env.follow(p, func(st proc.Status) {
		if !st.Stopped() && !st.Continued() {
			tree.Remove(p)
		}
		table.Report(p.Pid(), job.Of(st))
	})
}

// follow calls report at the end of a process and, under job control, at every stop and
// continuation. The latter takes a thread, affordable for a user's one interactive shell.
func (e *environment) follow(p *proc.Process, report func(proc.Status)) {
	if !e.monitoring() {
		p.Watch(report)
		return
	}
	go func() {
		for {
			st, err := p.Wait(true)
			if err != nil {
				return
			}
			report(st)
			if !st.Stopped() && !st.Continued() {
				return
			}
		}
	}()
}
