package interp

import (
	"context"
	"syscall"

	"ftsh/internal/builtin"
	"ftsh/internal/fd"
	"ftsh/internal/job"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/trap"
	"ftsh/internal/vars"
)

// An environment is what XCU 2.13 calls a shell execution environment: what a
// subshell gets a copy of. What a field is to each kind of subshell is decided in
// fork, and for one in another process in state and restore: nowhere else.
type environment struct {
	sh      *Shell
	vars    *vars.Store
	fds     *fd.Table
	params  []string // $1 and on
	arg0    string   // $0
	opts    option.Set
	funcs   funcTable
	aliases aliasTable
	traps   *trap.Table
	jobs    *job.Table // nil: none yet
	getopts builtin.Getopts
	hash    *hashTable

	attrs  processAttributes // directory and umask
	pwd    string            // the logical working directory
	limits []proc.Limit      // those that were changed
	log    logLevel          // what is told to the host

	status     int    // $?
	bang       string // $!, "" while unset
	subshell   bool   // not the main environment
	registered bool   // signals reach its traps
	piped      bool   // it ends as by SIGPIPE

	snapshot *promptSnapshot // of the commands of a prompt that can be stopped as one job; else nil
}

// become turns the copy e of parent into a subshell's environment. Variables,
// functions, aliases and descriptors are shared until one of both writes, or, for
// one that lives beside its parent, copied.
func (e *environment) become(parent *environment, beside bool) error {
	around, err := parent.attrs.fork(beside || parent.snapshot != nil)
	if err != nil {
		return err
	}
	e.attrs = around
	if beside {
		e.vars = parent.vars.Clone()
	} else {
		e.vars = parent.vars.Fork()
	}
	e.fds = parent.fds.Fork()
	e.traps = parent.traps.Fork()
	e.jobs = nil
	if parent.jobs != nil && parent.jobs.Len() > 0 {
		e.jobs = parent.jobs.Fork() // for $(jobs -p)
	}
	e.hash = parent.hash.fork()
	e.funcs.shared, parent.funcs.shared = true, true
	e.aliases.shared, parent.aliases.shared = true, true
	e.subshell, e.registered, e.piped, e.snapshot = true, false, false, nil
	return nil
}

// close ends a forked environment: its EXIT trap has run.
func (e *environment) close() {
	e.fds.CloseAll()
	e.sh.hooks.syncFiles()
	e.attrs.release()
	e.sh.signals.forget(e)
}

// Jobs is the job table.
func (e *environment) Jobs() *job.Table {
	if e.jobs == nil {
		e.jobs = job.NewTable()
	}
	return e.jobs
}

// openFile opens a file of a redirection, unless the host has its own way.
func (e *environment) openFile(ctx context.Context, path string, flags int) (fd.File, error) {
	if e.sh.opts.Open != nil {
		return askForFile(ctx, e, path, flags)
	}
	return e.openPath(ctx, path, flags, 0o666)
}

// openPath opens a file with the environment's directory and umask.
func (e *environment) openPath(ctx context.Context, path string, flags int, mode uint32) (fd.File, error) {
	if mask := e.attrs.childMask(); mask >= 0 {
		return fd.OpenMasked(mask, func(flags int) (fd.File, error) { return e.open(ctx, path, flags, mode&^uint32(mask)) }, flags)
	}
	return e.open(ctx, path, flags, mode)
}

// maxOpening is how many may open a file at the same time, each in a thread if it is a fifo that
// nobody else opens. The branches beyond them look again and again.
const maxOpening = 32

// open opens a file, which may be a fifo, in the environment's directory.
func (e *environment) open(ctx context.Context, path string, flags int, mode uint32) (fd.File, error) {
	defer e.sh.counters.opens.Add(-1)
	owned := e.sh.counters.opens.Add(1) <= maxOpening && e.sh.opts.OwnProcess
	return fd.OpenFor(ctx, owned, dirOrCwd(e.Dir()), path, flags, mode)
}

// reopen opens descriptor n of the environment anew, where that can be done.
func (e *environment) reopen(n, flags int) (fd.File, error) {
	if f := e.fds.Get(n); f != nil {
		return fd.Reopen(f, flags)
	}
	return nil, syscall.EBADF
}

// monitoring reports whether each job has a process group of its own. A subshell has the option of
// the shell around it, as it has all others, but its programs belong to that shell's jobs: neither
// in the shell's process nor in one of its own is job control on because it was inherited.
func (e *environment) monitoring() bool {
	return e.opts.Has(option.Monitor) && !e.subshell && e.sh.terminal.monitored.Load()
}
