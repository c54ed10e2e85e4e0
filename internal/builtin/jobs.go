package builtin

import (
	"errors"
	"strconv"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/job"
)

// jobsHost is the part of the shell used by jobs and fg.
type jobsHost interface {
	Streams
	JobControl
}

// jobs is `jobs [-l|-p] [job…]`.
func jobs(h jobsHost, args []string) flow.Outcome { return listJobs(h, args, "lp") }

func listJobs(h jobsHost, args []string, letters string) flow.Outcome {
	o := options{h: h, args: args}
	mode := byte(0)
	for c := o.next(letters); c != 0; c = o.next(letters) {
		if c == wrongOption {
			return misuse()
		}
		mode = c
	}
	table := h.Jobs()
	list, status := chosenJobs(h, table.Listed(), o.rest(), flow.StatusUsage)
	line := func(j *job.Job) string { return table.Line(j, mode == 'l') }
	if out := showJobs(h, list, mode == 'p', line); !out.OK() {
		return out
	}
	return flow.Status(status)
}

// chosenJobs returns the jobs named, or all of them; status is wrong if a name is no job.
func chosenJobs(h jobsHost, all []*job.Job, specs []string, wrong int) (list []*job.Job, status int) {
	if len(specs) == 0 {
		return all, 0
	}
	for _, spec := range specs {
		j, err := h.Jobs().Find(spec)
		if err != nil {
			noJob(h, spec, err)
			status = wrong
			continue
		}
		list = append(list, j)
	}
	return list, status
}

// showJobs prints jobs, or only their leaders' process IDs.
func showJobs(h jobsHost, list []*job.Job, pids bool, line func(*job.Job) string) flow.Outcome {
	var b strings.Builder
	for _, j := range list {
		if pids {
			b.WriteString(strconv.Itoa(j.Leader()) + "\n")
		} else {
			b.WriteString(line(j) + "\n")
		}
	}
	if !pids {
		for _, j := range list {
			h.Jobs().Shown(j)
		}
	}
	return printed(h, b.String())
}

// fg is `fg [job…]`: one job after another, with the status of the last.
func fg(h jobsHost, args []string) flow.Outcome {
	return eachJob(h, args, func(j *job.Job) flow.Outcome {
		return h.Foreground(j, func() flow.Outcome { return printed(h, j.Text+"\n") })
	})
}

// bg is `bg [job…]`.
func bg(h jobsHost, args []string) flow.Outcome {
	status := 0
	out := eachJob(h, args, func(j *job.Job) flow.Outcome {
		if j.State == job.Done {
			h.Errorf("job %d has ended", j.ID)
			status = 1
			return flow.Outcome{}
		}
		out := printed(h, "["+strconv.Itoa(j.ID)+"] "+j.Text+"\n")
		if j.State == job.Stopped {
			if err := h.Background(j); err != nil {
				h.Errorf("job %d: %v", j.ID, err)
				status = 1
			}
		}
		return out
	})
	if out.OK() {
		out = flow.Status(status)
	}
	return out
}

// eachJob applies fg or bg to each of their jobs: by default to the current one, suspended last. An
// argument that is no such job does not stop the others, but makes the builtin fail.
func eachJob(h jobsHost, args []string, do func(*job.Job) flow.Outcome) flow.Outcome {
	rest, ok := operands(h, args)
	if !ok {
		return misuse()
	}
	if len(rest) == 0 {
		rest = []string{"%%"}
	}
	out, wrong := flow.Outcome{}, false
	for _, spec := range rest {
		j, err := h.Jobs().Find(spec)
		switch {
		case err != nil:
			noJob(h, spec, err)
			wrong = true
		case j.Pgid == 0:
			h.Errorf("%s: job started without job control", spec)
			wrong = true
		default:
			if out = do(j); out.Divert != flow.None {
				return out
			}
		}
	}
	if wrong {
		return misuse()
	}
	return out
}

// noJob reports why spec names no job.
func noJob(h Streams, spec string, err error) {
	if errors.Is(err, job.ErrNotChild) {
		h.Errorf("%s: %v", spec, err)
		return
	}
	// A *job.SpecError names the spec.
	text := err.Error()
	h.Errorf("%s", strings.ToLower(text[:1])+text[1:])
}
