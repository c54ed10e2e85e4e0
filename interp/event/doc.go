// Package event has what a shell of package interp reports while it runs: blocks and attempts that
// begin, fail and wait, commands, processes and signals.
//
//	sh, err := interp.New(interp.Options{Log: interp.Log{
//		Level: event.LevelFailure,
//		Events: func(e event.Event) {
//			fmt.Fprintf(e.Stderr, "%s: %s: %s\n", e.Place, e.Block.Kind, e.Kind)
//		},
//	}})
//
// An [Event] is one thing that happened. Its [Kind] says what, and which of the fields are set. Its
// [Level] says how much detail it is; a host asks for the events up to a level. A [Failure] is the
// reason in events of failed attempts and blocks. A [Wait] is the wait of a try at a terminal.
//
// All types are plain values. A receiver may keep a value and use it from any goroutine, except
// Stderr: it is valid only during the call. Package interp has aliases of the types that its own
// declarations mention; the levels and the kinds are only here.
//
// Not here: the text of records (the program ftsh writes it in internal/eventlog), and the
// decision when an event is sent (package interp).
package event
