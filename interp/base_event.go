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

// A Level is how much detail an event is (docs/language.md, section 8). A level includes all levels
// below it.
type Level int

// The levels of events. The gaps leave room for more.
const (
	LevelNone Level = 0 // nothing
	// LevelFailure: a block failed in the end and nothing handled it, or a command ended a brittle
	// script.
	LevelFailure   Level = 10
	LevelAttempt   Level = 15 // failed attempts, the waits after them, handled failures
	LevelCommand   Level = 20 // every command and its status
	LevelStructure Level = 30 // starts of blocks and attempts
	LevelProcess   Level = 40 // processes and signals
)

// levels are the names of the levels.
var levels = [...]struct {
	name  string
	level Level
}{
	{"silent", LevelNone}, {"failures", LevelFailure}, {"attempts", LevelAttempt},
	{"commands", LevelCommand}, {"blocks", LevelStructure}, {"processes", LevelProcess},
}

// String returns the level's name, or its number if it has no name.
func (l Level) String() string {
	for _, n := range levels {
		if n.level == l {
			return n.name
		}
	}
	return strconv.Itoa(int(l))
}

// ParseLevel parses a level's name or a number from 0 to 40, as in FTSH_LOG_LEVEL.
func ParseLevel(text string) (Level, error) {
	for _, n := range levels {
		if n.name == text {
			return n.level, nil
		}
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || Level(n) > LevelProcess {
		return LevelNone, fmt.Errorf("expected silent, failures, attempts, commands, "+
			"blocks, processes or a number from 0 to %d, found %q", LevelProcess, text)
	}
	return Level(n), nil
}

// An EventKind says what happened, and thereby decides about the fields set in an Event.
type EventKind uint8

// The kinds of events; zero is none. Each comment names the fields set in addition to those common
// to all events.
const (
	// BlockBegins is the start of a block: Block, ID.
	BlockBegins EventKind = iota + 1
	// AttemptBegins is the start of an attempt, alternative or branch: Block, ID, Attempt, Word.
	AttemptBegins
	// AttemptFailed is a failed attempt, alternative or branch: Block, ID, Attempt, Word, Status,
	// Elapsed, Errors, Output.
	AttemptFailed
	// Waiting is the wait before an attempt: Block, ID, Attempt, Delay. If Attempt is 0, the wait
	// is before another run of the check list.
	Waiting
	// BlockFailed is a block's final failure: Block, ID, Times, Limit, Attempt, Status, Reason,
	// GivenUp, Reported, Elapsed, Errors, Omitted.
	BlockFailed
	// CommandEnded is the end of a simple command: Args, Status.
	CommandEnded
	// ProcessStarted is the start of a process: Pid, and Args or Source.
	ProcessStarted
	// ProcessEnded is the end of a foreground process: Pid, Status.
	ProcessEnded
	// SignalSent is a signal sent by a cancellation: Pid, Signal, Err.
	SignalSent
	// SignalArrived is a signal sent to the shell: Signal.
	SignalArrived
	// WaitingThrough is an attempt waiting for other processes: Block, ID, Attempt, Through, For.
	WaitingThrough
	// PassedThrough is an attempt admitted, with For as its hold: Block, ID, Attempt, Through, For.
	PassedThrough
	// BreakerChanged is a change made by an attempt: Block, ID, Attempt, Through, For.
	BreakerChanged
	// BlockSkipped is a block or a branch not run, because its journal records its success in an
	// earlier run: Block, ID, Attempt, Word, Status.
	BlockSkipped
	// CancellingImpaired is reported once, if cancelling cannot see every process: Err is the
	// reason.
	CancellingImpaired
	// AttemptDeferred is an attempt not made because the sense list of the try failed: the fields
	// of AttemptFailed except Word and Output.
	AttemptDeferred
	// BatchSilent is a batch system without an answer for Elapsed, while it runs the branches of a
	// forall: Block, ID, Via, Elapsed, Err. Err is its last message, or nil.
	BatchSilent
	// BatchAnswers is an answer of a batch system after a silence of Elapsed: Block, ID, Via,
	// Elapsed.
	BatchAnswers
	// ScriptFailed is a brittle script ended by a failed command: Status, Errors. If a failed block
	// ended it, there is only the block's own record.
	ScriptFailed
)

// kinds has the name and the usual level of each kind.
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

// String returns the kind's name, "block failed" for instance. Names never change. The zero kind
// has the name "".
func (k EventKind) String() string {
	if int(k) < len(kinds) {
		return kinds[k].name
	}
	return ""
}

// A Place is a position in a script.
type Place struct {
	Script string // the name of the script or the sourced file, as in messages
	Line   int    // from 1; 0 if no line is at fault
	Col    int    // from 1, in bytes; 0 if Line is
}

// inMessages returns the place in the form used by messages: script:line:col, or the script alone
// if no line is at fault. It is not called String, because Event would inherit the method.
func (p Place) inMessages() string {
	if p.Line == 0 {
		return p.Script
	}
	return fmt.Sprintf("%s:%d:%d", p.Script, p.Line, p.Col)
}

// An Event is something that happened, for a log. Kind, Level, Time, Script and Stderr are always
// set; the kind decides about the others, and a field it does not name is zero. The slices belong
// to the shell: a receiver may keep them but must not change them.
//
// Large: a field for everything in a record.
type Event struct {
	Kind EventKind
	// Level is the kind's level. It is LevelAttempt for the failure of a block if something handled
	// it, its catch list reported it, or it happened in an attempt of another block.
	Level Level
	// Time is wall-clock time.
	Time time.Time
	// Place is the position of the block or the command; for a signal, the shell's name alone.
	Place

	// Unasked marks an event sent only because of Options.AtLeast: it does not belong in the log.
	Unasked bool

	Block string        // try, forany or forall
	ID    string        // the FTSH_TRY_ID of the block's execution
	Times int           // attempts allowed by the block's header; 0: no limit given
	Limit time.Duration // the time limit in the block's header; 0: none
	// Attempt is the number of the attempt, alternative or branch, from 1. For BlockFailed it is
	// how many were made.
	Attempt int
	Word    string // the alternative's or branch's word; "" in a try

	Args   []string // the command as called, including its name
	Source string   // the text of the asynchronous list, without its &

	Status int // the exit status; 128 plus the number for a signal
	// Reason is times, deadline, permanent, usage, open, busy or state, as in FTSH_REASON.
	Reason string
	// Reported means the block's catch list wrote to standard error, so nobody needs this record
	// (BlockFailed).
	Reported bool
	GivenUp  bool          // somebody gave the block up at the terminal (BlockFailed)
	Delay    time.Duration // until the next attempt; 0: it follows at once
	// Elapsed is the time since the attempt, the sense list, the block or the silence began.
	Elapsed time.Duration
	// Errors are the distinct errors: one for AttemptFailed, AttemptDeferred and ScriptFailed. For
	// BlockFailed they are the first and the latest ones, in the order of their first occurrence.
	Errors []FailedAttempts
	// Omitted is how many errors were left out between the first and the second of Errors.
	Omitted int
	// Output is the last KiB of the attempt's output, if it was held and LevelCommand is asked for.
	Output string

	// Through is the name of the resource given to through.
	Through string
	// For is the object of a wait (the breaker, a slot or the budget), the hold of an admitted
	// attempt (probe, ramp or slot), or the new state of a breaker (open, ramp or closed).
	For string

	Via string // the name of the batch system

	Pid    int
	Signal os.Signal // a syscall.Signal
	Err    error     // why the signal could not be sent; nil if it was (SignalSent)

	// Stderr is the standard error of the block or the command; for other events, the one the shell
	// was started with. It may be used only during the call. A Write is abandoned when the event's
	// context ends, and it never returns an error.
	Stderr io.Writer

	ctx context.Context
}

// FailedAttempts are attempts, alternatives or branches with the same error, or deferrals with the
// same error.
type FailedAttempts struct {
	// Attempts are the numbers of the first and the latest attempts, ascending. It is nil for
	// deferrals and for a block that failed before its first attempt.
	Attempts []AttemptRange
	// Words are the alternatives or branches, in the order of the list; nil in a try.
	Words []string
	Count int // the number of attempts or deferrals
	// Deferred means the sense list of a try failed, so none of the attempts was made.
	Deferred bool
	Failure  Failure
}

// An AttemptRange is a run of consecutive attempts.
type AttemptRange struct{ First, Last int }

// Context bounds how long the receiver may make the shell wait, for instance while it writes a
// record. It ends when the block or the command of the event is cancelled. It is never nil.
func (e *Event) Context() context.Context {
	if e.ctx == nil {
		return context.Background()
	}
	return e.ctx
}

// Untagged returns Stderr without the tags of a tagged forall before each line, for records read by
// programs. Each Write must consist of whole lines.
func (e *Event) Untagged() io.Writer {
	w, ok := e.Stderr.(stderr)
	if !ok || w.file == nil {
		return e.Stderr
	}
	return stderr{w.ctx, txn.Untagged(w.file)}
}

// Terminal reports whether Stderr is a terminal. Its reader needs neither the shell's name nor the
// time in a record.
func (e *Event) Terminal() bool {
	w, ok := e.Stderr.(stderr)
	return ok && w.file != nil && fd.IsTerminal(w.file)
}

// A stderr is a standard error of the shell as given to the receiver of an event.
type stderr struct {
	ctx  context.Context
	file fd.File // nil: closed
}

func (w stderr) Write(p []byte) (int, error) {
	if w.file != nil {
		fd.WriteMessage(w.ctx, w.file, p)
	}
	return len(p), nil
}

// note reports an event outside of any environment. It is safe for concurrent use. It is called
// while processes are being ended or a signal is being handled, so the receiver must return soon.
func (sh *Shell) note(k EventKind, fill func(*Event)) {
	if sh.opts.Events == nil || int64(kinds[k].level) > sh.events.level.Load() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), maxEventWait)
	defer cancel()
	f := sh.events.original.hold()
	if f != nil {
		defer f.Release()
	}
	sh.emit(ctx, f, k, Place{Script: sh.opts.Name}, fill)
}

// maxEventWait is how long a record outside of any command may wait for the reader of the log.
const maxEventWait = time.Second

// emit makes an event and delivers it to the host at once.
func (sh *Shell) emit(ctx context.Context, f fd.File, k EventKind, at Place, fill func(*Event)) {
	ev := Event{Kind: k, Level: kinds[k].level, Time: sh.clock.Wall(), Place: at}
	fill(&ev)
	deliver(ctx, sh, f, &ev)
}

// deliver passes an event to the host; all events go through it. f is the standard error of the
// event's place.
func deliver(ctx context.Context, sh *Shell, f fd.File, ev *Event) {
	ev.ctx, ev.Stderr = ctx, stderr{ctx, f}
	sh.opts.Events(*ev)
}

// place returns pos as a place in the running script.
func (c *execContext) place(pos ast.Pos) Place {
	return Place{Script: c.script, Line: int(pos.Line), Col: int(pos.Col)}
}
