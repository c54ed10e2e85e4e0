// Package cron runs a job for cron and other batch systems: ftsh --cron (docs/cron.md).
//
// The model: this process runs the job, a shell with the rest of the command line, as its child, in
// a tree of processes of its own (package proc), under a watchdog from its first moment on. A [Job]
// goes through these steps, each in its file:
//
//	splay    it waits, for a part of the given time that is always the same for machine and job
//	lock     it takes its lock, or skips the run, waits, or has the holder end
//	job      it runs the job, and ends its tree when the time is over or a signal came
//	state    it counts the failures in a row
//	report   it prints what the job wrote, and a summary, if there is reason to
//	summary  it writes the run as JSON
//	hook     it runs a command that gets that
//
// What the job writes is held by a txn.Keep; its shells tell of their attempts over a pipe that they find
// by an environment variable ([Records]).
//
// Invariants: no failure to hold, count, report or tell changes what becomes of the job; none is
// silent either, unless --report never asks for it. The lock is free when the job has ended, and
// where this process was killed, when the watchdog has ended the job's tree. Nothing that the job
// starts has a descriptor of this process's own.
//
// What is not here: the command line (package cli), and the job's shell.
package cron

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/duration"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/internal/txn"
	"ftsh/internal/watchdog"
	"ftsh/interp"
)

// A Job is what to run, and how.
type Job struct {
	Options
	Program     string   // this program
	Name        string   // what it was called as, for messages
	Args        []string // of the job's shell
	Script      string   // the script's path; "": the job is Command
	Brittle     bool     // the lists of --on-success and --on-failure end at the first failure, as the job's do
	Command     string
	Env         []string // with what EnvFile says
	KillTimeout time.Duration
}

// StatusLocked is the exit status where the job was not run because of its lock: EX_TEMPFAIL of sysexits.h.
const StatusLocked = 75

// A run is one run of a job.
type run struct {
	*Job
	clock   clock.Clock
	entry   sig.Record
	limits  []proc.Limit
	signals *sig.Dispatcher
	guard   watchdog.Guard
	lock    *lock // nil: there is none, or not any more
	files   *fd.Table
	keep    *txn.Keep // what the job wrote; nil: it was not begun
	row     counted   // the failures in a row, this run among them
	notes   []string  // what went wrong beside the job
}

// Run runs the job and returns its exit status; or the signal that this process is to end by, if one
// came. It changes signal dispositions of the process, which is to end then.
func Run(j *Job) (status int, ended sig.Signal) {
	r := &run{Job: j, clock: clock.System(), entry: sig.AtEntry()}
	var closed []int
	for n, c := range r.entry.Closed {
		if c {
			closed = append(closed, n)
		}
	}
	r.files = fd.Inherit(closed...)
	r.limits = startLimits(r.entry)
	ctx := r.catchSignals()
	r.watch()
	defer r.guard.Close()
	return r.run(ctx)
}

// run is the whole of it.
func (r *run) run(ctx context.Context) (status int, ended sig.Signal) {
	out := outcome{start: r.clock.Wall(), began: r.clock.Now()}
	if err := r.delay(ctx); err != nil {
		return stopped(err)
	}
	if r.Lock != "" {
		l, err := acquire(ctx, r.clock, &r.Options, r.slot(), r.KillTimeout, r.say)
		var locked *lockedError
		var interrupted *signalError
		switch {
		case errors.As(err, &interrupted):
			return stopped(err)
		case errors.As(err, &locked) && locked.silent:
			r.say(err.Error() + ": skipped")
			return StatusLocked, 0
		case err != nil:
			out.status, out.reason, out.text = StatusLocked, "locked", "not run: "+err.Error()
			return r.tell(ctx, &out)
		}
		r.lock = l
	}
	out.start, out.began = r.clock.Wall(), r.clock.Now()
	r.row = r.countFailure()
	r.job(ctx, &out)
	return r.tell(ctx, &out)
}

// tell is what follows a run.
func (r *run) tell(ctx context.Context, out *outcome) (status int, ended sig.Signal) {
	out.end = r.clock.Now()
	if out.interrupted != 0 { // the signal has had its effect
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.Background(), hookLimit)
		defer cancel()
	}
	row, known := r.correctCount(out)
	if r.lock != nil {
		for _, f := range r.lock.files() {
			r.guard.Drop(f)
		}
		r.lock.free()
		r.lock = nil
	}
	line := r.summarize(out)
	wanted := r.Report == ReportAlways || r.Report == ReportFailure && out.failed() && (!known || row >= r.AfterFailures)
	if wanted {
		r.report(ctx, out, row)
	}
	if r.keep != nil {
		r.keep.Close()
	}
	r.hook(ctx, out, line)
	if r.Report != ReportNever {
		r.printNotes(ctx)
	}
	return out.status, out.interrupted
}

// A counted is how many runs failed in a row.
type counted struct {
	n    int
	err  error // why nobody knows
	done bool
}

// countFailure counts this run as one that failed, if somebody asks for that. It does so before the job
// begins, so that a run counts whose ftsh was killed, or whose machine was.
func (r *run) countFailure() (c counted) {
	if r.AfterFailures > 1 {
		c.n, c.err = r.count(true)
	}
	c.done = true
	return c
}

// correctCount makes the count right when it is known how the run went. known: it is right.
func (r *run) correctCount(out *outcome) (row int, known bool) {
	switch {
	case out.failed() && !r.row.done: // the job was not begun
		r.row = r.countFailure()
	case !out.failed() && r.AfterFailures > 1:
		_, err := r.count(false)
		return 0, err == nil
	}
	if err := r.row.err; err != nil {
		r.note("the failures in a row cannot be counted: %v", err)
	}
	return r.row.n, r.row.err == nil
}

func (r *run) count(failed bool) (int, error) {
	dir, err := stateDir(r.Env)
	if err != nil {
		return 0, err
	}
	c := counter{dir, patience}
	return c.count(r.identity(), failed)
}

// delay waits for the splay.
func (r *run) delay(ctx context.Context) error {
	if r.Splay == 0 {
		return nil
	}
	host, id := machine()
	d := splay(r.Splay, r.identity(), host, id)
	r.say("starting in " + duration.Human(d))
	return r.clock.Sleep(ctx, d)
}

// say tells somebody who watches at a terminal what is waited for.
func (r *run) say(text string) {
	if f := r.files.Get(2); f != nil && r.Report != ReportNever && fd.IsTerminal(f) {
		fmt.Fprintln(os.Stderr, r.prefix()+text)
	}
}

// note notes what went wrong beside the job.
func (r *run) note(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

func (r *run) prefix() string { return filepath.Base(r.Name) + " --cron: " }

// startLimits are the limits that the process was started with, where they have changed.
func startLimits(entry sig.Record) []proc.Limit {
	if !entry.Recorded {
		return nil
	}
	return []proc.Limit{proc.LimitOf(resourceFiles, entry.Nofile)}
}

// watch prepares the guard.
func (r *run) watch() {
	r.guard.Clock, r.guard.KillTimeout = r.clock, r.KillTimeout
	r.guard.Launch = func(in *os.File) (watchdog.Process, error) {
		return watchdog.Start(r.Program, []string{r.Name, interp.WatchdogOption}, r.limits, in)
	}
}

// A signalError is that a signal is to end this process.
type signalError struct{ s sig.Signal }

func (e *signalError) Error() string { return "SIG" + sig.Name(e.s) }

// stopped is the end of a run whose job was not begun.
func stopped(err error) (int, sig.Signal) {
	var e *signalError
	if errors.As(err, &e) {
		return flow.StatusSignalled + int(e.s), e.s
	}
	return StatusLocked, 0
}

// catchSignals returns a context that ends, with a *signalError, with the first signal that is to end this process.
// What was ignored when it was started stays so.
func (r *run) catchSignals() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	_ = proc.BecomeSubreaper()
	r.signals = sig.NewDispatcher(r.entry)
	for s := range (sig.Ending &^ r.entry.Ignored &^ sig.Faults).All() {
		_ = r.signals.Set(s, sig.Catch)
	}
	_ = r.signals.Set(sig.SIGCHLD, sig.Catch)
	wake := r.signals.Wake()
	go func() {
		for range wake {
			for s, ok := r.signals.Take(); ok; s, ok = r.signals.Take() {
				if s == sig.SIGCHLD {
					proc.ReapUnknown()
				} else {
					cancel(&signalError{s})
				}
			}
		}
	}()
	return ctx
}
