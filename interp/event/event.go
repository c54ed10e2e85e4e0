package event

import (
	"io"
	"os"
	"time"
)

// An Event is something that happened, for a log. Kind, Level, Time, Place.Script and Stderr are
// always set; the kind decides about the others, and a field it does not name is zero. The slices
// belong to the shell: a receiver may keep them but must not change them.
type Event struct {
	Kind Kind
	// Level is the kind's level. It is LevelAttempt for the failure of a block if something handled
	// it, its catch list reported it, or it happened in an attempt of another block.
	Level Level
	// Unasked marks an event of a higher level than asked for, made for a receiver other than the
	// log. A log skips it. Only a standalone shell makes such events.
	Unasked bool
	// Time is wall-clock time.
	Time time.Time
	// Place is the position of the block or the command; for a signal, the shell's name alone.
	Place Place

	Block   Block   // the block, and one of its attempts
	Result  Result  // how the block, the attempt, the command or the process ended
	Process Process // the command or the process, and a signal
	Through Through // the resource given to through
	Via     string  // the name of the batch system

	Delay time.Duration // until the next attempt; 0: it follows at once
	// Elapsed is the time since the attempt, the sense list, the block or the batch
	// system's silence began.
	Elapsed time.Duration
	// Err says why a signal could not be sent (nil if it was), why cancelling does not see every
	// process, or what a silent batch system said last (nil: nothing).
	Err error

	// Stderr is the standard error of the block or the command; for other events, the one the shell
	// was started with. It may be used only during the call. A Write is abandoned when the event's
	// context ends, and it never returns an error.
	Stderr io.Writer
}

// A Block is a block of a script, and the attempt of an event.
type Block struct {
	Kind  string        // try, forany or forall
	ID    string        // the FTSH_TRY_ID of the block's execution
	Times int           // attempts allowed by the block's header; 0: no limit given
	Limit time.Duration // the time limit in the block's header; 0: none
	// Attempt is the number of the attempt, alternative or branch, from 1. For BlockFailed it is
	// how many were made.
	Attempt int
	Word    string // the alternative's or branch's word; "" in a try
	// Timeout is the time limit of the attempt itself; 0: none. Only its span has it.
	Timeout time.Duration
}

// A Result is the end of a block, an attempt, a command or a process.
type Result struct {
	Status int // the exit status; 128 plus the number for a signal
	// Reason is times, deadline, permanent, usage, open, busy, state, locked or journal, as in
	// FTSH_REASON; after permanent, ": " and what is known of the failure may follow.
	Reason string
	// Reported means the block's catch list wrote to standard error, so nobody needs this record.
	Reported bool
	GivenUp  bool // somebody gave the block up at the terminal
	// Errors are the distinct errors: one for AttemptFailed, AttemptDeferred and ScriptFailed. For
	// BlockFailed they are the first and the latest ones, in the order of their first occurrence.
	Errors []FailedAttempts
	// Omitted is how many errors were left out between the first and the second of Errors.
	Omitted int
	// Output is the last KiB of the attempt's output, if it was held and LevelCommand is asked for.
	Output string
	// Left are the processes left by a contained attempt that did not fail, as Pid and the name of
	// the program in Args. The shell has ended them.
	Left []Process
	// Killed is the kill timeout after which SIGKILL ended some of Left; 0: not needed.
	Killed time.Duration
}

// A Process is a process or a command of the shell, or a signal.
type Process struct {
	Pid    int
	Args   []string  // the command as called, including its name
	Source string    // the text of the asynchronous list, without its &
	Signal os.Signal // a syscall.Signal
	// Background is for the span of a process of an asynchronous list: the shell went on without it.
	Background bool
}

// A Through is a resource shared by the processes of a host, as a through clause names it.
type Through struct {
	Name string
	// For is the object of a wait (the breaker, a slot or the budget), the hold of an admitted
	// attempt (probe, ramp or slot), or the new state of a breaker (open, ramp or closed).
	For string
}
