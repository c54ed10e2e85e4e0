package proc

import (
	"ftsh/internal/fd"
	"ftsh/internal/sig"
)

// A FileMap says that a child's descriptor Child is to be the shell's Parent.
type FileMap = fd.Mapping

// A Limit is one resource limit, by the number that setrlimit(2) takes.
type Limit struct {
	Resource int
	Cur, Max uint64
}

// A Spec says what to start, and with which surroundings. Everything that
// differs from the shell itself is set in the child, so that the shell's own
// process never changes for it.
type Spec struct {
	Path string   // the file to run; no search. Relative to Dir
	Argv []string // the name to run it by, and the arguments
	Env  []string // NAME=value

	Dir   int // O_PATH descriptor of the working directory; -1: the process's
	Umask int // -1: the process's

	// Files are the descriptors of the child. All others of the process must be
	// close-on-exec; 0 to 2 are closed where they are not mapped.
	Files []FileMap

	Limits []Limit // what differs from the process's, RLIMIT_NOFILE in any case

	// Ignore are the signals that the child ignores; all others are at their
	// default, whatever the process does with them.
	Ignore sig.Set

	// Stop is asked by Exec, if not nil, when all signals are at the program's
	// dispositions: true makes Exec fail with EINTR. So no signal that the shell
	// caught before is lost with the shell.
	Stop func() bool

	Group int // -1: the shell's process group; 0: a new one; else the group to join

	// Hold is for a process whose group others are still to join: without a member, were it
	// only one that has ended, there is no such group. Until LetGo only who waits for it reaps it.
	Hold bool

	Tty   int // terminal in whose foreground to put the child's group; -1: none
}

// A StartError says why a process could not be started.
type StartError struct {
	Op   string // what failed: "fork", "exec" or a setting ("chdir", "dup" …)
	Path string
	Err  error // a syscall.Errno
}

func (e *StartError) Error() string {
	if e.Op == "exec" {
		return e.Path + ": " + e.Err.Error()
	}
	return e.Path + ": " + e.Op + ": " + e.Err.Error()
}

func (e *StartError) Unwrap() error { return e.Err }
