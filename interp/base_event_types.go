package interp

import "ftsh/interp/event"

// An Event is something that happened, as Log.Events gets it. Its fields are described in package
// [ftsh/interp/event], and those of its parts.
type Event = event.Event

// An EventKind says what happened, and which fields of an Event are set.
type EventKind = event.Kind

// A Failure is the command or the error that made an attempt, a block or a script fail.
type Failure = event.Failure

// FailedAttempts are the attempts with the same Failure.
type FailedAttempts = event.FailedAttempts

// An AttemptRange is a run of consecutive attempts.
type AttemptRange = event.AttemptRange

// A Place is a position in a script.
type Place = event.Place

// A Level is how much detail an event is: Log.Level is the highest one of interest.
type Level = event.Level

// A Wait is the wait of a try at a terminal, as Log.Waiting gets it.
type Wait = event.Wait

// The levels of events, from none to all. A level includes those before it.
const (
	LevelNone      = event.LevelNone
	LevelFailure   = event.LevelFailure
	LevelAttempt   = event.LevelAttempt
	LevelCommand   = event.LevelCommand
	LevelStructure = event.LevelStructure
	LevelProcess   = event.LevelProcess
)

// ParseLevel parses a level's name or a number from 0 to 40, as in FTSH_LOG_LEVEL.
func ParseLevel(text string) (Level, error) { return event.ParseLevel(text) }

// The kinds of events. Package [ftsh/interp/event] says which fields each of them sets.
const (
	BlockBegins        = event.BlockBegins
	AttemptBegins      = event.AttemptBegins
	AttemptFailed      = event.AttemptFailed
	AttemptDeferred    = event.AttemptDeferred
	Waiting            = event.Waiting
	BlockFailed        = event.BlockFailed
	BlockSkipped       = event.BlockSkipped
	ScriptFailed       = event.ScriptFailed
	LeftEnded          = event.LeftEnded
	CommandEnded       = event.CommandEnded
	ProcessStarted     = event.ProcessStarted
	ProcessEnded       = event.ProcessEnded
	SignalSent         = event.SignalSent
	SignalArrived      = event.SignalArrived
	CancellingImpaired = event.CancellingImpaired
	WaitingThrough     = event.WaitingThrough
	PassedThrough      = event.PassedThrough
	BreakerChanged     = event.BreakerChanged
	BatchSilent        = event.BatchSilent
	BatchAnswers       = event.BatchAnswers
)
