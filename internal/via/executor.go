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

// has reports whether a task is in the queue.
func (q Queue) has(p taskID) bool {
	for _, s := range q[p.submission] {
		if s.first <= p.task && p.task <= s.last {
			return true
		}
	}
	return false
}
