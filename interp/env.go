package interp

import (
	"context"
	"syscall"

	"ftsh/internal/builtin"
	"ftsh/internal/fd"
	"ftsh/internal/job"
	"ftsh/internal/option"
	"ftsh/internal/shellenv"
	"ftsh/internal/trap"
	"ftsh/internal/vars"
)

// An environment is a shell execution environment (XCU 2.13); a subshell gets a copy of it. Only
// fork decides how a subshell gets each field, and for a subshell in another process, state and
// restore.
type environment struct {
	sh      *Shell
	vars    *vars.Store
	fds     *fd.Table
	params  []string // $1 and on
	arg0    string   // $0
	opts    option.Set
	shopts  option.Shopts // in effect in the dialect of bash
	funcs   funcTable
	aliases aliasTable
	traps   *trap.Table
	jobs    *job.Table // nil: none yet
	getopts builtin.Getopts
	hash    *hashTable

	attrs  shellenv.Attributes // directory and umask
	pwd    string              // the logical working directory
	limits shellenv.Limits
	log    logLevel   // the level of events to report
	bash   *bashState // of the dialect of bash; nil: it has not been on

	status     int            // $?
	bang       string         // $!, "" while unset
	subshell   bool           // not the main environment
	registered bool           // signals reach its traps
	substs     []startedSubst // the process substitutions of the running commands
	piped      bool           // it ends as if by SIGPIPE

	// Set while the environment runs a prompt's commands, which can be stopped as one job; else
	// nil.
	snapshot *promptSnapshot
}

// become turns e, a copy of parent, into a subshell's environment. Variables, functions, aliases
// and descriptors are shared until one of the two writes. The variables of a subshell that is apart
// are copied at once. The subshell's jobs are given.
func (e *environment) become(parent *environment, c concurrency, jobs *job.Table) error {
	attrs, err := parent.attrs.Fork(c != awaited || parent.snapshot != nil)
	if err != nil {
		return err
	}
	e.attrs = attrs
	switch c {
	case apart:
		e.vars = parent.vars.Clone()
	case alongside:
		e.vars = parent.vars.Share()
	default:
		e.vars = parent.vars.Fork()
	}
	e.fds = parent.fds.Fork()
	e.traps = parent.traps.Fork()
	e.forkBash(parent)
	e.jobs = jobs
	e.hash = parent.hash.fork()
	e.funcs.shared, parent.funcs.shared = true, true
	e.aliases.shared, parent.aliases.shared = true, true
	e.subshell, e.registered, e.piped, e.snapshot = true, false, false, nil
	return nil
}

// close ends a forked environment, after its EXIT trap has run.
func (e *environment) close() {
	e.fds.CloseAll()
	e.sh.hooks.syncFiles()
	e.attrs.Release()
	e.sh.signals.forget(e)
}

// Jobs returns the job table, making it if there is none.
func (e *environment) Jobs() *job.Table {
	if e.jobs == nil {
		e.jobs = job.NewTable()
	}
	return e.jobs
}

// openFile opens a file for a redirection, through the host's hook if there is one.
func (e *environment) openFile(ctx context.Context, path string, flags int) (fd.File, error) {
	if e.sh.opts.Hooks.Open != nil {
		return askForFile(ctx, e, path, flags)
	}
	return e.openPath(ctx, path, flags, 0o666)
}

// openPath opens a file with the environment's directory and umask.
func (e *environment) openPath(
	ctx context.Context, path string, flags int, mode uint32,
) (fd.File, error) {
	if mask := e.attrs.ChildMask(); mask >= 0 {
		return fd.OpenMasked(mask, func(flags int) (fd.File, error) {
			return e.open(ctx, path, flags, mode&^uint32(mask))
		}, flags)
	}
	return e.open(ctx, path, flags, mode)
}

// maxOpening is how many files may be opened at the same time. Opening a fifo without a peer blocks
// a thread. Branches above this number poll instead.
const maxOpening = 32

// open opens a file, possibly a fifo, relative to the environment's directory.
func (e *environment) open(
	ctx context.Context, path string, flags int, mode uint32,
) (fd.File, error) {
	defer e.sh.counters.opens.Add(-1)
	owned := e.sh.counters.opens.Add(1) <= maxOpening && e.sh.opts.Standalone.OwnProcess
	return fd.OpenFor(ctx, owned, shellenv.At(e.Dir()), path, flags, mode)
}

// reopen opens descriptor n of the environment anew, if the file allows it.
func (e *environment) reopen(n, flags int) (fd.File, error) {
	if f := e.fds.Get(n); f != nil {
		return fd.Reopen(f, flags)
	}
	return nil, syscall.EBADF
}

// monitoring reports whether each job has a process group of its own. A subshell inherits the
// option monitor like all others, but its programs belong to the jobs of the enclosing shell. So
// inheriting the option never turns job control on, be the subshell in the shell's process or in
// its own.
func (e *environment) monitoring() bool {
	return e.opts.Has(option.Monitor) && !e.subshell && e.sh.terminal.monitored.Load()
}
