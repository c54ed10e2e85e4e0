package interp

import (
	"slices"

	"ftsh/internal/option"
)

// adoptEnvironment makes the environment what a fork of it has become, which only has to be closed
// then: become, the other way. The error is that of the working directory.
//
// It stays what it is to others: the main environment or a subshell, with the traps that the
// fork did not change, and its job control.
func adoptEnvironment(e, fork *environment) error {
	if err := e.attrs.take(fork.attrs); err != nil {
		return err
	}
	for _, l := range fork.limits {
		if !slices.Contains(e.limits, l) {
			_ = e.SetLimit(l) // it was allowed there
		}
	}
	e.vars.Adopt(fork.vars)
	e.fds.Adopt(fork.fds)
	e.traps.Adopt(fork.traps)
	if fork.jobs != nil {
		e.Jobs().Adopt(fork.jobs)
	}
	e.params, e.arg0, e.pwd = fork.params, fork.arg0, fork.pwd
	e.opts = fork.opts.Put(option.Monitor, e.opts.Has(option.Monitor))
	e.funcs, e.aliases = fork.funcs, fork.aliases
	e.getopts, e.hash = fork.getopts, fork.hash
	e.status, e.bang = fork.status, fork.bang
	return nil
}
