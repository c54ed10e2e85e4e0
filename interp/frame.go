package interp

import (
	"context"
	"strconv"
	"time"

	"ftsh/internal/builtin"
	"ftsh/internal/expand"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/trap"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// A frame is one shell execution environment (XCU 2.13): the main shell's, or
// a subshell's, made by fork. It is for one goroutine at a time.
type frame struct {
	sh    *Shell
	scope *scope // what cancels the commands that run now

	vars    *vars.Store
	fds     *fd.Table
	params  []string
	arg0    string
	opts    option.Set
	funcs   funcTable
	aliases aliasTable
	traps   *trap.Table
	jobs    *job.Table
	group   *jobGroup  // the job that runs the environment; nil: none
	dir     *directory // nil: the process's own
	pwd     string     // the logical working directory
	umask   int        // -1: the process's own
	limits  []proc.Limit
	getopts builtin.Getopts
	hash    *hashTable

	status   int    // $?
	bang     string // $!, "" while unset
	subshell bool   // not the main environment
	branch   *branch

	pos    ast.Pos // where the running command stands, for diagnostics
	script string  // its file
	name   string  // the running builtin, for diagnostics

	loops     int  // loops that break may leave
	functions int  // function calls in progress
	sources   int  // sourced files in progress
	tested    int  // > 0: the status is looked at, so that errexit does not apply
	brittle   bool // lists end at the first failure
	block     *blockState
	depth     depth
	trapping  bool // a trap action runs
	keepRedir bool // set by exec without a command

	callerOpts *option.Set // the options that the running function gives back (local -); nil: none

	blocks     int           // blocks around the command, also while a catch list runs
	failure    *failure      // the command that failed last in the attempt
	after      time.Duration // failure --after
	hasAfter   bool
	evals      int  // evals and traps in progress
	registered bool // signals reach its traps
	catching   int  // the status that the innermost catch list handles
	trapStatus int  // $? before the running trap's action

	// What the command substitutions of the running command left.
	subst substResult
}

type substResult struct {
	ran    bool
	status int
	failed flow.Outcome // the first that failed, for brittle lists
}

// fork makes the environment of a subshell (XCU 2.13).
func (fr *frame) fork() *frame {
	c := new(frame)
	*c = *fr
	c.vars = fr.vars.Fork()
	c.fds = fr.fds.Fork()
	c.traps = fr.traps.Fork()
	c.jobs = nil
	if fr.jobs != nil && fr.jobs.Len() > 0 {
		c.jobs = fr.jobs.Fork() // for $(jobs -p)
	}
	c.hash = fr.hash.fork()
	c.funcs.shared, fr.funcs.shared = true, true
	c.aliases.shared, fr.aliases.shared = true, true
	c.dir.retain()
	c.subshell = true
	c.opts = fr.opts.Without(option.Monitor)
	c.keepRedir, c.registered = false, false
	c.watchTraps()
	return c
}

// close ends a forked environment: its EXIT trap has run.
func (fr *frame) close() {
	fr.fds.CloseAll()
	fr.dir.release()
	fr.sh.forget(fr)
}

// finish is the end of a subshell: its EXIT trap, then its outcome as the
// parent sees it.
func (fr *frame) finish(out flow.Outcome) flow.Outcome {
	out = fr.runExitTrap(out)
	switch out.Divert {
	case flow.Cancel, flow.Failure, flow.Abort:
		return out // these take effect in the parent
	}
	return flow.Outcome{Status: out.Status}
}

// The methods below make a frame an expand.Shell.

var _ expand.Shell = (*frame)(nil)

// Context ends when the running commands are cancelled.
func (fr *frame) Context() context.Context { return fr.scope.ctx }

// Vars returns the environment's variables.
func (fr *frame) Vars() *vars.Store { return fr.vars }

// Params returns the positional parameters.
func (fr *frame) Params() []string { return fr.params }

// Options returns the option set.
func (fr *frame) Options() option.Set { return fr.opts }

// Special returns the value of a special parameter.
func (fr *frame) Special(c byte) string {
	switch c {
	case '0':
		return fr.arg0
	case '?':
		return strconv.Itoa(fr.status)
	case '$':
		return fr.sh.pidText
	case '!':
		return fr.bang
	case '-':
		return option.Letters(fr.opts)
	}
	return ""
}

// BangSet reports whether $! has a value.
func (fr *frame) BangSet() bool { return fr.bang != "" }

// Dir is the descriptor that relative paths start from, -1 for the process's own.
func (fr *frame) Dir() int { return fr.dir.fd() }

// Home returns the home directory of user.
func (fr *frame) Home(user string) (string, bool) {
	if user == "" {
		return fr.vars.Lookup("HOME")
	}
	return homeOf(user)
}

// cancelled reports whether what runs has been cancelled. It is cheap enough
// for every turn of a loop.
func (fr *frame) cancelled() bool { return fr.scope.flag.Load() }

// halted is cancelled for what has just failed, and may have failed because of a
// cancellation that is still on its way here.
func (fr *frame) halted() bool { return fr.scope.flag.Load() || fr.scope.over() }

// attention runs what must run between two commands: pending traps, and the
// unwinding after a cancellation.
func (fr *frame) attention() flow.Outcome {
	if fr.sh.signals != nil && fr.sh.signals.Pending() {
		fr.sh.takeSignals()
	}
	if fr.scope.flag.Load() {
		return fr.cancelOutcome()
	}
	if fr.traps.Pending() {
		return fr.runTraps()
	}
	return flow.Outcome{}
}
