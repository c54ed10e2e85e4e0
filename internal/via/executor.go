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

// An Executor is a batch system. Its methods are called one after the other, never two at the same time; a context that
// ends is to end the call soon.
type Executor interface {
	// Submit has the tasks of a submission run, from 0 on, and returns how many it has taken, from the first. An error says
	// that it has taken none, and that no further attempt would change that. One that is asked Again may
	// have been taken before; there an error with a method Temporary that reports true says that this is not known yet.
	Submit(ctx context.Context, s Submission) (taken int, err error)

	// Poll returns the tasks that have not ended as far as the batch system knows. An error says that
	// it could not look, and nothing about any task.
	Poll(ctx context.Context) (Queue, error)

	// Cancel ends all tasks of all submissions, also one whose Submit was cut off. It need not
	// wait for their end.
	Cancel(ctx context.Context) error

	// Drop ends tasks, or as many of them as it can.
	Drop(ctx context.Context, q Queue) error

	// Said is what the call that goes on has said last of what keeps it from its end; "": nothing. It may be called
	// at any time.
	Said() string
}

// A Submission is tasks that are submitted together.
type Submission struct {
	Number int           // from 1
	Tasks  int           // how many
	AtOnce int           // the greatest number of them at the same time; 0: any
	Limit  time.Duration // how long one may run; 0: any time
	Again  bool          // a shell that was killed did not get the answer
}

// A Queue is tasks, by submission.
type Queue map[int][]span

// A span is tasks of a submission that follow each other.
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

// ParseQueue reads a Queue as programs write it: a line for each task or span of tasks, the number of the
// submission and that of the task, or FIRST-LAST.
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
