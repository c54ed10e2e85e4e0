package builtin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/quote"
	"ftsh/internal/sig"
)

// bashJobsHost is the part of the shell used by bashJobs.
type bashJobsHost interface {
	jobsHost
	Runner
}

// bashJobs is bash's `jobs [-lp] [-nrs] [job…]` and `jobs -x command [argument…]`: with -r only
// jobs that run, with -s only stopped ones, with -n only those whose state has not been shown; -x
// runs the command with the jobs in its arguments replaced by their process IDs.
func bashJobs(h bashJobsHost, args []string) flow.Outcome {
	const letters = "lpnrsx"
	o := options{h: h, args: args}
	mode, run := byte(0), false
	only := func(*job.Job) bool { return true }
	for c := o.next(letters); c != 0; c = o.next(letters) {
		switch c {
		case wrongOption:
			return misuse()
		case 'n':
			only = func(j *job.Job) bool { return !j.Notified }
		case 'r':
			only = func(j *job.Job) bool { return j.State == job.Running }
		case 's':
			only = func(j *job.Job) bool { return j.State == job.Stopped }
		case 'x':
			if mode != 0 {
				h.Errorf("-x goes with no other option")
				return flow.Status(1)
			}
			run = true
		default:
			mode = c
		}
		if run && o.pos == 0 {
			rest := o.rest()
			if len(rest) > 0 && rest[0] == "--" {
				rest = rest[1:]
			}
			return runWithJobs(h, rest)
		}
	}
	if run {
		h.Errorf("-x goes with no other option")
		return flow.Status(1)
	}
	table := h.Jobs()
	all := slices.Clone(table.Listed())
	slices.SortFunc(all, func(a, b *job.Job) int { return a.ID - b.ID })
	list, status := chosenJobs(h, all, o.rest(), 1)
	list = slices.DeleteFunc(list, func(j *job.Job) bool { return !only(j) })
	line := func(j *job.Job) string { return bashJobLine(table, j, mode == 'l') }
	if out := showJobs(h, list, mode == 'p', line); !out.OK() {
		return out
	}
	return flow.Status(status)
}

// bashJobLine is a line of bash's jobs.
func bashJobLine(t *job.Table, j *job.Job, long bool) string {
	mark, pid, text := " ", "", j.Text
	switch j {
	case t.Current():
		mark = "+"
	case t.Previous():
		mark = "-"
	}
	if long {
		pid = strconv.Itoa(j.Leader())
	}
	if j.State == job.Running {
		text += " &"
	}
	state := j.Describe()
	if status, ok := strings.CutPrefix(state, "Done("); ok {
		state = "Exit " + strings.TrimSuffix(status, ")")
	}
	if j.State == job.Stopped && state == "Stopped (SIG"+sig.Name(sig.SIGSTOP)+")" {
		state = "Stopped"
	}
	if long {
		return fmt.Sprintf("[%d]%s %5s %-24s%s", j.ID, mark, pid, state, text)
	}
	return fmt.Sprintf("[%d]%s  %-24s%s", j.ID, mark, state, text)
}

// runWithJobs is jobs -x.
func runWithJobs(h bashJobsHost, words []string) flow.Outcome {
	if len(words) == 0 {
		return flow.Outcome{}
	}
	quoted := make([]string, len(words))
	for i, w := range words {
		if strings.HasPrefix(w, "%") {
			if j, err := h.Jobs().Find(w); err == nil {
				w = strconv.Itoa(j.Leader())
			}
		}
		quoted[i] = quote.Word(w)
	}
	quoted[0] = quote.Single(words[0]) // no reserved word, and no alias
	return h.Eval(strings.Join(quoted, " "))
}
