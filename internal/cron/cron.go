// Package cron runs a job for cron and other batch systems: ftsh --cron (docs/guides/cron.md).
//
// The model: this process runs the job, a shell with the rest of the command line, as its child.
// The job has its own tree of processes (package proc), under a watchdog from the beginning. A
// [Job] goes through these steps, each in its file:
//
//	splay    waits for a part of the given time, always the same for a machine and job
//	lock     takes the lock; or skips the run, waits, or has the holder end
//	job      runs the job, and ends its tree on a time limit or signal
//	state    counts the failures in a row
//	report   prints the job's output and a summary, if there is reason to
//	summary  writes the run as JSON
//	metrics  writes it for Prometheus
//	hook     runs a command with the summary as its input
//
// A txn.Keep holds the job's output. The job's shells send records of their attempts over a pipe
// named by an environment variable ([Records]).
//
// Invariants: a failure to hold, count, report or send anything does not change the job's result.
// None is silent either, unless --report never asks for silence. The lock is free after the end of
// the job; if this process was killed, after the watchdog has ended the job's tree. Nothing started
// by the job has a descriptor of this process.
//
// Not here: the command line (package cli), and the job's shell.
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
)

// A Job is a command with its options.
type Job struct {
	Options
	Program string   // this program
	Name    string   // this program's name in messages
	Args    []string // for the job's shell
	Script  string   // path of the script; "": the job is Command
	// Lists of --on-success and --on-failure end at the first failure, as the job's lists do.
	Brittle     bool
	Command     string
	Env         []string // including EnvFile
	KillTimeout time.Duration
}

// StatusLocked is the exit status if the lock kept the job from running: EX_TEMPFAIL of sysexits.h.
const StatusLocked = 75

// A run is one run of a job.
type run struct {
	config  *Job // as the command line describes it
	clock   clock.Clock
	entry   sig.Record
	limits  []proc.Limit
	signals *sig.Dispatcher
	guard   watchdog.Guard
	lock    *lock // nil: none, or released
	files   *fd.Table
	keep    *txn.Keep // the job's output; nil: it was not begun
	row     counted   // failures in a row, including this run
	trace   string    // the file of the job's trace; "": none
	notes   []string  // trouble outside the job
}

// Run runs the job and returns its exit status, or the signal that must end this process. It
// changes signal dispositions of the process, so the process should end afterwards.
func Run(j *Job) (status int, ended sig.Signal) {
	r := &run{config: j, clock: clock.System(), entry: sig.AtEntry()}
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

// run performs the steps of a run.
func (r *run) run(ctx context.Context) (status int, ended sig.Signal) {
	out := outcome{start: r.clock.Wall(), began: r.clock.Now()}
	if err := r.delay(ctx); err != nil {
		return stopped(err)
	}
	if r.config.Lock != "" {
		l, err := acquire(ctx, r.clock, &r.config.Options, r.slot(), r.config.KillTimeout, r.say)
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
			return r.conclude(ctx, &out)
		}
		r.lock = l
	}
	out.start, out.began = r.clock.Wall(), r.clock.Now()
	r.row = r.countFailure()
	r.job(ctx, &out)
	return r.conclude(ctx, &out)
}

// conclude performs the steps after the job.
func (r *run) conclude(ctx context.Context, out *outcome) (status int, ended sig.Signal) {
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
	r.metrics(out, row, known)
	wanted := r.config.Report == ReportAlways || r.config.Report == ReportFailure && out.failed() &&
		(!known || row >= r.config.AfterFailures)
	if wanted {
		r.report(ctx, out, row)
	}
	if r.keep != nil {
		r.keep.Close()
	}
	r.hook(ctx, out, line)
	if r.config.Report != ReportNever {
		r.printNotes(ctx)
	}
	return out.status, out.interrupted
}

// counted is a number of failed runs in a row.
type counted struct {
	n    int
	err  error // why the number is unknown
	done bool
}

// countFailure counts this run as a failure, if failures are counted. It does so before the job
// begins, so that the run counts even if ftsh or the machine is killed.
func (r *run) countFailure() (c counted) {
	if r.config.counts() {
		c.n, c.err = r.count(true)
	}
	c.done = true
	return c
}

// correctCount corrects the count after the end of the run. known reports whether the count is
// right.
func (r *run) correctCount(out *outcome) (row int, known bool) {
	switch {
	case out.failed() && !r.row.done: // the job was not begun
		r.row = r.countFailure()
	case !out.failed() && r.config.counts():
		_, err := r.count(false)
		return 0, err == nil
	}
	if err := r.row.err; err != nil {
		r.note("the failures in a row cannot be counted: %v", err)
	}
	return r.row.n, r.row.err == nil
}

func (r *run) count(failed bool) (int, error) {
	dir, err := stateDir(r.config.Env)
	if err != nil {
		return 0, err
	}
	c := counter{dir, patience}
	return c.count(r.config.identity(), failed)
}

// delay waits for the splay.
func (r *run) delay(ctx context.Context) error {
	if r.config.Splay == 0 {
		return nil
	}
	host, id := machine()
	d := splay(r.config.Splay, r.config.identity(), host, id)
	r.say("starting in " + duration.Human(d))
	return r.clock.Sleep(ctx, d)
}

// say tells a user at a terminal the reason for a wait.
func (r *run) say(text string) {
	if f := r.files.Get(2); f != nil && r.config.Report != ReportNever && fd.IsTerminal(f) {
		fmt.Fprintln(os.Stderr, r.prefix()+text)
	}
}

// note records trouble outside the job.
func (r *run) note(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

func (r *run) prefix() string { return filepath.Base(r.config.Name) + " --cron: " }

// startLimits returns the limits this process was started with, for those changed since.
func startLimits(entry sig.Record) []proc.Limit {
	if !entry.Recorded {
		return nil
	}
	return []proc.Limit{proc.LimitOf(resourceFiles, entry.Nofile)}
}

// watch prepares the guard.
func (r *run) watch() {
	r.guard.Clock, r.guard.KillTimeout = r.clock, r.config.KillTimeout
	r.guard.Launch = func(in *os.File) (watchdog.Process, error) {
		return watchdog.Start(r.config.Program, []string{r.config.Name, watchdog.Option}, r.limits, in)
	}
}

// A signalError is a signal that must end this process.
type signalError struct{ s sig.Signal }

func (e *signalError) Error() string { return "SIG" + sig.Name(e.s) }

// stopped returns the result of a run whose job was not begun.
func stopped(err error) (int, sig.Signal) {
	var e *signalError
	if errors.As(err, &e) {
		return flow.StatusSignalled + int(e.s), e.s
	}
	return StatusLocked, 0
}

// catchSignals returns a context that ends, with a *signalError, at the first signal that must end
// this process. Signals ignored when it was started stay ignored.
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
