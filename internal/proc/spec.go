package proc

import (
	"ftsh/internal/fd"
	"ftsh/internal/sig"
)

// A FileMap makes the shell's descriptor Parent the child's descriptor Child.
type FileMap = fd.Mapping

// A Limit is one resource limit, by its number for setrlimit(2).
type Limit struct {
	Resource int
	Cur, Max uint64
}

// A Spec describes a process to start and its attributes. All differences from the shell are set in
// the child, so the shell's own process never changes for it.
type Spec struct {
	Path string   // the file to run; no search. Relative to Dir
	Argv []string // the name to run it by, and the arguments
	Env  []string // NAME=value

	Dir   int // O_PATH descriptor of the working directory; -1: the process's
	Umask int // -1: the process's

	// Files are the descriptors of the child. All others of the process must be close-on-exec; 0 to
	// 2 are closed if they are not mapped.
	Files []FileMap

	Limits []Limit // the differences from the process's limits; RLIMIT_NOFILE always

	// Ignore holds the signals ignored by the child; all others are at their default, whatever the
	// process does with them.
	Ignore sig.Set

	// Stop, if not nil, is called by Exec when all signals are at the program's dispositions. If it
	// returns true, Exec fails with EINTR. So no signal caught by the shell before is lost with the
	// shell.
	Stop func() bool

	Group int // -1: the shell's process group; 0: a new one; else the group to join

	// Hold keeps the process group alive for others to join: a group needs a member, if only an
	// ended one. Until LetGo only the process's waiter reaps it.
	Hold bool

	Tty int // terminal in whose foreground to put the child's group; -1: none

	Measure bool // Process.OnEnd wants the usage
}

// A StartError is the reason why a process could not be started.
type StartError struct {
	Op   string // the failed step: "fork", "exec" or a setting ("chdir", "dup" …)
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
