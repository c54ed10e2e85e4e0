package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"

	"ftsh/internal/bashism"
	"ftsh/internal/cron"
	"ftsh/internal/flow"
	"ftsh/internal/inject"
	"ftsh/internal/rehearse"
	"ftsh/internal/sig"
	"ftsh/interp"
	"ftsh/interp/event"
)

// rehearsal reports whether --name is --rehearse or one of its options.
func rehearsal(name string) bool {
	return name == "rehearse" || rehearse.Takes(name) || rehearse.Flag(name)
}

// rehearsing is the command line's settings of a rehearsal.
type rehearsing struct {
	on    bool
	set   rehearse.Options
	named string // the first option of --rehearse present
}

// option sets --rehearse or one of its options.
func (r *rehearsing) option(name, value string) error {
	if name == "rehearse" {
		r.on = true
		return nil
	}
	if r.named == "" {
		r.named = name
	}
	return r.set.Set(name, value)
}

// valid checks the options together.
func (r *rehearsing) valid(inv *invocation) error {
	switch {
	case r.named != "" && !r.on:
		return fmt.Errorf("--%s: only with --rehearse", r.named)
	case r.on && inv.cronJob.on:
		return errors.New("--rehearse: not with --cron")
	case r.on && (inv.log.trace != "" || inv.journalDir != ""):
		return errors.New("--rehearse: not with --trace or --journal-dir: each run has its own")
	case r.on && inv.interactive:
		return errors.New("--rehearse: not with -i")
	case r.on && runtime.GOOS != "linux":
		return errors.New("--rehearse: only on Linux")
	}
	return nil
}

// runRehearsal runs the script again and again under faults, and reports the findings.
func (inv *invocation) runRehearsal(name string, env []string) int {
	script, text, status := inv.script(name)
	if status != 0 {
		return status
	}
	inv.warnOfStray(name, "script", rehearsal)
	job := &rehearse.Job{Options: inv.rehearsal.set, Program: self, Args: inv.line.job, Script: script, Shown: script,
		Text: text, Bash: slices.Contains(inv.set, "bash") || !inv.dialect.plain && bashism.Dialect(text),
		Posix: inv.dialect.posix, Env: absolutePaths(env), Words: inv.line.job}
	ctx, ended := ending()
	found, err := inv.rehearsed(ctx, job)
	if s := ended(); s != 0 {
		sig.Die(s)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: rehearsal: %v\n", filepath.Base(name), err)
		return flow.StatusUsage
	}
	if found {
		return 1
	}
	return 0
}

// rehearsed makes a job whole, and runs it.
func (inv *invocation) rehearsed(ctx context.Context, job *rehearse.Job) (found bool, err error) {
	if job.Program == "" {
		if job.Program, err = os.Executable(); err != nil {
			return false, err
		}
	}
	if job.Dir, err = os.Getwd(); err != nil {
		return false, err
	}
	if st, err := os.Stdin.Stat(); err == nil && st.Mode()&os.ModeCharDevice == 0 {
		if job.Stdin, err = io.ReadAll(os.Stdin); err != nil {
			return false, err
		}
	}
	if inv.hasCommand {
		job.Script = inv.name0("ftsh")
		job.Shown = job.Script
	} else {
		if job.Script, err = filepath.Abs(cron.ScriptPath(inv.file, os.Getenv("PATH"))); err != nil {
			return false, err
		}
		at := len(inv.line.job) - len(inv.args) - 1
		job.Args = append(append(append([]string(nil), inv.line.job[:at]...), job.Script), inv.args...)
	}
	return rehearse.Run(ctx, job, os.Stdout)
}

// ending returns a context until a signal ends this process, and a function for the signal, 0 if none
// has arrived.
func ending() (context.Context, func() sig.Signal) {
	ctx, cancel := context.WithCancel(context.Background())
	entry, got := sig.AtEntry(), new(atomic.Int32)
	d := sig.NewDispatcher(entry)
	for _, s := range []sig.Signal{sig.SIGINT, sig.SIGTERM, sig.SIGHUP, sig.SIGQUIT} {
		if !entry.Ignored.Has(s) {
			_ = d.Set(s, sig.Catch)
		}
	}
	wake := d.Wake()
	go func() {
		for range wake {
			for s, ok := d.Take(); ok; s, ok = d.Take() {
				got.CompareAndSwap(0, int32(s))
				cancel()
			}
		}
	}()
	return ctx, func() sig.Signal { return sig.Signal(got.Load()) }
}

// mostSpans is how many begins and ends of spans the trace of a rehearsed shell has.
const mostSpans = 100_000

// joinRehearsal makes the shell a part of a rehearsed run, if its environment names one. before may
// change a command before it is run; nil changes nothing.
func joinRehearsal(opts *interp.Options, before func(*interp.Command)) error {
	in, err := inject.Join(opts.Env, self)
	if in == nil || err != nil {
		return err
	}
	opts.Sources.Rand, opts.Standalone.Clock = in.Rand, in.Clock
	opts.Hooks.Command = func(ctx context.Context, c *interp.Command) (int, error) {
		if before != nil {
			before(c)
		}
		return in.Command(ctx, c)
	}
	more, spans := opts.Log.Spans, new(atomic.Int64)
	opts.Log.Spans = func(s event.Span) {
		in.Span(s)
		if more != nil && spans.Add(1) <= mostSpans { // a loop without an end must not fill the disk
			more(s)
		}
	}
	return nil
}
