// Package view draws the trace of a run, as a page of HTML and SVG or as text for a terminal: the
// program ftsh-view (docs/reference/trace.md).
//
// The model: [Of] makes a [View] of a [tracefile.Run], a tree of rows in order of time. A row is a
// span, or several for one thing: a command with its process, and the process with its shell. The
// waits of an attempt are a part of its row, before its bar. Equal neighbours, such as 400 attempts
// with the same failure, are one row, to be unfolded. The run's critical path tells where the time
// went, and one sentence says it.
//
// Invariants: the cost grows with the number of spans, and with it times its logarithm where spans
// are sorted. Nothing in a trace is trusted: its text is shown with its control characters made
// visible, and it reaches a page only as JSON, unable to end its element. A page has no address of
// anything, and its policy forbids to load something.
//
// Not here: the format of the file (package tracefile), the options (package cli).
package view
