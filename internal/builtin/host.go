// Package builtin holds the shell's builtin utilities, one file each.
//
// The model: a builtin is a function of a [Host], the frame it runs in, and its
// arguments. It parses its options, acts through the Host, reports, and yields
// one flow.Outcome. [Table] lists them all with what POSIX says of each: whether
// it is a special builtin (XCU 2.14), and whether it is found before or during
// the PATH search (XCU 2.9.1.4).
//
// Invariants: a builtin keeps no state between calls: what lasts lives in the
// Host. It writes only through the Host's descriptors, and whatever can wait
// waits on the Host's context too.
//
// What is not here: what needs the evaluator itself (running a list, calling a
// function, starting a process), which is behind the Host.
package builtin

import (
	"context"
	"time"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/internal/trap"
	"ftsh/internal/vars"
)

// A Func is a builtin. args[0] is the name it was called by.
type Func func(h Host, args []string) flow.Outcome

// Host is what builtins ask of the frame that they run in. It is for the
// goroutine that runs the frame.
type Host interface {
	// Context ends when what runs is cancelled. Interruptible's ends then too, and
	// when a signal arrives that has a trap: what waits for the outside ends early,
	// so that the trap's action can run. stop must be called once it has waited.
	Context() context.Context
	Interruptible() (ctx context.Context, stop func())

	// Vars are the variables of the frame's environment.
	Vars() *vars.Store
	// Params are $1 and on; SetParams replaces them.
	Params() []string
	SetParams([]string)

	// Options is the option set; SetOption changes one (and does what goes with
	// it: monitor, allexport). The error says why it cannot be changed.
	Options() option.Set
	SetOption(o option.Opt, on bool) error

	// File returns what descriptor n of the frame is; nil when it is closed.
	File(n int) *fd.File
	// Print writes s to standard output. The outcome of a builtin whose write
	// failed is that of WriteFailed, which has said so.
	Print(s string) error
	// WriteFailed is the outcome of a builtin whose Print returned err, after
	// saying so where that is to be said: death by SIGPIPE for EPIPE, a
	// cancellation when the context ended, else status 1.
	WriteFailed(err error) flow.Outcome
	// Errorf writes a diagnostic, "script:line:col: name: message", for the builtin
	// that runs.
	Errorf(format string, args ...any)

	// TrapStatus is $? as the builtin started, but in the action of a trap what $?
	// was before it: what exit and return yield by default.
	TrapStatus() int
	// CatchStatus is the status that the innermost catch list handles, 0 outside of
	// one: what abort and failure yield by default.
	CatchStatus() int

	// Getwd is the absolute logical working directory; Chdir changes to path
	// (already made absolute), for this environment alone. It leaves PWD and
	// OLDPWD to the builtin.
	Getwd() string
	Chdir(path string) error
	// PhysicalWd is the working directory without symbolic links. NameWd makes path
	// what Getwd returns: another name of the directory, after cd -P.
	PhysicalWd() (string, error)
	NameWd(path string)

	// Dir is a descriptor of the working directory; -1 when it is the process's.
	Dir() int

	// Umask and Limits belong to the environment.
	Umask() int
	SetUmask(mask int)
	Limit(resource int) (proc.Limit, error)
	SetLimit(proc.Limit) error

	// Jobs and Traps are the environment's tables.
	Jobs() *job.Table
	Traps() *trap.Table
	// Wait waits for a job (nil: for all) and says its status. It ends early,
	// interrupted, with the signal when a trapped one arrives (XCU wait).
	Wait(j *job.Job) (status int, interrupted sig.Signal)
	// Foreground continues a stopped job in the foreground and waits for it.
	Foreground(j *job.Job) flow.Outcome
	// Kill sends a signal to a process, a group (pid < 0) or the shell itself.
	Kill(pid int, s sig.Signal) error

	// Aliases.
	Alias(name string) (string, bool)
	SetAlias(name, value string)
	Unalias(name string) bool
	UnaliasAll()
	AliasNames() []string

	// Functions.
	UnsetFunction(name string)

	// Find says what the first word name would run.
	Find(name string) Found
	// FindIn searches the directories of path instead of PATH.
	FindPath(name, path string) (string, bool)
	// Hash remembers name's place, Rehash forgets all, Hashed lists them.
	Hash(name string) bool
	Rehash()
	Hashed() []string

	// Eval runs text as commands in this environment; what names it in messages.
	Eval(text string) flow.Outcome
	// Source runs a file's commands in this environment (the dot utility).
	Source(path string) flow.Outcome
	// Command runs args without looking for functions; defaultPath searches the
	// standard utilities' PATH (command -p).
	Command(args []string, defaultPath bool) flow.Outcome
	// Exec replaces the shell by the command. It returns only on failure.
	Exec(args []string) flow.Outcome
	// KeepRedirections makes the redirections of the running command last (exec
	// without a command).
	KeepRedirections()

	// Loops is the number of loops around the command that break may leave.
	Loops() int // -1: in a forall branch, outside the loops in it
	// InFunction reports whether a function is running, so that local has a scope;
	// Returnable whether return has something to leave: a function or a sourced file.
	// LocalOptions brings the options back to what they are as the function ends.
	InFunction() bool
	LocalOptions()
	Returnable() bool

	// Getopts is the state of getopts.
	Getopts() *Getopts

	// Interactive reports whether the shell is; Name is $0.
	Interactive() bool
	Name() string
	// FailAfter sets the delay before the next attempt of the innermost try
	// (failure --after).
	FailAfter(d time.Duration)
}
