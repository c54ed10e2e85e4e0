package interp

import "ftsh/interp/event"

// The types of what a shell reports. Package [ftsh/interp/event] describes them.
type (
	Event          = event.Event
	EventKind      = event.Kind
	Failure        = event.Failure
	FailedAttempts = event.FailedAttempts
	AttemptRange   = event.AttemptRange
	Place          = event.Place
	Level          = event.Level
	Wait           = event.Wait
)

// The levels of events, from none to all.
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

// The kinds of events.
const (
	BlockBegins        = event.BlockBegins
	AttemptBegins      = event.AttemptBegins
	AttemptFailed      = event.AttemptFailed
	AttemptDeferred    = event.AttemptDeferred
	Waiting            = event.Waiting
	BlockFailed        = event.BlockFailed
	BlockSkipped       = event.BlockSkipped
	ScriptFailed       = event.ScriptFailed
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
