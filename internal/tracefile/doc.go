// Package tracefile writes the spans of a run to a file, and reads them back (docs/reference/trace.md).
//
// The model: a file is in Chrome's trace format, a JSON array of events without a closing bracket, one
// event a line. A [Writer] appends two lines for a span, each in one write: nested and parallel
// shells share a file, and a killed shell loses nothing. [Read] makes one [Run] of all lines, a tree
// of [Node]s.
//
// Not here: the kinds of spans (package event), their begin and end (package interp), and drawing a
// run (package view).
package tracefile
