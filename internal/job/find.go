package job

import (
	"errors"
	"strconv"
	"strings"
)

// ErrNotChild means that a number is no process id of a job: waiting for it has status 127.
var ErrNotChild = errors.New("not a child of this shell")

// A SpecError describes an invalid job ID or process id.
type SpecError struct{ text string }

func (e *SpecError) Error() string { return e.text }

// Find returns the job named by spec: a job ID (XBD 3.182: %% %+ %- %n %string %?string; % alone is
// %%) or a process id. The error is a *SpecError, or ErrNotChild for the process id of no job.
func (t *Table) Find(spec string) (*Job, error) {
	t.Update()
	id, ok := strings.CutPrefix(spec, "%")
	if !ok {
		return t.findPid(spec)
	}
	none := &SpecError{"No such job: " + spec}
	var j *Job
	switch id {
	case "", "%", "+":
		j = t.Current()
	case "-":
		j = t.Previous()
	default:
		if n, err := strconv.Atoi(id); err == nil {
			if n >= 1 && n <= len(t.jobs) {
				j = t.jobs[n-1]
			}
			break
		}
		match := strings.HasPrefix
		if sub, ok := strings.CutPrefix(id, "?"); ok {
			id, match = sub, strings.Contains
		}
		for _, k := range t.All() {
			if !match(k.Text, id) {
				continue
			}
			if j != nil {
				return nil, &SpecError{spec + ": ambiguous"}
			}
			j = k
		}
	}
	if j == nil || j.Disowned {
		return nil, none
	}
	return j, nil
}

func (t *Table) findPid(spec string) (*Job, error) {
	if spec == "" || strings.Trim(spec, "0123456789") != "" {
		return nil, &SpecError{"Illegal number: " + spec}
	}
	pid, err := strconv.Atoi(spec)
	if err != nil {
		return nil, &SpecError{"Illegal number: " + spec}
	}
	if j := t.pids[pid]; j != nil && !j.Inherited {
		return j, nil
	}
	return nil, ErrNotChild
}
