// Package builtin holds the shell's builtin utilities, one file each.
//
// The model: a builtin is a function of a part of the shell, and of its arguments. It reads its
// options, acts, reports, and yields one flow.Outcome. The parts are the groups of [Host]
// ([Streams], [Variables], [Directory] and so on). A function takes the smallest interface
// sufficient for it: a group, or an interface of its own file joining some. So its first parameter
// shows everything it can touch, and a test fakes only this. A table, searched by [Lookup], lists
// all builtins with their properties in POSIX: whether it is a special builtin (XCU 2.15), and
// whether its arguments expand as assignments do.
//
// Invariants: a builtin keeps no state between calls: all lasting state lives in the Host. It
// writes only through the Host's descriptors, and every wait also ends with the Host's context.
//
// Elsewhere: everything in need of the evaluator itself (running a list, calling a function,
// starting a process) is up to the Host.
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
// Show its use in a transcript (spec/), and describe it in docs/. Only if no group suffices, give
// one another method, or Host another group, and implement it for a frame in package interp
// (host*.go).
package builtin

import (
	"context"
	"time"

	"ftsh/internal/compspec"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/internal/trap"
	"ftsh/internal/vars"
)

// A Func is a builtin as listed in the table. args[0] is the name it was called by.
type Func func(h Host, args []string) flow.Outcome

// Host is everything builtins ask of the environment around them, by groups. It is for the
// goroutine running the builtin.
//
// Large: it is the sum of its groups. A builtin gets only those that it uses.
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
	Declarations
	Bash
	Completion
}

// Streams are descriptors, standard output, and diagnostics.
type Streams interface {
	// File returns a descriptor; nil if it is closed.
	File(n int) fd.File
	// ReadLine is the ReadLine of f. It reads the terminal only while the caller is in its
	// foreground.
	ReadLine(ctx context.Context, f fd.File, delim byte, limit int) ([]byte, error)
	// Print writes s to standard output. After a failed write the outcome of the builtin is the
	// result of WriteFailed, which has reported it.
	Print(s string) error
	// WriteFailed returns the outcome of a builtin whose Print returned err, after reporting it if
	// need be: death by SIGPIPE for EPIPE, a cancellation if the context ended, else status 1.
	WriteFailed(err error) flow.Outcome
	// Warn writes text to standard error unchanged.
	Warn(text string)
	// Errorf writes a diagnostic, "script:line:col: name: message", for the running builtin.
	Errorf(format string, args ...any)
}

// Cancellation ends waits.
type Cancellation interface {
	// Context ends when the running command is cancelled.
	Context() context.Context
	// Interruptible's context ends then too, and when a signal with a trap arrives: a wait for
	// something outside ends early, so that the trap's action can run. stop must be called after
	// the wait.
	Interruptible() (ctx context.Context, stop func())
	// RunTraps runs the actions of trapped signals that have arrived.
	RunTraps() flow.Outcome
}

// Variables are the variables of the environment.
type Variables interface {
	Vars() *vars.Store
	// Target returns name[subscript] in the dialect of bash with the subscript expanded, if the
	// store does not do it; any other text stays as it is.
	Target(text string) string
}

// Parameters are the parameters of the script or the running function, and the state of getopts.
type Parameters interface {
	// Name is $0.
	Name() string
	// Params are $1 and on; SetParams replaces them.
	Params() []string
	SetParams([]string)
	// Getopts is the state of getopts.
	Getopts() *Getopts
}

// Options are the options of `set`, and those of `shopt`.
type Options interface {
	Options() option.Set
	// SetOption changes an option together with its effects: monitor, allexport. The error gives
	// the reason if it cannot be changed.
	SetOption(o option.Opt, on bool) error
	// Shopts are the options of shopt; SetShopts replaces them.
	Shopts() option.Shopts
	SetShopts(option.Shopts)
	// Interactive reports whether the shell is interactive.
	Interactive() bool
}

// Directory is the working directory, of this environment alone.
type Directory interface {
	// Getwd returns the absolute logical working directory; Chdir changes to path (already made
	// absolute). It leaves PWD and OLDPWD to the builtin.
	Getwd() string
	Chdir(path string) error
	// PhysicalWd returns the working directory without symbolic links. NameWd makes Getwd return
	// path: another name of the directory, after cd -P.
	PhysicalWd() (string, error)
	NameWd(path string)
	// Dir is a descriptor of the working directory; -1 if it is the process's.
	Dir() int
}

// Process is the state kept by the system for each process next to its directory, and by the shell
// for each environment: the file mode creation mask, and resource limits.
type Process interface {
	Umask() int
	SetUmask(mask int)
	Limit(resource int) (proc.Limit, error)
	SetLimit(proc.Limit) error
}

// JobControl is the jobs of the environment.
type JobControl interface {
	Jobs() *job.Table
	// Wait waits for a job (nil: for all) and returns its status. It ends early, interrupted, with
	// the signal when a trapped one arrives (XCU wait).
	Wait(j *job.Job) (status int, interrupted sig.Signal)
	// WaitAny waits for one of the jobs (none: of all) to end, or to stop unless ended is set, and
	// returns it; nil if there is none. It ends early as Wait does.
	WaitAny(jobs []*job.Job, ended bool) (j *job.Job, interrupted sig.Signal)
	// Foreground continues a stopped job in the foreground and waits for it. First it calls say to
	// print the job; if say fails, the job stays as it is.
	Foreground(j *job.Job, say func() flow.Outcome) flow.Outcome
	// Background continues a stopped job in the background, and $! names it.
	Background(j *job.Job) error
}

// Signals receives and sends signals.
type Signals interface {
	Traps() *trap.Table
	// Kill sends a signal to a process, a group (pid < 0) or the shell itself.
	Kill(pid int, s sig.Signal) error
}

// Aliases are the aliases of the environment.
type Aliases interface {
	Alias(name string) (string, bool)
	SetAlias(name, value string)
	// Unalias removes an alias, and reports whether there was one.
	Unalias(name string) bool
	UnaliasAll()
	// AliasNames returns all names, sorted.
	AliasNames() []string
}

// Functions are the defined functions, and the running one.
type Functions interface {
	UnsetFunction(name string)
	// InFunction reports whether a function is running, so that local has a scope.
	InFunction() bool
	// LocalOptions restores the present options as the function ends.
	LocalOptions()
}

// Declarations are the arguments of declare and its kin in the dialect of bash, and what it lists.
type Declarations interface {
	// Array returns the elements of name=(…) in the arguments of the running builtin: value is what
	// follows the =. ok reports whether it is an array.
	Array(value string) (items []vars.Item, ok bool)
	// DropArrays forgets the elements of arrays in the arguments.
	DropArrays()
	// ReadArray reads text as the (…) of an assignment, and expands its elements; keyed are those
	// of an associative array.
	ReadArray(text string, keyed bool) ([]vars.Item, error)
	// FunctionNames returns the names of the functions, sorted.
	FunctionNames() []string
	// FunctionText returns the definition of a function, and whether there is one.
	FunctionText(name string) (text string, ok bool)
	// FunctionPlace returns where a function that there is was defined.
	FunctionPlace(name string) (file string, line int)
	// ExportFunction puts a function that there is into the environment of commands, or takes it
	// out. Exported reports whether it is in it.
	ExportFunction(name string, on bool) error
	Exported(name string) bool
}

// Search finds commands.
type Search interface {
	// Find returns the command meant by the first word name.
	Find(name string) Found
	// FindStandard searches the standard utilities' PATH (command -p) for a program.
	FindStandard(name string) (string, bool)
	// Hash remembers the path of name, Rehash forgets all, Hashed lists them.
	Hash(name string) bool
	Rehash()
	Hashed() []Remembered
	// Remember sets the path of name; "" forgets it.
	Remember(name, path string)
}

// Runner runs commands.
type Runner interface {
	// Eval runs text as commands in this environment.
	Eval(text string) flow.Outcome
	// Source runs a file's commands in this environment (the dot utility).
	Source(path string, args ...string) flow.Outcome
	// Command runs args without looking for functions; standard searches the
	// standard utilities' PATH (command -p).
	Command(args []string, standard bool) flow.Outcome
	// Exec replaces the shell by the command, which gets argv0 as its name; bare: and an empty
	// environment. It returns only on failure.
	Exec(args []string, argv0 string, bare bool) flow.Outcome
	// KeepRedirections makes the redirections of the running command permanent (exec without a
	// command).
	KeepRedirections()
}

// Control is the constructs around the builtin that it can leave.
type Control interface {
	// Loops returns the number of loops around the command within reach of break; -1: in a forall
	// branch, outside the loops in it.
	Loops() int
	// NoLoop returns why break or continue cannot stand here without a loop: in a block, and in
	// code called from one. "" means that it can.
	NoLoop(name string) string
	// Returnable reports whether return can leave a function or a sourced file.
	Returnable() bool
	// ExitStatus and ReturnStatus return the default of exit and return: $? at the start of the
	// builtin, but at the end of a trap's action $? before the action.
	ExitStatus() int
	ReturnStatus() int
}

// Blocks is the innermost try, forany or forall.
type Blocks interface {
	// FailedStatus is the default of abort and failure: the status handled by the innermost catch
	// list; outside of one the status of the attempt's last failed command; 1 if none failed.
	FailedStatus() int
	// Fail records the status of a failure of the attempt by abort or failure. Its error is text
	// or, if that is "", the previous one.
	Fail(status int, text string)
	// Wall is the time of day.
	Wall() time.Time
	// Detach runs a program outside all blocks.
	Detach(args []string) flow.Outcome
	// FailAfter sets the delay before the next attempt of the innermost try (failure --after).
	FailAfter(d time.Duration)
}

// Bash is what only the dialect of bash has.
type Bash interface {
	// Began is the time when the shell started, and Wall the time of day.
	Began() time.Time
	Wall() time.Time
	// Dirs are the directories under the working directory on the stack of pushd, the uppermost
	// first; SetDirs replaces them.
	Dirs() []string
	SetDirs([]string)
	// Calls returns what the variables FUNCNAME, BASH_SOURCE and BASH_LINENO say.
	Calls() []Call
	// Login reports whether this is a login shell.
	Login() bool
	// Builtins returns the names of the builtins, sorted, those that are turned off too.
	Builtins() []string
	// Disabled reports whether enable -n has turned a builtin off; Disable does that, or turns it on.
	Disabled(name string) bool
	Disable(name string, off bool)
	// Meanings returns what a name means other than a program, in the order in which it is looked
	// up: a keyword, an alias, a function, a builtin.
	Meanings(name string) []Found
	// Builtin runs a builtin, passing over functions; ok is false if there is none.
	Builtin(args []string) (out flow.Outcome, ok bool)
}

// Completion is programmable completion in the dialect of bash.
type Completion interface {
	// Specs are the specifications of complete; SetSpecs replaces them.
	Specs() compspec.Table
	SetSpecs(compspec.Table)
	// Completing is the completion that runs, nil if there is none.
	Completing() *compspec.InProgress
	// ExpandWord expands the text of one word to fields, without looking for files.
	ExpandWord(text string) ([]string, flow.Outcome)
	// ExpandFiles returns the files that match a pattern, sorted.
	ExpandFiles(pattern string) []string
	// CallFunction calls the function args[0]; ok is false if there is none. Its status is for the
	// caller alone.
	CallFunction(args []string) (out flow.Outcome, ok bool)
	// Output runs text in a subshell and returns what it prints; the outcome is not that of the
	// text, but tells whether it could run.
	Output(text string) (string, flow.Outcome)
	// Home returns the home directory of a user; "" is the one of HOME.
	Home(user string) (string, bool)
}

// A Call is a running function or sourced file, or the script.
type Call struct {
	Name, Source string
	Line         int // of the command that called it
}
