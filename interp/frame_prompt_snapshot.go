package interp

import (
	"slices"

	"ftsh/internal/builtin"
	"ftsh/internal/fd"
	"ftsh/internal/option"
)

// A promptSnapshot is what the environment of a prompt's commands has outside of the functions,
// redirections and blocks that run, as far as the environment itself does not tell: with that the
// prompt goes on when they are stopped.
type promptSnapshot struct {
	files   *fd.Table
	params  []string        // while a function runs
	getopts builtin.Getopts // too
	opts    *option.Set     // that the outermost function gives back which has saved them; nil: none has
	saver   int             // how many functions were in progress in it
}

// keepFile says that exec made descriptor n last.
func (p *promptSnapshot) keepFile(n int, files *fd.Table) {
	if p == nil {
		return
	}
	e := files.Entry(n)
	if e.File != nil {
		e.File.Retain()
	}
	p.files.Replace(n, e).Release()
}

// keepOptions says that a function has saved the options, with so many in progress.
func (p *promptSnapshot) keepOptions(opts option.Set, functions int) {
	if p != nil && p.opts == nil {
		p.opts, p.saver = &opts, functions
	}
}

// giveOptions says that a function ends which has.
func (p *promptSnapshot) giveOptions(functions int) {
	if p != nil && p.saver == functions {
		p.opts, p.saver = nil, 0
	}
}

// splitFromPrompt makes two environments of one: job goes on with what runs, in a subshell environment, and
// main with what there is outside of that. Nothing of it runs now. The error is that of the
// working directory.
//
// Where both would write to the same, job keeps it, since its commands hold on to it; but the
// traps, which the process has for main, and directory and umask, which are the process's.
func splitFromPrompt(main, job *frame) error {
	around, err := job.env.attrs.fork(true)
	if err != nil {
		return err
	}
	side := job.env.snapshot
	job.env.snapshot = nil
	registered := main.env.registered
	main.env = job.env
	main.env.registered = registered
	main.env.vars = job.env.vars.Outer()
	main.env.fds = side.files
	if job.context.functions > 0 {
		main.env.params, main.env.getopts = side.params, side.getopts
	}
	if side.opts != nil {
		main.env.opts = *side.opts
	}
	main.env.vars.SetAllExport(main.env.opts.Has(option.AllExport))
	main.env.jobs = job.env.Jobs().Twin()
	main.env.hash = job.env.hash.fork()
	main.env.limits = slices.Clone(job.env.limits)
	main.env.funcs.shared, job.env.funcs.shared = true, true
	main.env.aliases.shared, job.env.aliases.shared = true, true

	job.env.attrs, job.env.traps, job.env.subshell = around, job.env.traps.Fork(), true
	job.watchTraps()
	return nil
}

// mergeIntoPrompt is the end of commands that were not stopped: main has become what they have made of it.
func mergeIntoPrompt(main, job *frame) {
	job.env.snapshot.files.CloseAll()
	around, registered := main.context, main.env.registered
	*main = *job
	main.env.registered, main.env.snapshot = registered, nil
	brittle := job.context.brittle
	main.context = around
	main.context.brittle = brittle
}
