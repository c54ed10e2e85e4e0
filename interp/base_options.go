package interp

import (
	"io"
	"time"
)

// Options configures a shell. The zero value is a shell that reads nothing, writes nothing, has an
// empty environment, and works in the process's directory without ever changing it.
//
// Large: each field is one choice of the host, independent of the others.
type Options struct {
	// Stdin, Stdout and Stderr are descriptors 0 to 2. Commands get an *os.File as it is; anything
	// else is copied through a pipe. With a copied Stdin, more may be read than the script reads. A
	// program that outlives the shell finds the pipe of a copied Stdout or Stderr broken after
	// Close. A nil Stdin is at end of file, a nil Stdout or Stderr discards. If Stdout and Stderr
	// are the same value, writes are in order and never concurrent.
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer

	// Env is the environment, in the form of os.Environ.
	Env []string
	// Dir is the working directory; "" means the process's.
	Dir string

	// Name is $0 and the script's name in messages; "" means "ftsh". Args are $1 and on.
	Name string
	Args []string

	// Set names the options of set -o to turn on at the start, such as "errexit".
	Set []string
	// Posix turns the block words off, as the name sh does.
	Posix bool
	// Interactive makes the shell behave as at a prompt: it survives errors and reports jobs.
	Interactive bool

	// Login makes it a login shell: the first Run begins by reading /etc/profile and
	// $HOME/.profile. An error in them does not end the shell.
	Login bool
	// ProgramsOnly makes every command the name of a program. No builtin is found, neither the
	// shell's own nor the host's. A script without a #! line is run by /bin/sh, as execvp(3) does.
	// It is for a host that runs a command assembled elsewhere.
	ProgramsOnly bool
	// Piped treats the shell's initial standard input and output as if a pipeline had given them to
	// its block. A pipe or a regular file is then kept as input or held as output
	// (docs/language.md, section 4); inherited ones would be passed through. It is for a script
	// consisting of a single block: who gets the input left over by it is unspecified.
	Piped bool

	// KillTimeout is the time between SIGTERM and SIGKILL for a cancelled process. 0 means 30 s.
	KillTimeout time.Duration
	// StopTimeout is for a shell that owns its process and is the first one in its PID namespace,
	// as in a container. When an untrapped signal ends the shell, all other processes of the
	// namespace get SIGTERM, and those left after this time SIGKILL. 0 means 8 s.
	StopTimeout time.Duration
	// KillWeak sends SIGKILL once instead of repeating it until nothing is left.
	KillWeak bool

	// LogLevel is the highest level of events passed to Events, until a script assigns
	// FTSH_LOG_LEVEL. The shell does not read FTSH_LOG_LEVEL from Env.
	LogLevel Level
	// AtLeast makes Events get all events of a script's text up to this level, whatever LogLevel
	// and FTSH_LOG_LEVEL are. Events sent only for this reason are marked Unasked.
	AtLeast Level
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

	// Builtins are additional builtin utilities. They are found in the place of regular builtins
	// (XCU 2.9.1.4): after functions and before programs of the same name. The utilities type and
	// command know them. One with the name of a regular builtin replaces it. The name of a special
	// builtin or a reserved word, or a name with a slash, is an error of New.
	Builtins map[string]Builtin

	// Command is called for each command meant for a program, found or not (Command.Path); nil
	// starts the program. The hook may change the expanded command and call Command.Run to start
	// the program, or it may do something else and return the status. An error refuses the command:
	// it is reported, and the status is 127 for fs.ErrNotExist, else 126. The contract of Call
	// holds: the hook is called from several goroutines at once if commands run concurrently, and
	// the shell waits for it even if it ignores its context.
	//
	// With a hook, exec calls it and ends the shell with the command's status. A program in the
	// background is run like other asynchronous lists (Reexec). A re-executed shell calls the hook
	// given to Resume.
	Command CommandHook

	// Open is called for each file opened by a redirection or the dot utility; nil opens the file.
	// The hook calls Opening.Open, or opens something else. Commands get the descriptor of an
	// *os.File; it belongs to the shell from then on. Anything else is copied through a pipe; it
	// can be read or written, but not both (<>). Before the next command begins, it has received
	// all output of the command before, and has been closed if no command has it open any more. A
	// blocking Write makes the shell wait, a blocking Read only the reading commands. Close closes
	// everything.
	//
	// An error refuses the file: the redirection fails with the error's text. Errors of package fs
	// have the text of open(2)'s errors. The hook is called from several goroutines at once if
	// commands run concurrently. Its context ends when the command is cancelled; the shell waits
	// even for a hook ignoring it, and closes the result.
	//
	// The hook is not called for here-documents, for /dev/fd/N and the like, or for looking at the
	// file system without opening a file (test, cd, patterns, the search for programs).
	Open OpenHook

	// Rand returns uniform numbers in [0,1), for delays and random order. It must be safe for
	// concurrent use. nil means math/rand/v2.
	Rand func() float64
	// GoClock is for tests under testing/synctest: true uses package time instead of a clock that
	// goes on while the machine is suspended.
	GoClock bool

	// Reexec is the command (program and arguments) for running this program as an ftsh. An empty
	// program name means the running program. It is used for asynchronous lists, and under set -m
	// for subshells and pipeline elements outside of blocks; each needs a process of its own. The
	// list is handed over in a descriptor (see Resume, HandoverOption, Arguments). If the shell
	// owns its process, it also uses Reexec for subshells setting a signal's trap; else these run
	// in its process.
	//
	// With a nil Reexec, an asynchronous list runs in this process, and $! is the ID of a
	// placeholder process. A signal ending it runs the list's trap, or else cancels the list. A
	// signal stopping it does not stop the list. The list ends with the shell (Close) at the
	// latest. A list consisting of one program has the program's process ID and outlives the shell.
	Reexec []string

	// OwnProcess declares the process to be this shell. The shell may then change the process's
	// working directory, umask, limits and signal dispositions, replaces it at exec, and reaps
	// orphans. Only a main program sets it.
	OwnProcess bool
}
