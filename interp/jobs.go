package interp

import (
	"strconv"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/proc"
)

// addJob enters an asynchronous list into the job table and sets $!. What is detached
// belongs to no block.
func (fr *frame) addJob(ps []*proc.Process, pgid int, text string, detached bool) {
	table := fr.Jobs()
	j := table.Add(ps, pgid, text)
	for _, p := range ps {
		var trees []*proc.Tree
		if !detached {
			trees = fr.scope.Trees()
		}
		for _, t := range trees {
			t.Add(p) // a job outlives the attempt that started it
		}
		if len(trees) == 0 && fr.sh.opts.OwnProcess {
			fr.scope.Tree().Remove(p) // and one from outside all blocks the shell
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

// stopped enters a foreground command that was stopped into the job table.
func (fr *frame) stopped(p *proc.Process, st proc.Status, args []string) flow.Outcome {
	table := fr.Jobs()
	j := table.Add([]*proc.Process{p}, p.Pid(), strings.Join(args, " "))
	table.Report(p.Pid(), job.Of(st))
	tree := fr.scope.Tree()
	fr.follow(p, func(st proc.Status) {
		if !st.Stopped() && !st.Continued() {
			tree.Remove(p)
		}
		table.Report(p.Pid(), job.Of(st))
	})
	fr.tellStopped(j)
	return flow.Status(st.ShellStatus())
}

// follow tells of the end of a process and, under job control, of every stop: that
// takes a thread, which one shell of a user can afford.
func (e *environment) follow(p *proc.Process, tell func(proc.Status)) {
	if !e.monitoring() {
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

// tellStopped says that a foreground job was stopped.
func (fr *frame) tellStopped(j *job.Job) {
	table := fr.Jobs()
	table.Update()
	fr.writeErr("\n" + table.Line(j, false) + "\n")
	table.Shown(j)
}
