package interp

import (
	"io"
	"time"
)

// Options says how a shell is set up. The zero value is a shell that reads
// nothing, writes nothing, has an empty environment, and works in the process's
// directory without ever changing it.
//
// Large: each field is one thing that a host may choose, and none belongs to another.
type Options struct {
	// Stdin, Stdout and Stderr are descriptors 0 to 2. An *os.File is handed to
	// commands as it is; anything else is copied from and to through a pipe: more of
	// Stdin may be read than the script reads, and what a program that outlives the
	// shell writes after Close meets a broken pipe. A nil Stdin is at end of file, a
	// nil Stdout or Stderr discards. Stdout and Stderr that are the same value are
	// written in order, never at the same time.
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer

	// Env is the environment, as os.Environ has it.
	Env []string
	// Dir is the working directory; "" is the process's.
	Dir string

	// Name is $0 and the script's name in messages; "" is "ftsh". Args are $1 and on.
	Name string
	Args []string

	// Set names options of set -o that are on from the start ("errexit").
	Set []string
	// Posix turns the block words off, as under the name sh.
	Posix bool
	// Interactive makes the shell behave as at a prompt: errors do not end it, and
	// jobs are reported.
	Interactive bool

	// Login makes it a login shell: the first Run reads /etc/profile and $HOME/.profile before.
	// An error in them does not end the shell.
	Login bool
	// ProgramsOnly makes every command the name of a program: no builtin is found,
	// neither the shell's own nor the host's, and a script without a first line that
	// names its interpreter is one of /bin/sh, as execvp has it. It is for a host that
	// runs a command which was put together elsewhere.
	ProgramsOnly bool
	// Piped makes the standard input and output that the shell begins with count as
	// given to its block, as a pipeline gives them: those that are a pipe or a
	// regular file are held and kept (docs/language.md, section 4), and not passed
	// through as what a script inherited. It is for a script that is one block: to whom
	// what one has left of its input belongs is not said.
	Piped bool

	// KillTimeout is how long a cancelled process has between SIGTERM and SIGKILL.
	// 0 is 30 s.
	KillTimeout time.Duration
	// StopTimeout is how long what runs has to end after an untrapped signal that ends the shell, where the shell is
	// the first process of a namespace, as of a container, and owns its process: then all other processes
	// of the namespace get SIGTERM, and at the end of that time SIGKILL. 0 is 8 s.
	StopTimeout time.Duration
	// KillWeak sends SIGKILL once instead of until nothing is left.
	KillWeak bool

	// LogLevel is the greatest level of event that Events gets, until a script assigns
	// FTSH_LOG_LEVEL, which the shell does not read from Env.
	LogLevel Level
	// AtLeast is a level up to which Events gets all that belongs to a script's text, whatever
	// LogLevel and FTSH_LOG_LEVEL say: such an event is Unasked.
	AtLeast Level
	// Events receives what happens, in the order of its happening in each environment.
	// The shell waits until it returns, so it must not call the shell. It is called from
	// several goroutines at the same time where branches, pipeline elements or lists run
	// beside each other, a tree of processes is ended, or a signal arrives. nil: nothing
	// is reported.
	Events func(Event)

	// Waiting is told of a try that begins to wait where a terminal is its standard error, of one
	// at a time, and what it returns is called when the wait is over. The shell waits for both. It
	// is asked only where Events gets failures and TERM is neither empty nor dumb. nil: nobody is
	// told.
	Waiting func(Wait) (over func())

	// Builtins are builtin utilities beside the shell's own. They are found where
	// POSIX finds regular builtins (XCU 2.9.1.4): behind functions, before programs
	// of the same name; type and command know them. One that has the name of a
	// regular builtin of the shell takes its place; that of a special builtin, of a
	// reserved word, or one with a slash is an error of New.
	Builtins map[string]Builtin

	// Command is asked for each program that a command stands for, found or not
	// (Command.Path); nil starts it. The hook has what the command expanded to, may
	// change it, and calls Command.Run to start the program; or it does something
	// else, and returns the status that this has. An error refuses: it is reported,
	// and the status is 127 for one of fs.ErrNotExist, else 126. The contract of
	// Call holds for the hook: it is called from several goroutines at the same time
	// where commands run so, and what ignores the context is waited for.
	//
	// With a hook, exec asks it and ends the shell with the command's status, and a
	// program in the background is run as other asynchronous lists are (Reexec).
	// What a re-executed shell runs is asked of the hook that Resume was given.
	Command CommandHook

	// Open is asked for each file that a redirection or the dot utility opens; nil
	// opens it. The hook calls Opening.Open, or opens something else. An *os.File is
	// handed to commands, as its descriptor, and is the shell's from then on. Anything
	// else is copied through a pipe, and can be read or written, but not both (<>);
	// what a command has written has reached it, and it has been closed if no command
	// has it open any more, before the next command begins. A write of it that waits
	// makes the shell wait, a read the commands that read; Close closes all. An error
	// refuses: the redirection fails with its text, as with that of open(2) for those
	// of package fs. The hook is called from several goroutines at the same time where
	// commands run so. ctx ends when the command is cancelled: the shell waits for a
	// hook that ignores it, and closes what it returns.
	//
	// Not asked: here-documents, /dev/fd/N and its like, and what looks at the file
	// system without opening (test, cd, patterns, the search for programs).
	Open OpenHook

	// Rand yields uniform numbers in [0,1) for delays and random order; it must be
	// safe for concurrent use. nil is math/rand/v2.
	Rand func() float64
	// Clock is for tests under testing/synctest: true uses package time instead of
	// the clock that counts suspension.
	GoClock bool

	// Reexec is the command (program and arguments) that runs this program as an
	// ftsh for an asynchronous list, which needs a process of its own; the list
	// arrives over a descriptor (Resume, HandoverOption, Arguments). Under set -m, so do subshells
	// and elements of pipelines outside blocks. nil: such a list runs in
	// this process, and $! is the id of a process that only waits. A signal that
	// ends that one runs the list's trap, or else cancels the list; one that stops
	// it does not stop the list; the list ends with the shell (Close) at the latest.
	// A list that is one program has that program's id, and lives on. An empty
	// program is the one that runs. A shell that owns its process runs subshells that set
	// the trap of a signal in the same way; in any other all subshells are in the process.
	Reexec []string

	// OwnProcess says that the process is this shell: it may change the working
	// directory, umask, limits and signal dispositions of the process, replaces it
	// at exec, and becomes the reaper of orphans. Only a main program sets it.
	OwnProcess bool
}
