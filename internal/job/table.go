package job

import (
	"cmp"
	"slices"
	"sync"
)

// remembered is how many ended jobs keep their status for a later wait. POSIX asks for CHILD_MAX,
// at least 25 (XCU wait).
const remembered = 4096

// A Table is the jobs of one shell environment.
type Table struct {
	jobs     []*Job       // in order of their numbers, nil where a number is free
	order    []*Job       // current job first
	pids     map[int]*Job // of every process
	reported []*Job       // known to the user, not waited for: only pids has them
	latest   *Job         // an unlisted one entered after all others; nil: none
	serial   uint64
	ended    int // jobs in state Done
	free     int // no number below this one is free
	waited   waited

	mu      sync.Mutex // guards the fields below
	heir    *Table     // has the jobs now: Adopt; nil: this one has them
	twin    *Table     // receives the same reports: Twin; nil: there is none
	reports []report
	changed chan struct{} // closed by the next report; nil: no waiter
}

type report struct {
	pid int
	Change
}

// NewTable returns an empty table.
func NewTable() *Table { return &Table{pids: make(map[int]*Job)} }

// AddPids enters a job of running processes, in the order of the pipeline, and makes it the current
// job unless jobs are stopped. pgid is its process group, 0 if it has none of its own.
func (t *Table) AddPids(pids []int, pgid int, text string) *Job {
	t.Update()
	t.serial++
	t.latest = nil
	j := &Job{Pgid: pgid, Text: text, serial: t.serial}
	j.Processes = make([]Process, len(pids))
	for i, pid := range pids {
		j.Processes[i].Pid = pid
		// A pid is reused only when its process is gone: the older job loses it.
		t.pids[pid] = j
		delete(t.waited.at, pid)
	}
	t.enter(j)
	return j
}

// Adopt takes over the jobs started by a fork of the table, which is not used any more: they are
// children of this environment now.
func (t *Table) Adopt(f *Table) {
	f.Update()
	t.Update()
	for _, j := range f.jobs {
		if j == nil || j.Inherited {
			continue
		}
		t.serial++
		j.serial = t.serial
		for _, p := range j.Processes {
			t.pids[p.Pid] = j
		}
		if j.State == Done {
			t.ended++
		}
		t.enter(j)
	}
	for _, j := range f.reported {
		if j.unlisted {
			t.pids[j.Pid()] = j
			t.reported = append(t.reported, j)
		}
	}
	t.latest = f.latest
	t.waited.adopt(&f.waited)
	f.mu.Lock()
	f.heir = t
	late := f.reports
	f.reports = nil
	f.mu.Unlock()
	for _, r := range late {
		t.Report(r.pid, r.Change)
	}
}

// enter gives a job the lowest free number, and its place in the order.
func (t *Table) enter(j *Job) {
	for t.free < len(t.jobs) && t.jobs[t.free] != nil {
		t.free++
	}
	if t.free == len(t.jobs) {
		t.jobs = append(t.jobs, nil)
	}
	t.jobs[t.free] = j
	j.ID = t.free + 1
	t.enqueue(j)
	if t.ended > remembered {
		t.forgetOldest()
	}
}

// enqueue puts a running job after the stopped ones, and a stopped one before all, in the order of
// %+ and %-.
func (t *Table) enqueue(j *Job) {
	if i := slices.Index(t.order, j); i >= 0 {
		t.order = slices.Delete(t.order, i, i+1)
	}
	at := 0
	if j.State != Stopped {
		for at < len(t.order) && t.order[at].State == Stopped {
			at++
		}
	}
	t.order = slices.Insert(t.order, at, j)
}

// forgetOldest drops the older half of the ended jobs.
func (t *Table) forgetOldest() {
	var done []*Job
	for _, j := range t.order {
		if j.State == Done {
			done = append(done, j)
		}
	}
	slices.SortFunc(done, func(a, b *Job) int { return cmp.Compare(a.serial, b.serial) })
	for _, j := range done[:len(done)/2] {
		t.Remove(j)
	}
}

// Remove forgets a job and its status.
func (t *Table) Remove(j *Job) {
	t.unlist(j)
	if i := slices.Index(t.reported, j); i >= 0 {
		t.reported = slices.Delete(t.reported, i, i+1)
	}
	for _, p := range j.Processes {
		if t.pids[p.Pid] == j {
			delete(t.pids, p.Pid)
		}
	}
}

// retire takes an ended job, already reported to the user, off the list. Its status is kept for a
// wait for its process (XCU wait).
func (t *Table) retire(j *Job) {
	if len(t.reported) == remembered {
		t.Remove(t.reported[0])
	}
	t.unlist(j)
	t.reported = append(t.reported, j)
}

// unlist makes the number of a job free.
func (t *Table) unlist(j *Job) {
	if j.ID < 1 || j.ID > len(t.jobs) || t.jobs[j.ID-1] != j {
		return
	}
	t.jobs[j.ID-1] = nil
	t.free = min(t.free, j.ID-1)
	for len(t.jobs) > 0 && t.jobs[len(t.jobs)-1] == nil {
		t.jobs = t.jobs[:len(t.jobs)-1]
	}
	if i := slices.Index(t.order, j); i >= 0 {
		t.order = slices.Delete(t.order, i, i+1)
	}
	if j.State == Done {
		t.ended--
	}
}

// Report records a change of a job's process. It may be called from any goroutine, once the job has
// been entered; reports of processes unknown to the table are dropped.
func (t *Table) Report(pid int, c Change) {
	t.mu.Lock()
	if h := t.heir; h != nil {
		t.mu.Unlock()
		h.Report(pid, c)
		return
	}
	if t.twin != nil {
		defer t.twin.Report(pid, c) // after the unlock
	}
	defer t.mu.Unlock()
	t.reports = append(t.reports, report{pid, c})
	if t.changed != nil {
		close(t.changed)
		t.changed = nil
	}
}

// Update lets the reports take effect. Every other method does so first.
func (t *Table) Update() {
	t.mu.Lock()
	reports := t.reports
	t.reports = nil
	t.mu.Unlock()
	for _, r := range reports {
		j := t.pids[r.pid]
		if j == nil || j.Inherited {
			continue
		}
		for i := range j.Processes {
			if p := &j.Processes[i]; p.Pid == r.pid && p.State != Done {
				p.Change = r.Change
			}
		}
		t.refresh(j)
	}
}

func (t *Table) refresh(j *Job) {
	before := j.State
	j.refresh()
	if j.State == before || j.unlisted {
		return
	}
	switch j.State {
	case Done:
		t.ended++
	case Stopped:
		t.enqueue(j)
	}
}

// change returns a channel closed by the next report.
func (t *Table) change() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.changed == nil {
		t.changed = make(chan struct{})
	}
	return t.changed
}

// Resumed records that the shell continued a job (bg, fg): its processes run, and it is the current
// job among the running ones.
func (t *Table) Resumed(j *Job) {
	for i := range j.Processes {
		if p := &j.Processes[i]; p.State == Stopped {
			p.Change = Change{}
		}
	}
	t.refresh(j)
	j.Notified = true
	t.enqueue(j)
}

// ResumedProcess records that the shell continued a process by its id, or a process group by its
// negated id: it runs. A process of no job, or one already running, is ignored.
func (t *Table) ResumedProcess(id int) {
	for _, j := range t.All() {
		if j.State != Stopped {
			continue
		}
		for i := range j.Processes {
			p := &j.Processes[i]
			if p.State == Stopped && (p.Pid == id || j.Pgid > 0 && j.Pgid == -id) {
				p.Change = Change{}
			}
		}
		if t.refresh(j); j.State != Stopped {
			j.Notified = true
			t.enqueue(j)
		}
	}
}

// All returns the jobs in the order of their numbers, without disowned ones.
func (t *Table) All() []*Job {
	t.Update()
	var all []*Job
	for _, j := range t.jobs {
		if j != nil && !j.Disowned {
			all = append(all, j)
		}
	}
	return all
}

// Len returns the number of jobs not forgotten.
func (t *Table) Len() int { return len(t.order) }

// Current is %+, nil if there is no job.
func (t *Table) Current() *Job { return t.ranked(0) }

// Previous is %-, nil if there is none.
func (t *Table) Previous() *Job { return t.ranked(1) }

func (t *Table) ranked(n int) *Job {
	t.Update()
	for _, j := range t.order {
		if j.Disowned {
			continue
		}
		if n == 0 {
			return j
		}
		n--
	}
	return nil
}

// Twin returns a table with the same jobs, for an environment running concurrently with this one:
// both wait for the jobs and receive their reports. A table has one twin, which may have one
// itself.
func (t *Table) Twin() *Table {
	t.Update()
	c := NewTable()
	c.serial, c.ended, c.free = t.serial, t.ended, t.free
	copies := make(map[*Job]*Job)
	twin := func(j *Job) *Job {
		if j == nil {
			return nil
		}
		k := copies[j]
		if k == nil {
			k = new(Job)
			*k = *j
			k.Processes = slices.Clone(j.Processes)
			copies[j] = k
		}
		return k
	}
	for _, l := range []struct{ to, from *[]*Job }{{&c.jobs, &t.jobs}, {&c.order, &t.order},
		{&c.reported, &t.reported}} {
		for _, j := range *l.from {
			*l.to = append(*l.to, twin(j))
		}
	}
	for pid, j := range t.pids {
		c.pids[pid] = twin(j)
	}
	c.latest = twin(t.latest)
	c.waited.adopt(&t.waited)
	t.mu.Lock()
	c.reports = slices.Clone(t.reports) // since the update above
	t.twin = c
	t.mu.Unlock()
	return c
}

// Fork returns the table of a subshell: it shows the present jobs, for $(jobs -p), but they are no
// children of it.
func (t *Table) Fork() *Table {
	c := NewTable()
	if t == nil {
		return c
	}
	t.Update()
	for _, j := range t.order {
		c.inherit(*j)
	}
	return c
}

// ForkLive is Fork without the jobs that have ended. An asynchronous list gets it: a script may start
// thousands of lists before it waits.
func (t *Table) ForkLive() *Table {
	c := NewTable()
	t.Update()
	for _, j := range t.order {
		if j.State != Done {
			c.inherit(*j)
		}
	}
	return c
}

// Snapshot returns the present jobs, in the order of `jobs`, for Restore.
func (t *Table) Snapshot() []Job {
	if t == nil {
		return nil
	}
	t.Update()
	var jobs []Job
	for _, j := range t.order {
		jobs = append(jobs, *j)
	}
	return jobs
}

// Restore returns the table of a subshell in another process: the Fork of the table of the
// Snapshot.
func Restore(jobs []Job) *Table {
	t := NewTable()
	for _, j := range jobs {
		if j.ID > 0 && j.ID < 1<<20 && len(j.Processes) > 0 {
			t.inherit(j)
		}
	}
	return t
}

// inherit enters a copy of another environment's job.
func (t *Table) inherit(j Job) {
	j.Processes = slices.Clone(j.Processes)
	j.Inherited = true
	t.serial = max(t.serial, j.serial)
	if n := j.ID - len(t.jobs); n > 0 {
		t.jobs = append(t.jobs, make([]*Job, n)...)
	}
	t.jobs[j.ID-1] = &j
	t.order = append(t.order, &j)
	for _, p := range j.Processes {
		t.pids[p.Pid] = &j
	}
	if j.State == Done {
		t.ended++
	}
}
