package job

import "strconv"

// maxWaited is how many statuses are kept after a wait for them. bash keeps CHILD_MAX, at most as
// many.
const maxWaited = 32768

// waited has the statuses of the jobs that were waited for last, for another wait: bash keeps them,
// POSIX lets a shell forget them. The zero value has none. The memory grows with the waits, up to
// its end.
type waited struct {
	at   map[int]int // the place of a process ID in ring
	ring []waitedFor
	next int
}

type waitedFor struct{ pid, status int }

func (w *waited) add(pid, status int) {
	if w.at == nil {
		w.at = make(map[int]int)
	}
	if len(w.ring) < maxWaited {
		w.ring = append(w.ring, waitedFor{})
	} else if old := w.ring[w.next].pid; w.at[old] == w.next {
		delete(w.at, old)
	}
	w.ring[w.next] = waitedFor{pid, status}
	w.at[pid] = w.next
	w.next = (w.next + 1) % maxWaited
}

// Remember keeps the status of a job that a wait has forgotten, under the process ID of $!.
func (t *Table) Remember(j *Job) {
	if j.State == Done && !j.Inherited {
		t.waited.add(j.Pid(), j.Status)
	}
}

// Waited returns the status kept for a process ID. A job that is in the table has none.
func (t *Table) Waited(spec string) (status int, ok bool) {
	pid, err := strconv.Atoi(spec)
	if err != nil {
		return 0, false
	}
	at, ok := t.waited.at[pid]
	if !ok {
		return 0, false
	}
	return t.waited.ring[at].status, true
}

// ForgetWaited forgets what Remember has kept, as bash does after a wait for all jobs.
func (t *Table) ForgetWaited() { t.waited = waited{} }

// adopt adds what a fork has kept.
func (w *waited) adopt(f *waited) {
	for i := range f.ring {
		at := (f.next + i) % len(f.ring)
		if e := f.ring[at]; f.at[e.pid] == at {
			w.add(e.pid, e.status)
		}
	}
}
