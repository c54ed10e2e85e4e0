// Package tracefile writes the spans of a run to a file, and reads them back (docs/reference/trace.md).
//
// The model: a file is in Chrome's trace format, the JSON array of events that may lack its end, with
// one event a line. A [Writer] appends two lines for a span, each in one write: nested and parallel
// shells share a file, and a killed shell loses nothing but what it had not begun. [Read] makes one
// [Run] of all of them, a tree of [Node]s.
//
// Not here: what a span is (package event), when it begins (package interp), how a run is drawn
// (package view).
package tracefile
