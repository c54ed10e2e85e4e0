package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/scope"
)

// A verdict is the meaning of an attempt's end to its block.
type verdict uint8

const (
	succeeded     verdict = iota
	failedOnce            // may be repeated
	failedForGood         // by abort, or with a status not to be repeated
	mistaken              // a command was not found: the block fails
	timedOut              // its own time limit cancelled it; may be repeated
	overdue               // the block's time limit cancelled it
	cancelled             // any other cancellation
	diverted              // it leaves the block by exit, return, break or continue
	unheld                // its output could not be held, or its input not kept
)

// judge alone decides the meaning of a body's outcome. cause is the reason why the attempt's scope
// was cancelled before it was closed, or nil. Only without a cause does the status of the last
// command count. failed is the latest failure.
func judge(out flow.Outcome, failed *failure, cause *scope.Cause, attempt,
	block *scope.Scope) verdict {
	if cause != nil {
		switch {
		case cause.Kind == scope.Timeout && cause.Scope == attempt:
			return timedOut
		case cause.Kind == scope.Deadline && cause.Scope == block:
			return overdue
		case cause.Kind == scope.Stream && cause.Scope == attempt:
			return unheld
		}
		return cancelled
	}
	switch out.Divert {
	case flow.None, flow.Fatal, flow.Failure:
		switch {
		case out.OK():
			return succeeded
		case failed.mistaken(out):
			return mistaken
		}
		return failedOnce
	case flow.Abort:
		return failedForGood
	case flow.Cancel:
		return cancelled
	}
	return diverted
}

// counts reports whether an attempt with this verdict has failed, for the log and FTSH_ERROR.
func (v verdict) counts() bool {
	switch v {
	case failedOnce, failedForGood, mistaken, timedOut, overdue:
		return true
	}
	return false
}
