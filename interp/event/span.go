package event

import (
	"encoding/hex"
	"time"
)

// A Span is a part of a run that has a begin and an end: a block, one of its attempts, a wait, a
// command, a process. Spans are a tree by ID and Parent, whose root is the shell itself.
//
// A receiver gets each span twice: when it begins, with End zero, and when it has ended. Kind, Trace,
// ID, Parent, Pid, Place and Begin are the same both times; the kind decides about the other fields,
// and a field it does not name is zero. The values are plain, and a receiver may keep them.
type Span struct {
	Kind   SpanKind
	Trace  TraceID // of the whole run, with its nested shells
	ID     SpanID
	Parent SpanID // 0: the run is no part of another one
	// Pid is the number of the shell's process or, for SpanProcess, of that process.
	Pid int
	// Place is the position in the script; of a shell it is the script's name alone.
	Place Place
	// Begin and End are wall-clock times, measured by a steady clock: the difference of two times of
	// a shell is right.
	Begin, End time.Time

	Block   Block
	Result  Result
	Process Process
	Through Through
	Delay   time.Duration
	Outcome Outcome // how an ended attempt or list counts for its block
	Usage   Usage
}

// Ended reports whether the span has ended.
func (s *Span) Ended() bool { return !s.End.IsZero() }

// A SpanKind says what a span is about, and which of its fields are set: from the begin on, or at the
// end. Block stands for its Kind and ID.
type SpanKind uint8

// The kinds of spans; zero is none.
const (
	// SpanShell is a shell. Begin: Process.Args, the script's arguments with its name. End:
	// Result.Status.
	SpanShell SpanKind = iota + 1
	// SpanBlock is a block. Begin: Block. End: Block with Times, Limit and Attempt, Result with
	// Status, Reason, GivenUp and Errors.
	SpanBlock
	// SpanAttempt is an attempt, alternative or branch. Begin: Block with Times, Limit, Attempt and
	// Word: of a killed shell no block has ended, but the limits of its blocks are known. End:
	// Outcome, Result with Status, Output and Errors.
	SpanAttempt
	// SpanSense, SpanCheck and SpanCatch are a list of a block before an attempt, after one and
	// after the last. Begin: Block with Attempt. End: Outcome, Result with Status.
	SpanSense
	SpanCheck
	SpanCatch
	// SpanDelay is the wait between two attempts. Begin: Block with Attempt, the next one, and
	// Delay.
	SpanDelay
	// SpanQueue is the wait of a block with a through clause until the next attempt is admitted, or
	// of one with a journal until a killed run has left it. Begin: Block with Attempt, Through: the
	// name, and what is waited for.
	SpanQueue
	// SpanCommand is a simple command. Begin: Process.Source, and Process.Args if LevelCommand is
	// asked for. End: Result.Status.
	SpanCommand
	// SpanProcess is a process started by the shell. It ends when the shell has seen the process's
	// end. Begin: Process.Pid, and Process.Args: the name alone unless LevelCommand is asked for.
	// End: Result.Status, Usage.
	SpanProcess
)

var spanNames = [...]string{
	SpanShell: "shell", SpanBlock: "block", SpanAttempt: "attempt", SpanSense: "sense",
	SpanCheck: "check", SpanCatch: "catch", SpanDelay: "delay", SpanQueue: "queue",
	SpanCommand: "command", SpanProcess: "process",
}

// String returns the name of the kind, such as "attempt"; "" for none.
func (k SpanKind) String() string {
	if int(k) < len(spanNames) {
		return spanNames[k]
	}
	return ""
}

// ParseSpanKind returns the kind of a name; 0: there is none.
func ParseSpanKind(name string) SpanKind {
	for k, n := range spanNames {
		if n == name && n != "" {
			return SpanKind(k)
		}
	}
	return 0
}

// An Outcome is how an ended attempt or list counts for its block.
type Outcome string

// The outcomes.
const (
	Succeeded Outcome = "succeeded"
	Failed    Outcome = "failed"    // it may be repeated
	Permanent Outcome = "permanent" // it is not to be repeated
	TimeLimit Outcome = "time limit"
	Cancelled Outcome = "cancelled" // from outside, or since another one decided the block
	Left      Outcome = "left"      // by exit, return, break or continue
	Deferred  Outcome = "deferred"  // a sense list: the attempt has to wait
)

// Usage is the use of resources by an ended process and its awaited children (getrusage(2)).
type Usage struct {
	User, System time.Duration // processor time
	MaxRSS       int64         // the largest resident set of one process, in bytes
}

// A SpanID identifies a span of a trace. 0 is none.
type SpanID uint64

// String returns the ID as 16 hexadecimal digits.
func (id SpanID) String() string {
	var b [8]byte
	for i := range b {
		b[i] = byte(id >> (56 - 8*i))
	}
	return hex.EncodeToString(b[:])
}

// A TraceID identifies a trace, the spans of a run and of the shells it started. Zero is none.
type TraceID [16]byte

// String returns the ID as 32 hexadecimal digits.
func (id TraceID) String() string { return hex.EncodeToString(id[:]) }

// A TraceParent is the position of a span. The programs started by it find it in the variable
// TRACEPARENT. W3C Trace Context, version 00: 00-TRACE-SPAN-01.
type TraceParent struct {
	Trace TraceID
	Span  SpanID
}

// String returns the value of TRACEPARENT, with the flag of a sampled trace.
func (p TraceParent) String() string { return "00-" + p.Trace.String() + "-" + p.Span.String() + "-01" }

// ParseTraceParent reads a value of TRACEPARENT. ok is false if it is not one, or names no span.
// Fields after the flags, as a later version may have them, are ignored.
func ParseTraceParent(text string) (p TraceParent, ok bool) {
	if len(text) < 55 || text[2] != '-' || text[35] != '-' || text[52] != '-' ||
		len(text) > 55 && text[55] != '-' || text[:2] == "ff" || text[:2] == "00" && len(text) > 55 {
		return TraceParent{}, false
	}
	for i := range 55 {
		if c := text[i]; i != 2 && i != 35 && i != 52 && (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return TraceParent{}, false
		}
	}
	if _, err := hex.Decode(p.Trace[:], []byte(text[3:35])); err != nil {
		return TraceParent{}, false
	}
	var span [8]byte
	if _, err := hex.Decode(span[:], []byte(text[36:52])); err != nil {
		return TraceParent{}, false
	}
	for _, b := range span {
		p.Span = p.Span<<8 | SpanID(b)
	}
	if p.Trace == (TraceID{}) || p.Span == 0 {
		return TraceParent{}, false
	}
	return p, true
}
