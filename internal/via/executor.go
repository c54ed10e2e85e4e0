package via

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An Executor is a batch system. Its methods are called one at a time. A call must return soon
// after its context ends.
type Executor interface {
	// Submit runs the tasks of a submission, from 0 on, and returns how many it has accepted, from
	// the first. An error means that it has accepted none and trying again would not help. A
	// submission marked Again may have been accepted before. Its error may have a method Temporary
	// that reports true: then this is not known yet.
	Submit(ctx context.Context, s Submission) (taken int, err error)

	// Poll returns the tasks not known to have ended. An error says nothing about any task, only
	// that the queue could not be read.
	Poll(ctx context.Context) (Queue, error)

	// Cancel ends all tasks of all submissions, including one whose Submit was cut off. It need not
	// wait for their end.
	Cancel(ctx context.Context) error

	// Drop ends tasks, or as many of them as it can.
	Drop(ctx context.Context, q Queue) error

	// Why returns why tasks have ended that left no mark, or whose branch a signal ended. A task
	// without an answer is not in the result. It may wait a moment for the end of tasks.
	Why(ctx context.Context, q Queue) (Causes, error)

	// Said returns the latest message of the running call about its obstacle; "": none. It may be
	// called at any time.
	Said() string
}

// A Submission is a number of tasks submitted together.
type Submission struct {
	Number int           // from 1
	Tasks  int           // how many
	AtOnce int           // most to run at the same time; 0: any number
	Limit  time.Duration // how long one may run; 0: any time
	Again  bool          // an earlier shell was killed before the answer
}

// A Queue maps submissions to their tasks.
type Queue map[int][]span

// A span is a range of consecutive tasks of a submission.
type span struct{ first, last int }

// Each calls f for each task.
func (q Queue) Each(f func(submission, task int)) {
	for _, k := range slices.Sorted(maps.Keys(q)) {
		for _, s := range q[k] {
			for i := s.first; i <= s.last; i++ {
				f(k, i)
			}
		}
	}
}

// ParseQueue reads a Queue as written by programs: a line for each task or span of tasks, with the
// number of the submission and the number of the task, or FIRST-LAST.
func ParseQueue(text string) (Queue, error) {
	q := make(Queue)
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if len(fields) != 2 {
			return nil, fmt.Errorf("expected a submission and a task, found %q", line)
		}
		first, last, several := strings.Cut(fields[1], "-")
		if !several {
			last = first
		}
		k, err := strconv.Atoi(fields[0])
		from, err1 := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if err != nil || err1 != nil || err2 != nil {
			return nil, fmt.Errorf("expected a submission and a task, found %q", line)
		}
		q[k] = append(q[k], span{from, to})
	}
	return q, nil
}

// A Cause is what a batch system knows about the end of a task.
type Cause struct {
	Reason string // oom, timeout, node, preempted, held, cancelled or another such word; "": unknown
	Node   string // the machine; "": unknown
	Text   string // the batch system's own words; "": none
}

// Causes are the Causes of tasks.
type Causes map[taskID]Cause

// ParseCauses reads Causes as written by programs, a line for each task: the numbers of the
// submission and of the task, the reason and the machine, or - for what is not known, and the batch
// system's words.
func ParseCauses(text string) (Causes, error) {
	all := make(Causes)
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if len(fields) < 3 {
			return nil, fmt.Errorf("expected a submission, a task and a reason, found %q", line)
		}
		k, err1 := strconv.Atoi(fields[0])
		i, err2 := strconv.Atoi(fields[1])
		if err1 != nil || err2 != nil {
			return nil, fmt.Errorf("expected a submission, a task and a reason, found %q", line)
		}
		c := Cause{}
		if fields[2] != "-" {
			c.Reason = fields[2]
		}
		if len(fields) > 3 && fields[3] != "-" {
			c.Node = fields[3]
		}
		if len(fields) > 4 {
			c.Text = strings.Join(fields[4:], " ")
		}
		all[taskID{k, i}] = c
	}
	return all, nil
}

// has reports whether a task is in the queue.
func (q Queue) has(p taskID) bool {
	for _, s := range q[p.submission] {
		if s.first <= p.task && p.task <= s.last {
			return true
		}
	}
	return false
}
