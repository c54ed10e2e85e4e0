package job

import (
	"ftsh/internal/proc"
)

// Of translates what package proc says of a process.
func Of(st proc.Status) Change {
	switch {
	case st.Continued():
		return Continued()
	case st.Stopped():
		return StoppedBy(st.Signal())
	case st.Signaled():
		return Killed(st.Signal(), st.CoreDumped())
	}
	return Exited(st.Code())
}

// Add enters a job of processes that were just started, in the order of the
// pipeline, and waits for them without a thread of its own. The process group,
// where it has its own, is the caller's to put into Pgid.
func (t *Table) Add(ps []*proc.Process, text string) *Job {
	pids := make([]int, len(ps))
	for i, p := range ps {
		pids[i] = p.Pid()
	}
	j := t.AddPids(pids, 0, text)
	j.handles = ps
	for _, p := range ps {
		p.Watch(func(st proc.Status) { t.Report(p.Pid(), Of(st)) })
	}
	return j
}

// Stop enters a pipeline of the foreground that st stopped as a job (set -m).
func (t *Table) Stop(ps []*proc.Process, text string, st proc.Status) *Job {
	j := t.Add(ps, text)
	for _, p := range ps {
		t.Report(p.Pid(), Of(st))
	}
	t.Update()
	return j
}

// PollStops looks whether processes have been stopped or continued, which Watch
// does not tell: under set -m, after SIGCHLD and before jobs are looked at.
func (t *Table) PollStops() {
	for _, j := range t.order {
		if j.State == Done {
			continue
		}
		for _, p := range j.handles {
			// Every change since the last look, in turn.
			for {
				st, ok, err := p.Poll(true)
				if !ok || err != nil {
					break
				}
				t.Report(p.Pid(), Of(st))
				if !st.Stopped() && !st.Continued() {
					break
				}
			}
		}
	}
	t.Update()
}
