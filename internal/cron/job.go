package cron

import (
	"context"
	"errors"
	"syscall"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/duration"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/internal/txn"
)

const resourceFiles = syscall.RLIMIT_NOFILE

// An outcome is the result of a run.
type outcome struct {
	start      time.Time // by the wall clock
	began, end clock.Instant

	status      int
	reason      string     // as in the summary
	text        string     // why it failed; "": see its failed blocks
	interrupted sig.Signal // signal that must end this process; 0: none
	attempts    attempts
}

func (o *outcome) failed() bool { return o.status != 0 }

// why returns the cause of the failure, on one line.
func (o *outcome) why() string {
	if o.text == "" && o.attempts.failure != "" {
		return o.attempts.failure
	}
	return o.result()
}

// result describes the end of the job.
func (o *outcome) result() string {
	if o.text != "" {
		return o.text
	}
	return flow.StatusText(o.status)
}

// made returns the greatest number of attempts of a block in the job; 1 if it has no block.
func (o *outcome) made() int {
	if o.reason == "locked" || o.reason == "not started" {
		return 0
	}
	return max(o.attempts.most, 1)
}

// The streams of the job's output.
const (
	toStdout = 1
	toStderr = 2
)

// job runs the job.
func (r *run) job(ctx context.Context, out *outcome) {
	heard, err := hear()
	env := r.config.Env
	if r.lock != nil {
		env = WithEnv(env, r.lock.slot.variables())
	}
	if v := r.beginTrace(out.start); v != "" {
		env = WithEnv(env, []string{v})
	}
	if err == nil {
		if v := heard.variable(); v != "" {
			env = WithEnv(env, []string{v})
		}
	} else {
		r.note("no summary of its attempts: %v", err)
	}
	c := child{args: r.config.Args, env: env, limit: r.config.MaxRuntime, merged: sameFile(1, 2)}
	c.run(ctx, r)
	r.endTrace()
	if heard != nil {
		heard.close()
		out.attempts = *heard
	}
	r.keep = c.keep
	out.status = c.status.ShellStatus()
	var interrupted *signalError
	switch {
	case c.err != nil:
		out.status, out.reason, out.text = flow.StatusNoExec, "not started",
			"cannot be started: "+c.err.Error()
	case errors.As(c.ended, &interrupted):
		out.interrupted = interrupted.s
		out.status, out.reason, out.text = flow.StatusSignalled+int(interrupted.s), "interrupted",
			"ended by "+c.ended.Error()
	case c.ended != nil:
		out.status, out.reason, out.text = flow.StatusDeadline, "max-runtime",
			"ended after its maximum runtime of "+duration.Human(r.config.MaxRuntime)
	case c.status.Signaled():
		out.reason, out.text = "signal", "killed by SIG"+sig.Name(c.status.Signal())
	case out.status != 0:
		out.reason = "status"
	default:
		out.reason = "success"
	}
}

// sameFile reports whether two descriptors of this process are the same file. Output to both then
// has an order.
func sameFile(a, b int) bool {
	var x, y syscall.Stat_t
	return syscall.Fstat(a, &x) == nil && syscall.Fstat(b, &y) == nil && x.Dev == y.Dev &&
		x.Ino == y.Ino && x.Rdev == y.Rdev
}

// A child is a shell running in its own tree, and its result.
type child struct {
	args   []string
	env    []string
	stdin  fd.File       // nil: the one of this process
	limit  time.Duration // 0: none
	merged bool          // standard output and error are one stream

	keep   *txn.Keep
	status proc.Status
	ended  error // why it was ended: errLimit or a *signalError; nil: it was not
	err    error // why it could not be started
}

var errLimit = errors.New("its time is over")

// run runs the shell to its end. Processes deliberately left behind go on.
func (c *child) run(ctx context.Context, r *run) {
	dir := lookup(c.env, "TMPDIR")
	if dir == "" {
		dir = "/tmp"
	}
	c.keep = txn.NewKeep(dir)
	tree := proc.NewTree("", proc.NewTreeInside(lookup(r.config.Env, proc.TagVariable), ""))
	tree.Watch(&r.guard)
	r.guard.Enter(r.clock.Now())
	_ = r.guard.Hold(r.lock.files()...) // a failed start is tried again
	defer r.guard.Leave()
	defer tree.Unwatch()
	p, err := c.start(r, tree)
	if err != nil {
		c.err = err
		c.leave(r)
		return
	}
	var limit <-chan struct{}
	if c.limit > 0 {
		over, cancel := context.WithCancel(context.Background())
		defer r.clock.AfterFunc(c.limit, cancel).Stop()
		limit = over.Done()
	}
	ended := make(chan proc.Status, 1)
	p.Watch(func(st proc.Status) { ended <- st })
	select {
	case c.status = <-ended:
	case <-limit:
		c.ended = errLimit
	case <-ctx.Done():
		c.ended = context.Cause(ctx)
	}
	if c.ended != nil {
		if err := tree.Cancel(context.Background(),
			proc.CancelOptions{KillTimeout: r.config.KillTimeout, Strong: true,
				Clock: r.clock}); err != nil {
			r.note("parts of the job may still be running: %v", err)
		}
		c.status = <-ended
	}
	c.leave(r)
}

// leave stops holding output. Later output of surviving processes is discarded.
func (c *child) leave(r *run) {
	if err := r.drain(c.keep.StopReading()); err != nil {
		r.note("processes that outlive the job will find their output closed: %v", err)
	}
}

// start starts the shell.
func (c *child) start(r *run, tree *proc.Tree) (*proc.Process, error) {
	files := r.files.Fork()
	defer files.CloseAll()
	if c.stdin != nil {
		files.Set(0, c.stdin, fd.Inherited)
	}
	out, err := c.keep.Pipe(toStdout)
	if err != nil {
		return nil, err
	}
	files.Set(1, out, fd.Inherited)
	errs := out
	if c.merged {
		errs.Retain()
	} else if errs, err = c.keep.Pipe(toStderr); err != nil {
		return nil, err
	}
	files.Set(2, errs, fd.Inherited)
	mapped, err := files.Map()
	if err != nil {
		return nil, err
	}
	return tree.Start(&proc.Spec{
		Path: r.config.Program, Argv: append([]string{r.config.Name}, c.args...),
		Env: WithEnv(c.env, []string{proc.TagVariable + "=" + tree.Tag()}),
		Dir: -1, Umask: -1, Group: -1, Tty: -1, Limits: r.limits, Ignore: r.entry.Ignored,
		Files: mapped,
	})
}
