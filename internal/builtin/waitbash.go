package builtin

import (
	"errors"
	"strconv"

	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/vars"
)

// bashWaitHost is the part of the shell used by bashWait.
type bashWaitHost interface {
	waitHost
	Variables
}

// bashWait is bash's `wait [-fn] [-p name] [pid|job…]`: with -n it waits for one of the jobs, the
// first to end; with -f, not for a job to stop; the variable of -p gets the process ID of the job
// whose status is returned.
func bashWait(h bashWaitHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	one, ended, name := false, false, ""
	for c := o.next("fnp:"); c != 0; c = o.next("fnp:") {
		switch c {
		case 'f':
			ended = true
		case 'n':
			one = true
		case 'p':
			name = o.value
			if !vars.IsName(name) {
				h.Errorf("%q is not a variable name", name)
				return flow.Status(1)
			}
		default:
			return misuse()
		}
	}
	rest := o.rest()
	if name != "" {
		if err := h.Vars().Unset(h.Vars().Names().Ref(name)); err != nil {
			h.Errorf("%v", err)
			return flow.Status(1)
		}
	}
	w := anyWait{h: h, ended: ended, name: name}
	switch {
	case one:
		return w.one(rest)
	case len(rest) == 0:
		out, over := waitOne(h, nil)
		if !over {
			h.Jobs().ForgetWaited()
		}
		return out
	case !ended && name == "":
		return waitEach(h, rest, true)
	}
	var out flow.Outcome
	for _, spec := range rest {
		var again bool
		if out, again = w.again(spec); again {
			continue
		}
		if out = w.one([]string{spec}); out.Divert != flow.None {
			return out
		}
	}
	return out
}

// An anyWait waits for one of several jobs.
type anyWait struct {
	h     bashWaitHost
	ended bool
	name  string // the variable of -p; "": none
}

// one waits for the first of the jobs to end; without specs, of all jobs. Its status is 127 if there
// is none.
func (w *anyWait) one(specs []string) flow.Outcome {
	var jobs []*job.Job
	for _, spec := range specs {
		j, err := w.h.Jobs().Find(spec)
		switch {
		case err == nil && !j.Inherited:
			jobs = append(jobs, j)
		case err == nil || errors.Is(err, job.ErrNotChild):
			w.h.Errorf("%s: not a child of this shell", spec)
		case spec != "" && spec[0] == '%':
			noJob(w.h, spec, err)
		default:
			w.h.Errorf("%q is not a process or job", spec)
		}
	}
	if len(jobs) == 0 && len(specs) > 0 {
		return flow.Status(flow.StatusNotFound)
	}
	j, interrupted := w.h.WaitAny(jobs, w.ended)
	switch {
	case interrupted != 0:
		return flow.Status(flow.StatusSignalled + int(interrupted))
	case w.h.Context().Err() != nil:
		return cancelled()
	case j == nil:
		return flow.Status(flow.StatusNotFound)
	}
	w.h.Jobs().Remember(j)
	return w.named(j.Pid(), j.Status)
}

// again returns the status of a process that was waited for before.
func (w *anyWait) again(spec string) (out flow.Outcome, ok bool) {
	if _, err := w.h.Jobs().Find(spec); !errors.Is(err, job.ErrNotChild) {
		return out, false
	}
	status, ok := w.h.Jobs().Waited(spec)
	if !ok {
		return out, false
	}
	pid, _ := strconv.Atoi(spec)
	return w.named(pid, status), true
}

// named returns a status, with the variable set.
func (w *anyWait) named(pid, status int) flow.Outcome {
	if w.name != "" {
		if err := w.h.Vars().Assign(w.name, strconv.Itoa(pid)); err != nil {
			w.h.Errorf("%v", err)
			return flow.Status(1)
		}
	}
	return flow.Status(status)
}

// disown is bash's `disown [-h] [-ar] [pid|job…]`: the jobs are not listed any more. With -h they
// are, since ftsh sends no job a SIGHUP at its end.
func disown(h jobsHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	keep, all, running := false, false, false
	for c := o.next("ahr"); c != 0; c = o.next("ahr") {
		switch c {
		case 'a':
			all = true
		case 'h':
			keep = true
		case 'r':
			running = true
		default:
			return misuse()
		}
	}
	var jobs []*job.Job
	status := 0
	specs := o.rest()
	switch {
	case len(specs) == 0 && (all || running):
		jobs = h.Jobs().All()
	case len(specs) == 0:
		specs = []string{"%%"}
	}
	for _, spec := range specs {
		j, err := h.Jobs().Find(spec)
		if err != nil {
			noJob(h, spec, err)
			status = 1
			continue
		}
		jobs = append(jobs, j)
	}
	for _, j := range jobs {
		if !keep && (!running || j.State == job.Running) {
			h.Jobs().Disown(j)
		}
	}
	return flow.Status(status)
}
