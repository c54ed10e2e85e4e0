package interp

import "ftsh/interp/event"

// An Event is something that happened, as Log.Events gets it. Its fields are described in package
// [ftsh/interp/event], and those of its parts.
type Event = event.Event

// An EventKind says what happened, such as [event.BlockFailed], and which fields of an Event are
// set.
type EventKind = event.Kind

// A Failure is the command or the error that made an attempt, a block or a script fail.
type Failure = event.Failure

// FailedAttempts are the attempts with the same Failure.
type FailedAttempts = event.FailedAttempts

// An AttemptRange is a run of consecutive attempts.
type AttemptRange = event.AttemptRange

// A Place is a position in a script.
type Place = event.Place

// A Level is how much detail an event is: Log.Level is the highest one of interest, such as
// [event.LevelFailure].
type Level = event.Level

// A Wait is the wait of a try at a terminal, as Log.Waiting gets it.
type Wait = event.Wait
