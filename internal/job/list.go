package job

import (
	"slices"
	"strconv"
	"strings"
)

// column is where the text of a job starts in a line of `jobs`.
const column = 33

// Line is the job's line in the output of jobs, without newline (XCU jobs,
// STDOUT); long adds the process id (jobs -l).
func (t *Table) Line(j *Job, long bool) string {
	t.Update()
	mark := " "
	switch j {
	case t.Current():
		mark = "+"
	case t.Previous():
		mark = "-"
	}
	var b strings.Builder
	b.WriteString("[" + strconv.Itoa(j.ID) + "] " + mark + " ")
	if long {
		b.WriteString(strconv.Itoa(j.Leader()) + " ")
	}
	b.WriteString(j.Describe())
	b.WriteString(strings.Repeat(" ", max(column-b.Len(), 1)))
	b.WriteString(j.Text)
	return b.String()
}

// Shown records that the user has seen the job's state: an ended job is forgotten, as its status is
// known now; only Waited has it.
func (t *Table) Shown(j *Job) {
	j.Notified, j.suspended = true, false
	if j.State == Done {
		t.Remember(j)
		t.Remove(j)
	}
}

// Suspended records that a job was stopped in the foreground. If the terminal has echoed the key
// for it, its notice begins on a line of its own.
func (t *Table) Suspended(j *Job) {
	t.Update()
	j.Notified, j.suspended = false, true
}

// Listed returns the jobs in the order of `jobs`: the current job first.
func (t *Table) Listed() []*Job {
	t.Update()
	return slices.DeleteFunc(slices.Clone(t.order), func(j *Job) bool { return j.Disowned })
}

// Notices returns the lines for the user about jobs ended or stopped since the last time (set -b,
// or before a prompt). Ended jobs are listed no more.
func (t *Table) Notices() []string {
	var lines []string
	for _, j := range t.Listed() {
		if j.Notified || j.State == Running || j.Inherited {
			continue
		}
		line := t.Line(j, false)
		if j.suspended {
			line = "\n" + line
		}
		lines = append(lines, line)
		j.Notified, j.suspended = true, false
		if j.State == Done {
			t.retire(j)
		}
	}
	return lines
}
