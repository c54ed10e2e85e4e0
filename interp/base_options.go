package interp

import (
	"io"
	"time"

	"ftsh/internal/standalone"
)

// Options configures a shell. The zero value is a shell that reads nothing, writes nothing, has an
// empty environment, and works in the process's directory without ever changing it. A shell does
// not change its Options, so several shells may be made from one value.
type Options struct {
	// Stdin, Stdout and Stderr are descriptors 0 to 2. Commands get an *os.File as it is; anything
	// else is copied through a pipe. With a copied Stdin, more may be read than the script reads. A
	// program that outlives the shell finds the pipe of a copied Stdout or Stderr broken after
	// Close. A nil Stdin is at end of file, a nil Stdout or Stderr discards. If Stdout and Stderr
	// are the same value, writes are in order and never concurrent.
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer

	// Env is the environment, in the form of os.Environ; nil means an empty one.
	Env []string
	// Dir is the working directory; "" means the process's. It is opened once. If the process
	// changes its own directory later, the shell stays where it is.
	Dir string

	// Name is $0 and the script's name in messages; "" means "ftsh". Args are $1 and on.
	Name string
	Args []string
	// Set names the options of set -o to turn on at the start, such as "errexit", or "posix" for a
	// shell without the block words.
	Set []string

	Log   Log   // what the shell reports while it runs
	Hooks Hooks // Go code in place of builtins, programs and files
	Kill  Kill  // how cancelled processes are ended

	Sources Sources // randomness and time, for tests

	// Standalone is for the programs of this module, whose whole process is the shell. Its type
	// cannot be named elsewhere; an embedded shell has nil.
	Standalone *standalone.Options
}

// A Log says what a shell reports, and to which functions. The zero value reports nothing.
type Log struct {
	// Level is the highest level of events passed to Events, until a script assigns
	// FTSH_LOG_LEVEL. The shell does not read FTSH_LOG_LEVEL from Options.Env.
	Level Level
	// Events receives the events, in their order within each environment; nil means none are
	// reported. The shell waits for it to return, so it must not call the shell. It is called from
	// several goroutines at once when branches, pipeline elements or lists run concurrently, when a
	// process tree is ended, and when a signal arrives.
	Events func(Event)
	// Waiting is called when a try begins to wait and its standard error is a terminal, for one try
	// at a time. The function it returns is called when the wait is over. The shell waits for both
	// calls. They are made only if Events gets failures and TERM is neither empty nor "dumb". nil
	// means no calls.
	Waiting func(Wait) (over func())
	// Spans receives each block, attempt, wait, command and process twice: when it begins and when
	// it has ended. nil means no calls. The shell waits for it to return, so it must not call the
	// shell. It is called from several goroutines at once.
	//
	// With it, the shell takes part in a distributed trace (W3C Trace Context): it takes TRACEPARENT
	// of Options.Env as the parent of its first span, and sets and exports TRACEPARENT for its
	// commands, in each attempt anew. Without a valid value a trace begins.
	Spans func(Span)
}

// Hooks are Go code that takes part in running a script. The zero value has none. All hooks are
// called from several goroutines at once if commands run concurrently. Their context ends when the
// command is cancelled; the shell waits even for code that ignores its context.
type Hooks struct {
	// Builtins are additional builtin utilities. They are found in the place of regular builtins
	// (XCU 2.9.1.4): after functions and before programs of the same name. The utilities type and
	// command know them. One with the name of a regular builtin replaces it. The name of a special
	// builtin or a reserved word, or a name with a slash, is an error of New.
	Builtins map[string]Builtin

	// Command is called for each command meant for a program, found or not (Command.Path); nil
	// starts the program. The hook may change the expanded command and call Command.Run to start
	// the program, or it may do something else and return the status. An error refuses the command:
	// it is reported, and the status is 127 for fs.ErrNotExist, else 126.
	//
	// With a hook, exec calls it and ends the shell with the command's status. A program in the
	// background is run like other asynchronous lists.
	Command CommandHook

	// Open is called for each file opened by a redirection or the dot utility; nil opens the file.
	// The hook calls Opening.Open, or opens something else. Commands get the descriptor of an
	// *os.File; it belongs to the shell from then on. Anything else is copied through a pipe; it
	// can be read or written, but not both (<>). Before the next command begins, it has received
	// all output of the command before, and has been closed if no command has it open any more. A
	// blocking Write makes the shell wait, a blocking Read only the reading commands. Close closes
	// everything. If the command is cancelled meanwhile, the shell closes the result.
	//
	// An error refuses the file: the redirection fails with the error's text. Errors of package fs
	// have the text of open(2)'s errors.
	//
	// The hook is not called for here-documents, for /dev/fd/N and the like, or for looking at the
	// file system without opening a file (test, cd, patterns, the search for programs).
	Open OpenHook
}

// A Kill says how the processes of a cancelled command are ended. The zero value sends SIGTERM,
// and SIGKILL to those left after DefaultKillTimeout, until nothing is left.
type Kill struct {
	// Timeout is the time between SIGTERM and SIGKILL. 0 or less means DefaultKillTimeout.
	Timeout time.Duration
	// Weak sends SIGKILL once instead of repeating it until nothing is left.
	Weak bool
}

// DefaultKillTimeout is the default of Kill.Timeout.
const DefaultKillTimeout = 30 * time.Second

// Sources are the randomness and the time of a shell, for tests. The zero value is the real ones.
type Sources struct {
	// Rand returns uniform numbers in [0,1), for delays and random order. It must be safe for
	// concurrent use. nil means math/rand/v2.
	Rand func() float64
	// GoClock makes the shell use package time, as a test under testing/synctest needs it, instead
	// of a clock that goes on while the machine is suspended.
	GoClock bool
}
