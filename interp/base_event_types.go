package interp

import "ftsh/interp/event"

// An Event is something that happened, as Log.Events gets it. Package [ftsh/interp/event] describes
// its fields, with their types, and its kinds.
type Event = event.Event

// A Span is a part of a run with a begin and an end, as Log.Spans gets it.
type Span = event.Span

// A Level is how much detail an event is: Log.Level is the highest one of interest, such as
// [event.LevelFailure].
type Level = event.Level

// A Wait is the wait of a try at a terminal, as Log.Waiting gets it.
type Wait = event.Wait
