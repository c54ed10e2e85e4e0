package job

import (
	"slices"

	"ftsh/internal/proc"
)

// Of translates a process status of package proc.
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

// Add enters a job of processes just started, in the order of the pipeline, as AddPids does. The
// waiter for them must Report their changes.
func (t *Table) Add(ps []*proc.Process, pgid int, text string) *Job {
	pids := make([]int, len(ps))
	for i, p := range ps {
		pids[i] = p.Pid()
	}
	j := t.AddPids(pids, pgid, text)
	j.handles = ps
	return j
}

// AddUnlisted enters a process just started that is no job: it is in no list and no one is told of
// its end, but Find knows its process ID. Until the next job is entered, a wait for all jobs waits
// for it too.
func (t *Table) AddUnlisted(p *proc.Process, text string) {
	t.Update()
	t.serial++
	j := &Job{Text: text, serial: t.serial, unlisted: true, handles: []*proc.Process{p}}
	j.Processes = []Process{{Pid: p.Pid()}}
	t.pids[p.Pid()] = j
	delete(t.waited.at, p.Pid())
	if len(t.reported) == remembered {
		t.Remove(t.reported[0])
	}
	t.reported, t.latest = append(t.reported, j), j
}

// Disown takes a job off the list. Find still knows its process IDs.
func (t *Table) Disown(j *Job) {
	t.unlist(j)
	if len(t.reported) == remembered {
		t.Remove(t.reported[0])
	}
	j.unlisted = true
	t.reported = append(t.reported, j)
}

// Over reports whether all processes of j (nil: of all jobs Wait waits for) have ended, even before
// their Report.
func (t *Table) Over(j *Job) bool {
	t.Update()
	if j != nil {
		return j.over()
	}
	for _, j := range t.order {
		if !j.Inherited && !j.Disowned && !j.over() {
			return false
		}
	}
	return t.latest == nil || t.latest.over()
}

// AnyOver is Over for a WaitAny: one of the jobs has ended.
func (t *Table) AnyOver(jobs []*Job) bool {
	t.Update()
	if len(jobs) == 0 {
		jobs = t.own()
	}
	return slices.ContainsFunc(jobs, (*Job).over)
}

func (j *Job) over() bool {
	if j.State == Done {
		return true
	}
	for _, p := range j.handles {
		if _, over, _ := p.Poll(false); !over {
			return false
		}
	}
	return len(j.handles) > 0
}

// Collect lets the end of every reaped process take effect, even with its Report still on its way:
// a cancelled process is Done at once.
func (t *Table) Collect() {
	for _, j := range t.order {
		if j.State == Done {
			continue
		}
		for _, p := range j.handles {
			if st, over := p.Status(); over {
				t.Report(p.Pid(), Of(st))
			}
		}
	}
	t.Update()
}
