package handover

import (
	"io"

	"ftsh/internal/flow"
	"ftsh/parser/ast"
)

// A Reply is the result of a subshell in a process of its own, in addition to its exit status. A
// subshell in the parent's own process leaves the same data in its registers.
type Reply struct {
	Outcome flow.Outcome // a status, with Failure, Abort or Cancel
	Runaway bool         // a runaway recursion ended it
	Pos     ast.Pos      // the place of its end
	Failure *Failure     // the last failed command; nil: none has failed
	Delayed bool         // a delay was requested
	Delay   int64        // the delay, in nanoseconds
	// Records are the records of failed blocks, if their failure may not have been handled.
	Records []Record
	Retries int64 // repeated attempts of its tries
}

// A Failure is a failed command, or an error found by the shell.
type Failure struct {
	Script    string
	Line, Col int
	Args      []string
	Source    string
	Said      string
	Status    int
	Guard     bool
	Cut       bool
	Unfound   bool
	Raised    bool
	Among     string
	Killed    int64 // nanoseconds
	Upstream  string
	Reason    string // of a branch's failure
}

// A Record is a pending report of a failed block.
type Record struct {
	Level     int    // of the event
	Time      int64  // nanoseconds since the epoch
	Script    string // the script with the block
	Line, Col int
	Block     string // its kind
	ID        string
	Times     int
	Limit     int64 // nanoseconds
	Attempt   int
	Status    int
	Reason    string
	Elapsed   int64 // nanoseconds
	Errors    []Failed
	Omitted   int

	Asked    int   // the level in force when the block failed
	Deadline int64 // of the block, as package clock counts; 0: none
	// Stderr is the subshell's standard error descriptor at its start; -1: closed.
	Stderr int
	Quiet  bool // ! has handled it
}

// Failed are attempts with the same failure.
type Failed struct {
	Attempts []Run // their numbers
	Words    []string
	Count    int
	Failure  Failure
}

// A Run is a series of consecutive attempts.
type Run struct{ First, Last int }

// Append appends the stream to dst.
func (r *Reply) Append(dst []byte) ([]byte, error) {
	return seal(dst, func(c *coder) { reply(c, r) })
}

// DecodeReply reads a stream from r, and not a byte more.
func DecodeReply(r io.Reader) (*Reply, error) {
	a := new(Reply)
	if err := unseal(r, func(c *coder) { reply(c, a) }); err != nil {
		return nil, err
	}
	return a, nil
}

func reply(c *coder, r *Reply) {
	number(c, &r.Outcome.Status)
	enum(c, &r.Outcome.Divert, flow.Fatal)
	number(c, &r.Outcome.Depth)
	flag(c, &r.Runaway)
	position(c, &r.Pos)
	optional(c, &r.Failure, failure)
	flag(c, &r.Delayed)
	number(c, &r.Delay)
	list(c, &r.Records, record)
	number(c, &r.Retries)
}

func failure(c *coder, f *Failure) {
	text(c, &f.Script)
	number(c, &f.Line)
	number(c, &f.Col)
	list(c, &f.Args, text)
	text(c, &f.Source)
	text(c, &f.Said)
	number(c, &f.Status)
	flag(c, &f.Guard)
	flag(c, &f.Cut)
	flag(c, &f.Unfound)
	flag(c, &f.Raised)
	text(c, &f.Among)
	number(c, &f.Killed)
	text(c, &f.Upstream)
	text(c, &f.Reason)
}

func record(c *coder, r *Record) {
	number(c, &r.Level)
	number(c, &r.Time)
	text(c, &r.Script)
	number(c, &r.Line)
	number(c, &r.Col)
	text(c, &r.Block)
	text(c, &r.ID)
	number(c, &r.Times)
	number(c, &r.Limit)
	number(c, &r.Attempt)
	number(c, &r.Status)
	text(c, &r.Reason)
	number(c, &r.Elapsed)
	list(c, &r.Errors, func(c *coder, f *Failed) {
		list(c, &f.Attempts, func(c *coder, run *Run) {
			number(c, &run.First)
			number(c, &run.Last)
		})
		list(c, &f.Words, text)
		number(c, &f.Count)
		failure(c, &f.Failure)
	})
	number(c, &r.Omitted)
	number(c, &r.Asked)
	number(c, &r.Deadline)
	number(c, &r.Stderr)
	flag(c, &r.Quiet)
}
