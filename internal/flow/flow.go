// Package flow holds the outcome of a command: an exit status and, perhaps, a diversion for the
// constructs around it to obey.
//
// The model: every op returns one [Outcome] by value. A plain outcome is a status. A diverted
// outcome unwinds: each construct either takes the diversion (a loop takes Break, a function
// Return, a try Abort) or hands it on unchanged. A Go error is never a shell status: it means that
// the embedding failed.
package flow

import "strconv"

// A Divert is a departure from the ordinary sequence.
type Divert uint8

// The diversions.
const (
	None     Divert = iota
	Break           // break N: Depth loops are still to be left
	Continue        // continue N: Depth loops are still to be left, the last is continued
	Return          // return: leaves the function or the sourced file
	Exit            // exit: leaves the shell environment
	Failure         // failure: fails the attempt of the innermost block
	Abort           // abort: fails the innermost try permanently
	// A deadline, a sibling or a signal cancelled the command; see the context's cause.
	Cancel
	Fatal // an error at which XCU 2.8.1 ends a non-interactive shell
)

// Outcome is the result of a command. The zero Outcome is success.
type Outcome struct {
	Status int32
	Divert Divert
	Depth  uint16 // loops to leave, for Break and Continue
}

// Status makes a plain outcome.
func Status(n int) Outcome { return Outcome{Status: int32(n)} }

// OK reports whether the outcome is plain success.
func (o Outcome) OK() bool { return o.Status == 0 && o.Divert == None }

// BySignal reports whether a status is that of a process that a signal ended.
func BySignal(status int) bool {
	n := status - StatusSignalled
	return n > 0 && n <= lastSignal
}

// StatusText describes the end with a status, for messages.
func StatusText(status int) string {
	text := "exit status " + strconv.Itoa(status)
	if BySignal(status) {
		text += " (signal " + strconv.Itoa(status-StatusSignalled) + ")"
	}
	return text
}

const lastSignal = 64 // statuses above 128 + 64 mean no signal

// Exit statuses with a fixed meaning (XCU 2.8.2; 124 as in GNU timeout).
const (
	StatusUsage     = 2
	StatusDeadline  = 124
	StatusNoExec    = 126
	StatusNotFound  = 127
	StatusSignalled = 128 // plus the signal's number
)
