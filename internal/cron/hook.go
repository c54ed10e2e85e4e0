package cron

import (
	"context"
	"errors"
	"time"

	"ftsh/internal/duration"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
)

// hookLimit is the time for --on-success and --on-failure commands: long enough for a repeated
// request, short enough for the next run of most jobs.
const hookLimit = time.Minute

// hook runs the command for the run's result, with the summary as its standard input. If the
// command fails or is ended, its output is shown and nothing else changes.
func (r *run) hook(ctx context.Context, out *outcome, line string) {
	option, command := "--on-success", r.config.OnSuccess
	if out.failed() {
		option, command = "--on-failure", r.config.OnFailure
	}
	if command == "" {
		return
	}
	args := []string{"-c", command}
	if r.config.Brittle {
		args = append([]string{"-o", "brittle"}, args...)
	}
	c := child{args: args, env: r.config.Env, limit: hookLimit, stdin: fd.FromBytes(line),
		merged: sameFile(1, 2)}
	c.run(ctx, r)
	defer c.keep.Close()
	failed := c.status.ShellStatus() != 0
	var interrupted *signalError
	switch {
	case c.err != nil:
		r.note("%s: cannot be started: %v", option, c.err)
	case errors.As(c.ended, &interrupted):
		out.interrupted = interrupted.s
		r.note("%s: ended by %v", option, c.ended)
	case c.ended != nil:
		r.note("%s: ended after %s", option, duration.Human(hookLimit))
	case failed:
		r.note("%s: %s", option, flow.StatusText(c.status.ShellStatus()))
	default:
		return
	}
	if r.config.Report != ReportNever {
		if err := r.replay(ctx, c.keep); err != nil {
			r.note("%s: its output cannot be printed: %v", option, err)
		}
	}
}
