package journal

import "time"

// Format is the version of the lines, in the header.
const Format = 1

// A Kind is the kind of a record.
type Kind string

// The kinds of records, with their fields. All have a Stamp too.
const (
	Header  Kind = "journal" // Format, Name, Block: the first line
	Opened  Kind = "opened"  // Mark, Pid, Place, Hash, Around: a run continues here
	Started Kind = "started" // ID, Hash, Times, Limit, Left: the block begins, with new limits
	Begun   Kind = "begun"   // Attempt, Word, Occurrence
	// Attempt, Word, Occurrence, Reason: the attempt was left, with unknown effects.
	Unknown Kind = "unknown"
	// Attempt, Word, Occurrence, Status, Error, Delay, Policy, Start, Duration; of a branch Reason
	// and Node.
	Failed Kind = "failed"
	// Attempt, Word, Occurrence, Status, Divert, Depth, Output, Start, Duration, Node.
	Succeeded Kind = "succeeded"
	Ended     Kind = "ended"    // Status, Reason, Unsure: the block failed in the end
	Complete  Kind = "complete" // the run with the block's success ended well
	Adopted   Kind = "adopted"  // the block's text may differ from now on
	Inner     Kind = "inner"    // Place: the journal of a block within the block
	Listed    Kind = "listed"   // Place, Within: another journal of the run (List)
	// Place: the directory for branches on other machines (package via).
	Away Kind = "away"
)

// A Record is a line of a journal.
//
// Large: each field belongs to some kinds of lines, and all are read in one way.
type Record struct {
	N     int  `json:"n"`     // the number of the line, from 0
	Since int  `json:"since"` // number of the first record written and synced with it
	Kind  Kind `json:"kind"`
	Stamp
	Left *time.Duration `json:"left,omitempty"` // nanoseconds to the block's deadline; nil for none

	Format int    `json:"format,omitempty"`
	Name   Text   `json:"name,omitzero"`
	Block  string `json:"block,omitempty"` // try, forany or forall

	// Mark is a file present only if the run ended well (Commit).
	Mark  Text `json:"mark,omitzero"`
	Pid   int  `json:"pid,omitempty"`  // of the shell
	Place Text `json:"place,omitzero"` // of the block in its script

	Around []Turn `json:"around,omitempty"` // the attempts of the tries around it
	Within Text   `json:"within,omitzero"`  // the journal of the block around

	ID    string `json:"id,omitempty"`    // FTSH_TRY_ID
	Hash  string `json:"hash,omitempty"`  // of the block's text
	Times int    `json:"times,omitempty"` // number of attempts allowed; 0 for no limit
	// Limit is the time allowed for the block, in nanoseconds; 0 for no limit.
	Limit time.Duration `json:"limit,omitempty"`

	Attempt    int           `json:"attempt,omitempty"`    // from 1
	Word       Text          `json:"word,omitzero"`        // of an alternative or a branch
	Occurrence int           `json:"occurrence,omitempty"` // of the word, from 1; 0 for a try
	Status     int           `json:"status"`
	Reason     string        `json:"reason,omitempty"`
	Error      Text          `json:"error,omitzero"`
	Node       Text          `json:"node,omitzero"`      // the machine that ran a branch
	Unsure     bool          `json:"unsure,omitempty"`   // an outcome is unknown
	Start      *time.Time    `json:"start,omitempty"`    // start of the attempt
	Duration   time.Duration `json:"duration,omitempty"` // of the attempt, in nanoseconds
	Delay      time.Duration `json:"delay,omitempty"`    // nanoseconds until the next attempt
	Policy     *Policy       `json:"policy,omitempty"`
	// Divert is how a successful body left the block: return, exit, break, continue.
	Divert string  `json:"divert,omitempty"`
	Depth  int     `json:"depth,omitempty"`  // loops to leave
	Output *Output `json:"output,omitempty"` // nil if it was not held
}

// A Turn is an attempt of a try.
type Turn struct {
	ID      string `json:"id"`
	Attempt int    `json:"attempt"`
}

// Again reports whether a try around a block has begun another attempt between then and now.
func Again(then, now []Turn) bool {
	for _, t := range now {
		for _, u := range then {
			if t.ID == u.ID && t.Attempt > u.Attempt {
				return true
			}
		}
	}
	return false
}

// A Policy is the position of a block in its sequence of delays.
type Policy struct {
	Failures int           `json:"failures"`
	Previous time.Duration `json:"previous,omitempty"` // the delay before
	Longest  time.Duration `json:"longest,omitempty"`  // attempt
	// Last reports whether the next attempt is the last one before the deadline.
	Last bool `json:"last,omitempty"`
}
