package interp

import "ftsh/internal/option"

// adoptEnvironment copies the state of a fork into e: the opposite of become. Afterwards the fork
// only needs closing. The error is the one of changing the working directory.
//
// The role of e does not change. It stays the main environment or a subshell, and keeps its job
// control and the traps left unchanged by the fork.
func adoptEnvironment(e, fork *environment) error {
	if err := e.attrs.Adopt(fork.attrs); err != nil {
		return err
	}
	e.limits.Adopt(e.attrs, &fork.limits)
	e.vars.Adopt(fork.vars)
	e.fds.Adopt(fork.fds)
	e.traps.Adopt(fork.traps)
	if fork.jobs != nil {
		e.Jobs().Adopt(fork.jobs)
	}
	e.params, e.arg0, e.pwd = fork.params, fork.arg0, fork.pwd
	e.opts = fork.opts.Put(option.Monitor, e.opts.Has(option.Monitor))
	e.shopts = fork.shopts
	e.funcs, e.aliases = fork.funcs, fork.aliases
	e.getopts, e.hash = fork.getopts, fork.hash
	e.status, e.bang = fork.status, fork.bang
	e.adoptBash(fork)
	return nil
}
