package interp

import (
	"ftsh/internal/builtin"
	"ftsh/internal/fd"
	"ftsh/internal/option"
)

// A promptSnapshot is the state of a prompt's environment outside of the functions, redirections
// and blocks in progress, as far as the environment does not have it. With it, the prompt goes on
// when its commands are stopped.
type promptSnapshot struct {
	files   *fd.Table
	params  []string        // while a function runs
	getopts builtin.Getopts // likewise
	opts    *option.Set     // restored by the outermost function that saved them; nil: none
	saver   int             // the functions in progress in it
}

// keepFile records that exec has set descriptor n permanently.
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

// keepOptions records that a function saved the options. functions counts those in progress.
func (p *promptSnapshot) keepOptions(opts option.Set, functions int) {
	if p != nil && p.opts == nil {
		p.opts, p.saver = &opts, functions
	}
}

// giveOptions records that a function ends and restores the options.
func (p *promptSnapshot) giveOptions(functions int) {
	if p != nil && p.saver == functions {
		p.opts, p.saver = nil, 0
	}
}

// splitFromPrompt makes two environments of one. job continues the running commands, as a subshell
// environment. main gets the state outside of them. No command may be running meanwhile. The error
// is the one of the working directory.
//
// State used by both stays with job, because its commands hold on to it. Exceptions are the traps,
// directory and umask: the process has them for main.
func splitFromPrompt(main, job *frame) error {
	around, err := job.env.attrs.Fork(true)
	if err != nil {
		return err
	}
	side := job.env.snapshot
	job.env.snapshot = nil
	registered := main.env.registered
	main.env = job.env
	main.env.registered = registered
	main.env.vars = job.env.vars.Outer()
	main.env.twinBash()
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
	main.env.funcs.shared, job.env.funcs.shared = true, true
	main.env.aliases.shared, job.env.aliases.shared = true, true

	job.env.attrs, job.env.traps, job.env.subshell = around, job.env.traps.Fork(), true
	job.watchTraps()
	return nil
}

// mergeIntoPrompt ends a job that was never stopped: main gets the job's environment.
func mergeIntoPrompt(main, job *frame) {
	job.env.snapshot.files.CloseAll()
	around, registered := main.context, main.env.registered
	*main = *job
	main.env.twinBash()
	main.env.registered, main.env.snapshot = registered, nil
	brittle := job.context.brittle
	main.context = around
	main.context.brittle = brittle
}
