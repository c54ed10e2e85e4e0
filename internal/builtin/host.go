// Package builtin holds the shell's builtin utilities, one file each.
//
// The model: a builtin is a function of what it needs of the shell, and of its
// arguments. It reads its options, acts, reports, and yields one flow.Outcome. What
// there is to need are the groups that make up [Host] ([Streams], [Variables],
// [Directory] and so on). A function takes the smallest interface that holds what it
// uses: a group, or an interface of its own file that joins some. So its first
// parameter says what it can touch, and a test fakes that alone. A table, which
// [Lookup] searches, lists them all with what POSIX says of each: whether it is a
// special builtin (XCU 2.15), and whether its arguments expand as assignments do.
//
// Invariants: a builtin keeps no state between calls: what lasts lives in the
// Host. It writes only through the Host's descriptors, and whatever can wait
// waits on the Host's context too.
//
// What is not here: what needs the evaluator itself (running a list, calling a
// function, starting a process), which is behind the Host.
//
// # To add a builtin
//
// Write its function, in a file named for it, with its synopsis in the comment:
//
//	// greet is `greet name`.
//	func greet(h Streams, args []string) flow.Outcome {
//		rest, ok := operands(h, args)
//		if !ok {
//			return misuse()
//		}
//		if len(rest) != 1 {
//			h.Errorf("expected one name")
//			return misuse()
//		}
//		return printed(h, "hello "+rest[0]+"\n")
//	}
//
// Give it a line in the table, in table.go, which is sorted:
//
//	{Name: "greet", Run: func(h Host, args []string) flow.Outcome { return greet(h, args) }},
//
// Show what it does in a transcript (spec/), and tell of it in docs/. Only where no
// group has what it needs, give one another method, or Host another group, and say
// in package interp how a frame does it (host*.go).
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

// A Func is a builtin as the table has it. args[0] is the name it was called by.
type Func func(h Host, args []string) flow.Outcome

// Host is all that builtins ask of the environment that they run in, by groups. It is
// for the goroutine that runs the builtin.
type Host interface {
	Streams
	Cancellation
	Variables
	Parameters
	Options
	Directory
	Process
	JobControl
	Signals
	Aliases
	Functions
	Search
	Runner
	Control
	Blocks
	History
}

// Streams are descriptors, standard output, and diagnostics.
type Streams interface {
	// File returns what a descriptor is; nil when it is closed.
	File(n int) fd.File
	// ReadLine is the ReadLine of f: of the terminal only while what runs is in its foreground.
	ReadLine(ctx context.Context, f fd.File, delim byte, limit int) ([]byte, error)
	// Print writes s to standard output. The outcome of a builtin whose write
	// failed is that of WriteFailed, which has said so.
	Print(s string) error
	// WriteFailed is the outcome of a builtin whose Print returned err, after
	// saying so where that is to be said: death by SIGPIPE for EPIPE, a
	// cancellation when the context ended, else status 1.
	WriteFailed(err error) flow.Outcome
	// Warn writes text to standard error as it is.
	Warn(text string)
	// Errorf writes a diagnostic, "script:line:col: name: message", for the builtin
	// that runs.
	Errorf(format string, args ...any)
}

// Cancellation ends what waits.
type Cancellation interface {
	// Context ends when what runs is cancelled.
	Context() context.Context
	// Interruptible's context ends then too, and when a signal arrives that has a
	// trap: what waits for the outside ends early, so that the trap's action can run.
	// stop must be called once it has waited.
	Interruptible() (ctx context.Context, stop func())
}

// Variables are those of the environment.
type Variables interface {
	Vars() *vars.Store
}

// Parameters are those of the script or the running function, and how far getopts
// has read them.
type Parameters interface {
	// Name is $0.
	Name() string
	// Params are $1 and on; SetParams replaces them.
	Params() []string
	SetParams([]string)
	// Getopts is the state of getopts.
	Getopts() *Getopts
}

// Options are those of `set`.
type Options interface {
	Options() option.Set
	// SetOption changes one and does what goes with it: monitor, allexport. The error
	// says why it cannot be changed.
	SetOption(o option.Opt, on bool) error
	// Interactive reports whether the shell is.
	Interactive() bool
}

// Directory is the working directory, of this environment alone.
type Directory interface {
	// Getwd is the absolute logical working directory; Chdir changes to path
	// (already made absolute). It leaves PWD and OLDPWD to the builtin.
	Getwd() string
	Chdir(path string) error
	// PhysicalWd is the working directory without symbolic links. NameWd makes path
	// what Getwd returns: another name of the directory, after cd -P.
	PhysicalWd() (string, error)
	NameWd(path string)
	// Dir is a descriptor of the working directory; -1 when it is the process's.
	Dir() int
}

// Process is what the system keeps for each process beside its directory, and the
// shell for each environment: the file mode creation mask, and resource limits.
type Process interface {
	Umask() int
	SetUmask(mask int)
	Limit(resource int) (proc.Limit, error)
	SetLimit(proc.Limit) error
}

// JobControl is the jobs of the environment.
type JobControl interface {
	Jobs() *job.Table
	// Wait waits for a job (nil: for all) and says its status. It ends early,
	// interrupted, with the signal when a trapped one arrives (XCU wait).
	Wait(j *job.Job) (status int, interrupted sig.Signal)
	// Foreground continues a stopped job in the foreground and waits for it. First it calls say, which tells which
	// job it is; where that fails, the job stays as it is.
	Foreground(j *job.Job, say func() flow.Outcome) flow.Outcome
	// Background continues a stopped job in the background, where $! names it.
	Background(j *job.Job) error
}

// Signals are those that come, and those that are sent.
type Signals interface {
	Traps() *trap.Table
	// Kill sends a signal to a process, a group (pid < 0) or the shell itself.
	Kill(pid int, s sig.Signal) error
}

// Aliases are those of the environment.
type Aliases interface {
	Alias(name string) (string, bool)
	SetAlias(name, value string)
	// Unalias reports whether there was one.
	Unalias(name string) bool
	UnaliasAll()
	// AliasNames are the names of all, sorted.
	AliasNames() []string
}

// Functions are those that are defined, and the one that runs.
type Functions interface {
	UnsetFunction(name string)
	// InFunction reports whether a function is running, so that local has a scope.
	InFunction() bool
	// LocalOptions brings the options back to what they are as the function ends.
	LocalOptions()
}

// Search finds commands.
type Search interface {
	// Find says what the first word name would run.
	Find(name string) Found
	// FindStandard searches the standard utilities' PATH (command -p) for a program.
	FindStandard(name string) (string, bool)
	// Hash remembers name's place, Rehash forgets all, Hashed lists them.
	Hash(name string) bool
	Rehash()
	Hashed() []string
}

// Runner runs commands.
type Runner interface {
	// Eval runs text as commands in this environment.
	Eval(text string) flow.Outcome
	// Source runs a file's commands in this environment (the dot utility).
	Source(path string) flow.Outcome
	// Command runs args without looking for functions; standard searches the
	// standard utilities' PATH (command -p).
	Command(args []string, standard bool) flow.Outcome
	// Exec replaces the shell by the command. It returns only on failure.
	Exec(args []string) flow.Outcome
	// KeepRedirections makes the redirections of the running command last (exec
	// without a command).
	KeepRedirections()
}

// Control is what stands around the builtin, and can be left.
type Control interface {
	// Loops is the number of loops around the command that break may leave; -1: in a
	// forall branch, outside the loops in it.
	Loops() int
	// NoLoop says why break or continue cannot stand here without a loop: in a block, and in what runs from one;
	// "": it can.
	NoLoop(name string) string
	// Returnable reports whether return has something to leave: a function or a
	// sourced file.
	Returnable() bool
	// ExitStatus and ReturnStatus are what exit and return yield by default: $? as the
	// builtin started, but if it ends the action of a trap what $? was before that.
	ExitStatus() int
	ReturnStatus() int
}

// Blocks is the innermost try, forany or forall.
type Blocks interface {
	// FailedStatus is what abort and failure yield by default: the status that the
	// innermost catch list handles; outside of one that of the command of this attempt
	// that failed last; 1 where none did.
	FailedStatus() int
	// Fail says with what status abort or failure fails the attempt. Its error is text, or,
	// where that is "", what it was before.
	Fail(status int, text string)
	// Wall is the time of day.
	Wall() time.Time
	// Detach runs a program outside all blocks.
	Detach(args []string) flow.Outcome
	// FailAfter sets the delay before the next attempt of the innermost try
	// (failure --after).
	FailAfter(d time.Duration)
}
