package journal

import "time"

// Format is the version of the lines, in the header.
const Format = 1

// A Kind says what a record tells.
type Kind string

// The kinds of records, and the fields that belong to each beside Stamp, which all have.
const (
	Header    Kind = "journal"   // Format, Name, Block: the first line
	Opened    Kind = "opened"    // Mark, Pid, Place, Hash, Around: a run goes on here
	Started   Kind = "started"   // ID, Hash, Times, Limit, Left: the block begins, with new limits
	Begun     Kind = "begun"     // Attempt, Word, Occurrence
	Unknown   Kind = "unknown"   // Attempt, Word, Occurrence, Reason: the attempt was left, nobody knows what it did
	Failed    Kind = "failed"    // Attempt, Word, Occurrence, Status, Error, Delay, Policy, Begun
	Succeeded Kind = "succeeded" // Attempt, Word, Occurrence, Status, Divert, Depth, Output, Begun
	Ended     Kind = "ended"     // Status, Reason, Unsure: the block failed in the end
	Complete  Kind = "complete"  // the run in which it succeeded ended well
	Adopted   Kind = "adopted"   // the block's text may be another one from now on
	Inner     Kind = "inner"     // Place: the journal of a block within the block
	Listed    Kind = "listed"    // Place, Within: another journal of the run (List)
	Away      Kind = "away"      // Place: the directory by which branches run on other machines (package via)
)

// A Record is a line of a journal.
//
// Large: each field belongs to some kinds of lines, and all are read in one way.
type Record struct {
	N     int  `json:"n"`     // counts the lines, from 0
	Since int  `json:"since"` // the number of the first one that was written and synced together with it
	Kind  Kind `json:"kind"`
	Stamp
	Left *time.Duration `json:"left,omitempty"` // nanoseconds to the block's deadline; nil: it has none

	Format int    `json:"format,omitempty"`
	Name   Text   `json:"name,omitzero"`
	Block  string `json:"block,omitempty"` // try, forany or forall

	Mark  Text `json:"mark,omitzero"`  // the file whose being there says that the run ended well (Commit)
	Pid   int  `json:"pid,omitempty"`  // of the shell
	Place Text `json:"place,omitzero"` // of the block in its script

	Around []Turn `json:"around,omitempty"` // the attempts of the tries around it
	Within Text   `json:"within,omitzero"`  // the journal of the block around

	ID    string        `json:"id,omitempty"`    // FTSH_TRY_ID
	Hash  string        `json:"hash,omitempty"`  // of the block's text
	Times int           `json:"times,omitempty"` // how many attempts are allowed; 0: any number
	Limit time.Duration `json:"limit,omitempty"` // nanoseconds that the block may take; 0: any time

	Attempt    int           `json:"attempt,omitempty"`    // from 1
	Word       Text          `json:"word,omitzero"`        // of an alternative or a branch
	Occurrence int           `json:"occurrence,omitempty"` // of the word in the list, from 1; 0: of a try
	Status     int           `json:"status"`
	Reason     string        `json:"reason,omitempty"`
	Error      Text          `json:"error,omitzero"`
	Unsure     bool          `json:"unsure,omitempty"`   // the outcome of an attempt is unknown, still
	Start      *time.Time    `json:"start,omitempty"`    // when the attempt began
	Duration   time.Duration `json:"duration,omitempty"` // nanoseconds that it took
	Delay      time.Duration `json:"delay,omitempty"`    // nanoseconds until the next attempt
	Policy     *Policy       `json:"policy,omitempty"`
	Divert     string        `json:"divert,omitempty"` // how a body that succeeded left the block: return, exit, break, continue
	Depth      int           `json:"depth,omitempty"`  // loops to leave
	Output     *Output       `json:"output,omitempty"` // nil: it was not held
}

// A Turn is an attempt of a try.
type Turn struct {
	ID      string `json:"id"`
	Attempt int    `json:"attempt"`
}

// Again reports whether a try that was around then has begun another attempt by now.
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

// A Policy is where the delays of a block are.
type Policy struct {
	Failures int           `json:"failures"`
	Previous time.Duration `json:"previous,omitempty"` // the delay before
	Longest  time.Duration `json:"longest,omitempty"`  // attempt
	Last     bool          `json:"last,omitempty"`     // the next attempt is the last one, for the deadline
}
