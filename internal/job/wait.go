package job

import (
	"cmp"
	"context"
	"errors"
	"slices"
)

// ErrWoken means that a wait was ended by its wake channel.
var ErrWoken = errors.New("wait: woken")

// Wait waits until j has ended or stopped and returns its status; an ended job is forgotten. With a
// nil j it waits until no job runs, forgets all ended ones, and returns 0. It ends early with ctx's
// error, or with ErrWoken when wake (nil: never) is closed or sent to. It does not wait for jobs of
// an outer environment: their status is 127.
func (t *Table) Wait(ctx context.Context, j *Job, wake <-chan struct{}) (int, error) {
	if j != nil && j.Inherited {
		return 127, nil
	}
	for {
		changed := t.change() // before the look, so that no report is missed
		t.Update()
		if j != nil {
			if j.State == Done {
				t.Remove(j)
			}
			if j.State != Running {
				return j.Status, nil
			}
		} else if !t.anyRuns() {
			t.forgetEnded()
			return 0, nil
		}
		select {
		case <-changed:
		case <-wake:
			return 0, ErrWoken
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

// WaitAny waits until one of the jobs has ended, or stopped unless ended is set, and returns it; an
// ended job is forgotten. With no jobs it waits for any job of the table, and the result is nil if
// there is none. It ends early as Wait does.
func (t *Table) WaitAny(ctx context.Context, jobs []*Job, ended bool, wake <-chan struct{}) (
	*Job, error) {
	for {
		changed := t.change() // before the look, so that no report is missed
		t.Update()
		among := jobs
		if len(jobs) == 0 {
			among = t.own()
		}
		if len(among) == 0 {
			return nil, nil
		}
		for _, j := range among {
			if j.State == Done {
				t.Remove(j)
			}
			if j.State == Done || j.State == Stopped && !ended {
				return j, nil
			}
		}
		select {
		case <-changed:
		case <-wake:
			return nil, ErrWoken
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// own returns the jobs that a wait for all of them waits for, in the order of their start.
func (t *Table) own() []*Job {
	var own []*Job
	for _, j := range t.order {
		if !j.Inherited && !j.Disowned {
			own = append(own, j)
		}
	}
	slices.SortFunc(own, func(a, b *Job) int { return cmp.Compare(a.serial, b.serial) })
	return own
}

func (t *Table) anyRuns() bool {
	for _, j := range t.order {
		if j.State == Running && !j.Inherited && !j.Disowned {
			return true
		}
	}
	return t.latest != nil && t.latest.State == Running
}

func (t *Table) forgetEnded() {
	for len(t.reported) > 0 {
		t.Remove(t.reported[0])
	}
	for i := len(t.jobs) - 1; i >= 0; i-- {
		// Remove shortens the list at its end.
		if i < len(t.jobs) && t.jobs[i] != nil && t.jobs[i].State == Done && !t.jobs[i].Inherited {
			t.Remove(t.jobs[i])
		}
	}
}
