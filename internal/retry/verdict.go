package retry

import (
	"ftsh/internal/flow"
	"ftsh/internal/scope"
)

// A Verdict is the meaning of an attempt's end to its block.
type Verdict uint8

// The verdicts.
const (
	Succeeded     Verdict = iota
	FailedOnce            // may be repeated
	FailedForGood         // by abort, or with a status not to be repeated
	Mistaken              // a command was not found: the block fails
	TimedOut              // its own time limit cancelled it; may be repeated
	Overdue               // the block's time limit cancelled it
	Cancelled             // any other cancellation
	Diverted              // it leaves the block by exit, return, break or continue
	Unheld                // its output could not be held, or its input not kept
)

// Judge alone decides the meaning of a body's outcome. missing means the outcome is the failure of
// a command that was not found. cause is the reason why the attempt's scope was cancelled before it
// was closed, or nil. Only without a cause does the status of the last command count.
func Judge(out flow.Outcome, missing bool, cause *scope.Cause,
	attempt, block *scope.Scope) Verdict {
	if cause != nil {
		switch {
		case cause.Kind == scope.Timeout && cause.Scope == attempt:
			return TimedOut
		case cause.Kind == scope.Deadline && cause.Scope == block:
			return Overdue
		case cause.Kind == scope.Stream && cause.Scope == attempt:
			return Unheld
		}
		return Cancelled
	}
	switch out.Divert {
	case flow.None, flow.Fatal, flow.Failure:
		switch {
		case out.OK():
			return Succeeded
		case missing:
			return Mistaken
		}
		return FailedOnce
	case flow.Abort:
		return FailedForGood
	case flow.Cancel:
		return Cancelled
	}
	return Diverted
}

// Counts reports whether an attempt with this verdict has failed, for the log and FTSH_ERROR.
func (v Verdict) Counts() bool {
	switch v {
	case FailedOnce, FailedForGood, Mistaken, TimedOut, Overdue:
		return true
	}
	return false
}
