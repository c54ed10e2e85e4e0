package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/scope"
)

// A verdict is what the end of an attempt means to its block.
type verdict uint8

const (
	succeeded     verdict = iota
	failedOnce            // and may be repeated
	failedForGood         // by abort, or with a status that is not to be tried again
	mistaken              // a command was not there: it fails its block
	timedOut              // its own time limit cancelled it: it may be repeated
	overdue               // the block's time limit did
	cancelled             // something else did
	diverted              // exit, return, break or continue leaves the block
	unheld                // what it wrote could not be held, or what it read not kept
)

// judge is the only place that says what an outcome of a block's body means. cause is why
// the attempt's scope was cancelled when it was closed, nil when it was not: then the status of
// the last command stands, and else it says nothing. failed is what failed last.
func judge(out flow.Outcome, failed *Failure, cause *scope.Cause, attempt,
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

// counts reports whether an attempt with this verdict is one that failed, for the log and
// FTSH_ERROR.
func (v verdict) counts() bool {
	switch v {
	case failedOnce, failedForGood, mistaken, timedOut, overdue:
		return true
	}
	return false
}
