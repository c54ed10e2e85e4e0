package builtin

import (
	"errors"
	"strconv"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/job"
)

// jobsHost is what jobs and fg need of the shell.
type jobsHost interface {
	Streams
	JobControl
}

// jobs is `jobs [-l|-p] [job…]`.
func jobs(h jobsHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	mode := byte(0)
	for c := o.next("lp"); c != 0; c = o.next("lp") {
		if c == wrongOption {
			return misuse()
		}
		mode = c
	}
	table := h.Jobs()
	list, status := table.Listed(), 0
	if rest := o.rest(); len(rest) > 0 {
		list = nil
		for _, spec := range rest {
			j, err := table.Find(spec)
			if err != nil {
				noJob(h, spec, err)
				status = flow.StatusUsage
				continue
			}
			list = append(list, j)
		}
	}
	var b strings.Builder
	for _, j := range list {
		if mode == 'p' {
			b.WriteString(strconv.Itoa(j.Leader()) + "\n")
		} else {
			b.WriteString(table.Line(j, mode == 'l') + "\n")
		}
	}
	if mode != 'p' {
		for _, j := range list {
			table.Shown(j)
		}
	}
	if out := printed(h, b.String()); !out.OK() {
		return out
	}
	return flow.Status(status)
}

// fg is `fg [job]`.
func fg(h jobsHost, args []string) flow.Outcome {
	list, ok := jobOperands(h, args)
	if !ok {
		return misuse()
	}
	j := list[0]
	if out := printed(h, j.Text+"\n"); !out.OK() {
		return out
	}
	return h.Foreground(j)
}

// bg is `bg [job…]`.
func bg(h killHost, args []string) flow.Outcome {
	list, ok := jobOperands(h, args)
	if !ok {
		return misuse()
	}
	status := 0
	for _, j := range list {
		if j.State == job.Done {
			h.Errorf("job %d has ended", j.ID)
			status = 1
			continue
		}
		if out := printed(h, "["+strconv.Itoa(j.ID)+"] "+j.Text+"\n"); !out.OK() {
			return out
		}
		if j.State == job.Running {
			continue
		}
		if !signalJob(h, j, contSignal) {
			status = 1
		}
	}
	return flow.Status(status)
}

// jobOperands returns the jobs that fg and bg are to continue: by default the
// current one.
func jobOperands(h jobsHost, args []string) ([]*job.Job, bool) {
	rest, ok := operands(h, args)
	if !ok {
		return nil, false
	}
	if len(rest) == 0 {
		rest = []string{"%%"}
	}
	var list []*job.Job
	for _, spec := range rest {
		j, err := h.Jobs().Find(spec)
		switch {
		case err != nil:
			noJob(h, spec, err)
			return nil, false
		case j.Pgid == 0:
			h.Errorf("%s: job started without job control", spec)
			return nil, false
		}
		list = append(list, j)
	}
	return list, true
}

// noJob says why spec names no job.
func noJob(h Streams, spec string, err error) {
	if errors.Is(err, job.ErrNotChild) {
		h.Errorf("%s: %v", spec, err)
		return
	}
	// A *job.SpecError says what spec was.
	text := err.Error()
	h.Errorf("%s", strings.ToLower(text[:1])+text[1:])
}
