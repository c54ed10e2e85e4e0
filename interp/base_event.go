package interp

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"ftsh/internal/fd"
	"ftsh/internal/txn"
	"ftsh/parser/ast"
)

// A Level says how much detail an event is (docs/language.md, section 8): who asks
// for a level gets the events of all levels up to it.
type Level int

// The levels of events. Those between are for levels to come.
const (
	LevelNone      Level = 0  // nothing
	LevelFailure   Level = 10 // a block that failed in the end, if nobody handled that; what ended a brittle script
	LevelAttempt   Level = 15 // every failed attempt, the wait behind it, failures that were handled
	LevelCommand   Level = 20 // every command and its status
	LevelStructure Level = 30 // where blocks and attempts begin
	LevelProcess   Level = 40 // processes and signals
)

// levels has the names of levels.
var levels = [...]struct {
	name  string
	level Level
}{
	{"silent", LevelNone}, {"failures", LevelFailure}, {"attempts", LevelAttempt},
	{"commands", LevelCommand}, {"blocks", LevelStructure}, {"processes", LevelProcess},
}

// String is the level's name, or its number where it has none.
func (l Level) String() string {
	for _, n := range levels {
		if n.level == l {
			return n.name
		}
	}
	return strconv.Itoa(int(l))
}

// ParseLevel returns the level that a name or a number from 0 to 40 stands for, as in
// FTSH_LOG_LEVEL.
func ParseLevel(text string) (Level, error) {
	for _, n := range levels {
		if n.name == text {
			return n.level, nil
		}
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || Level(n) > LevelProcess {
		return LevelNone, fmt.Errorf("expected silent, failures, attempts, commands, blocks, processes or a number from 0 to %d, found %q", LevelProcess, text)
	}
	return Level(n), nil
}

// An EventKind says what happened, and with it which fields of an Event are set.
type EventKind uint8

// The kinds of events. Zero is none of them. Each sets, beside what all events have, the
// fields that are named behind it.
const (
	BlockBegins        EventKind = iota + 1 // Block, ID
	AttemptBegins                           // Block, ID, Attempt, Word
	AttemptFailed                           // those, Status, Elapsed, Errors, Output
	Waiting                                 // Block, ID, Attempt, Delay: before the next attempt; 0: before the check list runs again
	BlockFailed                             // Block, ID, Times, Limit, Attempt, Status, Reason, GivenUp, Told, Elapsed, Errors, Omitted: in the end
	CommandEnded                            // Args, Status: a simple command
	ProcessStarted                          // Pid, and Args or Source
	ProcessEnded                            // Pid, Status: one of the foreground
	SignalSent                              // Pid, Signal, Err: by cancelling
	SignalArrived                           // Signal: the shell was sent it
	WaitingThrough                          // Block, ID, Attempt, Through, For: before an attempt, for what other processes do
	PassedThrough                           // Block, ID, Attempt, Through, For: an attempt may begin, and holds what For says
	BreakerChanged                          // Block, ID, Attempt, Through, For: by an attempt
	BlockSkipped                            // Block, ID, Attempt, Word, Status: it, or a branch, has succeeded in an earlier run, as its journal says
	CancellingImpaired                      // Err: what keeps cancelling from seeing everything; said once
	AttemptDeferred                         // as AttemptFailed, but for Word and Output: the sense list of a try failed, and no attempt was made
	BatchSilent                             // Block, ID, Via, Elapsed, Err: what runs the branches of a forall has not answered for so long; Err: what it said last, or nil
	BatchAnswers                            // Block, ID, Via, Elapsed: after so long it does again
	ScriptFailed                            // Status, Errors: a command that failed has ended a brittle script; a block that did has its own record
)

// kinds has what is known of each kind before it happens.
var kinds = [...]struct {
	name  string
	level Level // unless the event says otherwise
}{
	BlockBegins:    {"block begins", LevelStructure},
	AttemptBegins:  {"attempt begins", LevelStructure},
	AttemptFailed:  {"attempt failed", LevelAttempt},
	Waiting:        {"waiting", LevelAttempt},
	BlockFailed:    {"block failed", LevelFailure},
	CommandEnded:   {"command ended", LevelCommand},
	ProcessStarted: {"process started", LevelProcess},
	ProcessEnded:   {"process ended", LevelProcess},
	SignalSent:     {"signal sent", LevelProcess},
	SignalArrived:  {"signal arrived", LevelProcess},
	WaitingThrough: {"waiting through", LevelStructure},
	PassedThrough:  {"passed through", LevelStructure},
	BreakerChanged: {"breaker changed", LevelStructure},
	BlockSkipped:   {"block skipped", LevelAttempt},

	CancellingImpaired: {"cancelling impaired", LevelFailure},
	AttemptDeferred:    {"attempt deferred", LevelAttempt},
	BatchSilent:        {"batch system silent", LevelFailure},
	BatchAnswers:       {"batch system answers", LevelFailure},
	ScriptFailed:       {"script failed", LevelFailure},
}

// String is the kind's name, "block failed" say, which does not change. That of no kind is "".
func (k EventKind) String() string {
	if int(k) < len(kinds) {
		return kinds[k].name
	}
	return ""
}

// A Place is where in a script something stands.
type Place struct {
	Script string // the script's name, or that of a sourced file, as in messages
	Line   int    // from 1; 0: no line is at fault
	Col    int    // from 1, in bytes; 0: as Line
}

// inMessages is the place as messages name it: script:line:col, or the script alone where no line
// is at fault. (It is no String, which an Event would have by it.)
func (p Place) inMessages() string {
	if p.Line == 0 {
		return p.Script
	}
	return fmt.Sprintf("%s:%d:%d", p.Script, p.Line, p.Col)
}

// An Event is something that happened, for a log. Kind, Level, Time, Script and Stderr are always
// set; which of the others are, the kind says: a field that it does not name is zero. Slices are the
// shell's own: they may be kept, and must not be changed.
//
// Large: a field for everything that a record can tell.
type Event struct {
	Kind  EventKind
	Level Level     // that of the kind; of a block's failure that was handled or told, or belongs to the attempt of another block, LevelAttempt
	Time  time.Time // by the wall clock
	Place           // of the block or of the command; of a signal the shell's name alone

	Unasked bool // only Options.AtLeast asks for it: it is none for the log

	Block   string        // try, forany or forall
	ID      string        // FTSH_TRY_ID of the block's execution
	Times   int           // how many attempts the block's header allows; 0: it does not say
	Limit   time.Duration // the time limit in the block's header; 0: none
	Attempt int           // the number of the attempt, alternative or branch, from 1; of BlockFailed: how many were made
	Word    string        // that of the alternative or branch; "" in a try

	Args   []string // the command as it was called, with its name
	Source string   // the asynchronous list as it is written, without its &

	Status  int              // the exit status, 128 and the number for a signal
	Reason  string           // times, deadline, permanent, usage, open, busy or state, as in FTSH_REASON
	Told    bool             // of BlockFailed: its catch list has written to standard error, so that nobody needs the record
	GivenUp bool             // of BlockFailed: somebody gave it up at the terminal
	Delay   time.Duration    // until the next attempt; 0: it follows at once
	Elapsed time.Duration    // since the attempt, the sense list, the block or the silence began
	Errors  []FailedAttempts // the different errors: of AttemptFailed, AttemptDeferred and ScriptFailed one; of BlockFailed the first and the latest, in the order of their first occurrence
	Omitted int              // how many errors between the first and the next one of Errors were left out
	Output  string           // the last KiB that the attempt wrote, where that was held and LevelCommand is asked for

	Through string // the name of what an attempt goes through
	For     string // what is waited for: the breaker, a slot or the budget; what is held: probe, ramp or slot; what a breaker is now: open, ramp or closed

	Via string // the name of the batch system

	Pid    int
	Signal os.Signal // a syscall.Signal
	Err    error     // of SignalSent: why it could not be sent; nil: it was

	// Stderr is the shell's standard error where the block or the command stands; of what
	// belongs to neither, the one that the shell began with. It is for the time of the call. A
	// Write waits no longer than what the event belongs to lives, and reports no error.
	Stderr io.Writer

	ctx context.Context
}

// FailedAttempts are attempts, alternatives or branches in which the same failed, or deferrals for which it did.
type FailedAttempts struct {
	Attempts []AttemptRange // their numbers, ascending, the first and the latest ones; nil: the block failed before the first, or deferrals
	Words    []string       // of alternatives and branches, in the order of the list; nil in a try
	Count    int            // how many they are
	Deferred bool           // by the sense list of a try: none of them was made
	Failure  Failure
}

// An AttemptRange is attempts that follow each other.
type AttemptRange struct{ First, Last int }

// Context bounds the time that whoever is told of the event may make the shell wait, in
// writing a record say: it ends when what the event belongs to is cancelled. It is
// never nil.
func (e *Event) Context() context.Context {
	if e.ctx == nil {
		return context.Background()
	}
	return e.ctx
}

// Untagged is Stderr without what a tagged forall puts before each line: for records that
// programs read. Each Write is to have whole lines.
func (e *Event) Untagged() io.Writer {
	w, ok := e.Stderr.(stderr)
	if !ok || w.file == nil {
		return e.Stderr
	}
	return stderr{w.ctx, txn.Untagged(w.file)}
}

// Terminal reports whether Stderr is a terminal: records there are read by a person who knows which shell wrote them, and when.
func (e *Event) Terminal() bool {
	w, ok := e.Stderr.(stderr)
	return ok && w.file != nil && fd.IsTerminal(w.file)
}

// A stderr is a standard error of the shell as the receiver of an event has it.
type stderr struct {
	ctx  context.Context
	file fd.File // nil: closed
}

func (w stderr) Write(p []byte) (int, error) {
	if w.file != nil {
		fd.Tell(w.ctx, w.file, p)
	}
	return len(p), nil
}

// note tells of an event that belongs to no environment; it is safe for concurrent use. It
// comes while processes are ended or a signal is taken: who is told must not hold that up for
// long.
func (sh *Shell) note(k EventKind, fill func(*Event)) {
	if sh.opts.Events == nil || int64(kinds[k].level) > sh.events.level.Load() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), maxTelling)
	defer cancel()
	f := sh.events.original.hold()
	if f != nil {
		defer f.Release()
	}
	sh.tell(ctx, f, k, Place{Script: sh.opts.Name}, fill)
}

// maxTelling is how long a record of no command may wait for who reads the log.
const maxTelling = time.Second

// tell makes an event and tells the host at once.
func (sh *Shell) tell(ctx context.Context, f fd.File, k EventKind, at Place, fill func(*Event)) {
	ev := Event{Kind: k, Level: kinds[k].level, Time: sh.clock.Wall(), Place: at}
	fill(&ev)
	deliver(ctx, sh, f, &ev)
}

// deliver is the way of all events to the host. f is the standard error where it happened.
func deliver(ctx context.Context, sh *Shell, f fd.File, ev *Event) {
	ev.ctx, ev.Stderr = ctx, stderr{ctx, f}
	sh.opts.Events(*ev)
}

// place is a position in the script that runs.
func (c *execContext) place(pos ast.Pos) Place {
	return Place{Script: c.script, Line: int(pos.Line), Col: int(pos.Col)}
}
