package event

// A Kind says what happened, and thereby decides about the fields set in an Event.
type Kind uint8

// The kinds of events; zero is none. Each comment names the fields set in addition to those common
// to all events. Block stands for its Kind and ID.
const (
	// BlockBegins is the start of a block: Block.
	BlockBegins Kind = iota + 1
	// AttemptBegins is the start of an attempt, alternative or branch: Block with Attempt and Word.
	AttemptBegins
	// AttemptFailed is a failed attempt, alternative or branch: Block with Attempt and Word, Result
	// with Status, Errors and Output, Elapsed.
	AttemptFailed
	// Waiting is the wait before an attempt: Block with Attempt, Delay. If Attempt is 0, the wait
	// is before another run of the check list.
	Waiting
	// BlockFailed is a block's final failure: Block with Times, Limit and Attempt, Result except
	// Output, Elapsed.
	BlockFailed
	// CommandEnded is the end of a simple command: Process.Args, Result.Status.
	CommandEnded
	// ProcessStarted is the start of a process: Process with Pid, and Args or Source.
	ProcessStarted
	// ProcessEnded is the end of a foreground process: Process.Pid, Result.Status.
	ProcessEnded
	// SignalSent is a signal sent by a cancellation: Process with Pid and Signal, Err.
	SignalSent
	// SignalArrived is a signal sent to the shell: Process.Signal.
	SignalArrived
	// WaitingThrough is an attempt waiting for other processes: Block with Attempt, Through.
	WaitingThrough
	// PassedThrough is an attempt admitted, with Through.For as its hold: Block with Attempt,
	// Through.
	PassedThrough
	// BreakerChanged is a change made by an attempt: Block with Attempt, Through.
	BreakerChanged
	// BlockSkipped is a block or a branch not run, because its journal records its success in an
	// earlier run: Block with Attempt and Word, Result.Status.
	BlockSkipped
	// CancellingImpaired is reported once, if cancelling cannot see every process: Err is the
	// reason.
	CancellingImpaired
	// AttemptDeferred is an attempt not made because the sense list of the try failed: the fields
	// of AttemptFailed except Word and Output.
	AttemptDeferred
	// BatchSilent is a batch system without an answer for Elapsed, while it runs the branches of a
	// forall: Block, Via, Elapsed, Err. Err is its last message, or nil.
	BatchSilent
	// BatchAnswers is an answer of a batch system after a silence of Elapsed: Block, Via, Elapsed.
	BatchAnswers
	// ScriptFailed is a brittle script ended by a failed command: Result with Status and Errors. If
	// a failed block ended it, there is only the block's own record.
	ScriptFailed
	// LeftEnded is the end of the processes that an attempt of a contained block left, or its sense,
	// check or catch list: Block with Attempt and Word, Result with Left and Killed. The list of
	// catch has no attempt.
	LeftEnded
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
	LeftEnded:          {"left processes ended", LevelAttempt},
}

// String returns the kind's name, "block failed" for instance. Names never change. The zero kind
// has the name "".
func (k Kind) String() string {
	if int(k) < len(kinds) {
		return kinds[k].name
	}
	return ""
}

// Level returns the usual level of events of the kind. An event has its own level, which may differ
// (Event.Level).
func (k Kind) Level() Level {
	if int(k) < len(kinds) {
		return kinds[k].level
	}
	return LevelNone
}
