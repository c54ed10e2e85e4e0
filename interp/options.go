package interp

import (
	"io"
	"time"
)

// Options says how a shell is set up. The zero value is a shell that reads
// nothing, writes nothing, has an empty environment, and works in the process's
// directory without ever changing it.
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

	// KillTimeout is how long a cancelled process has between SIGTERM and SIGKILL.
	// 0 is 30 s.
	KillTimeout time.Duration
	// KillWeak sends SIGKILL once instead of until nothing is left.
	KillWeak bool

	// LogLevel is the greatest level of event that Events gets (LANGUAGE.md section
	// 8: 0 to 40).
	LogLevel int
	// Events receives what happens, one call at a time for each environment but
	// from several goroutines when branches run. nil: nothing is reported.
	Events func(Event)

	// Rand yields uniform numbers in [0,1) for delays and random order; it must be
	// safe for concurrent use. nil is math/rand/v2.
	Rand func() float64
	// Clock is for tests under testing/synctest: true uses package time instead of
	// the clock that counts suspension.
	GoClock bool

	// Reexec is the command (program and arguments) that runs this program as an
	// ftsh for an asynchronous list, which needs a process of its own; the list
	// arrives over a descriptor (Resume, HandoverOption). nil: such a list runs in
	// this process, and $! is the id of a process that only waits. A signal that
	// ends that one runs the list's trap, or else cancels the list; one that stops
	// it does not stop the list; the list ends with the shell (Close) at the latest.
	// A list that is one program has that program's id, and lives on. An empty
	// program is the one that runs.
	Reexec []string

	// OwnProcess says that the process is this shell: it may change the working
	// directory, umask, limits and signal dispositions of the process, replaces it
	// at exec, and becomes the reaper of orphans. Only a main program sets it.
	OwnProcess bool
}
