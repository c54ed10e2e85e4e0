package builtin

import (
	"errors"

	"ftsh/internal/flow"
	"ftsh/internal/job"
)

// waitHost is the part of the shell used by wait.
type waitHost interface {
	Streams
	Cancellation
	JobControl
}

// wait is `wait [pid|job…]`. A process or job unknown to the shell has status 127.
func wait(h waitHost, args []string) flow.Outcome {
	rest, ok := operands(h, args)
	if !ok {
		return misuse()
	}
	if len(rest) == 0 {
		return waitFor(h, nil)
	}
	return waitEach(h, rest, false)
}

// waitEach waits for several. In the dialect of bash another wait for the same process has its
// status, too, and an operand that is neither process nor job does not end the wait.
func waitEach(h waitHost, specs []string, bash bool) flow.Outcome {
	out := flow.Outcome{}
	for _, spec := range specs {
		j, err := h.Jobs().Find(spec)
		switch {
		case err == nil:
			var done bool
			if out, done = waitOne(h, j); done {
				return out
			}
			if bash {
				h.Jobs().Remember(j)
			}
		case errors.Is(err, job.ErrNotChild):
			out = flow.Status(flow.StatusNotFound)
			if status, ok := h.Jobs().Waited(spec); ok && bash {
				out = flow.Status(status)
			}
		case spec != "" && spec[0] == '%':
			noJob(h, spec, err)
			out = flow.Status(flow.StatusNotFound)
		default:
			h.Errorf("%q is not a process or job", spec)
			if !bash {
				return misuse()
			}
			out = flow.Status(1)
		}
	}
	return out
}

// waitOne waits for one of several; done: the wait as a whole is over.
func waitOne(h waitHost, j *job.Job) (out flow.Outcome, done bool) {
	status, interrupted := h.Wait(j)
	switch {
	case interrupted != 0:
		return flow.Status(flow.StatusSignalled + int(interrupted)), true
	case h.Context().Err() != nil:
		return cancelled(), true
	}
	return flow.Status(status), false
}

func waitFor(h waitHost, j *job.Job) flow.Outcome {
	out, _ := waitOne(h, j)
	return out
}
