package journal

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"time"
	"unicode/utf8"
)

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

// An Output is what an attempt wrote that succeeded.
type Output struct {
	Text Text   `json:"text,omitzero"`
	File string `json:"file,omitempty"` // the name of a file beside the journal that has it; "": Text
	Size int64  `json:"size"`
	Sum  string `json:"sum,omitempty"` // of the file
}

// A Text is any bytes. As JSON it is a string where that can hold them, else an object: {"base64": "…"}.
type Text string

// MarshalJSON is json.Marshaler's.
func (t Text) MarshalJSON() ([]byte, error) {
	if !utf8.ValidString(string(t)) {
		return json.Marshal(struct {
			Base64 []byte `json:"base64"`
		}{[]byte(t)})
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(string(t))
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// UnmarshalJSON is json.Unmarshaler's.
func (t *Text) UnmarshalJSON(p []byte) error {
	if len(p) == 0 || p[0] != '{' {
		return json.Unmarshal(p, (*string)(t))
	}
	var o struct {
		Base64 string `json:"base64"`
	}
	if err := json.Unmarshal(p, &o); err != nil {
		return err
	}
	b, err := base64.StdEncoding.DecodeString(o.Base64)
	*t = Text(b)
	return err
}

// A line is {"sum":"01234567",…}: the sum is CRC-32C, in hexadecimal digits, of what stands behind its comma,
// without the newline.
const (
	before = `{"sum":"`
	behind = `",`
	sumAt  = len(before)
	restAt = sumAt + 8 + len(behind)
)

func sum(p []byte) string {
	return fmt.Sprintf("%08x", crc32.Checksum(p, crc32.MakeTable(crc32.Castagnoli)))
}

// encode makes the line of a record, with its newline.
func encode(r *Record) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return nil, err
	}
	rest := b.Bytes()[1:] // behind the brace
	line := make([]byte, 0, restAt+len(rest))
	line = append(line, before...)
	line = append(line, sum(rest[:len(rest)-1])...)
	line = append(line, behind...)
	return append(line, rest...), nil
}

var errLine = errors.New("no record")

// decode reads a line, without its newline.
func decode(line []byte) (r Record, err error) {
	if len(line) <= restAt || string(line[:sumAt]) != before || string(line[sumAt+8:restAt]) != behind ||
		sum(line[restAt:]) != string(line[sumAt:sumAt+8]) {
		return r, errLine
	}
	err = json.Unmarshal(line, &r)
	return r, err
}

// A DamageError says that a journal is not what was written to it.
type DamageError struct {
	Line int // from 1; 0: it is none
	What string
}

func (e *DamageError) Error() string {
	if e.Line == 0 {
		return e.What
	}
	return fmt.Sprintf("damaged: line %d: %s", e.Line, e.What)
}

// parse reads the records of a journal, and says up to where it is good. What is behind that is a torn tail:
// all of it was written in one piece, that never was synced.
func parse(data []byte) (all []Record, good int, err error) {
	data = bytes.TrimRight(data, "\x00") // room that was taken and not used
	if !begun(data) {
		return nil, 0, &DamageError{0, "it is no journal"}
	}
	torn := 0 // the number of the first bad line; 0: none
	for at, number := 0, 1; at < len(data); number++ {
		end := bytes.IndexByte(data[at:], '\n')
		if end < 0 {
			break
		}
		r, bad := decode(data[at : at+end])
		at += end + 1
		switch {
		case bad != nil && torn == 0:
			torn = number
		case bad != nil, torn > 0 && r.Since <= len(all):
		case torn > 0:
			return nil, 0, &DamageError{torn, "no record, and there is one behind it"}
		case r.N != number-1:
			return nil, 0, &DamageError{number, fmt.Sprintf("record %d, expected %d", r.N, number-1)}
		case number == 1 && (r.Kind != Header || r.Format != Format):
			return nil, 0, &DamageError{number, fmt.Sprintf("no header of format %d", Format)}
		default:
			all, good = append(all, r), at
		}
	}
	if torn > 0 && len(all) == 0 && bytes.IndexByte(data, 0) < 0 {
		return nil, 0, &DamageError{1, "no record, and it is whole"} // what is torn has a hole, or ends in its first line
	}
	return all, good, nil
}

// mostTorn is more than what is written with a header.
const mostTorn = 64 << 10

// begun reports whether data may be a journal, though nothing of it were ever synced: such a one begins as lines do, or with a
// hole, and has no other characters. A file that somebody named by mistake must not be taken for a torn one, and lose what is in it.
func begun(data []byte) bool {
	n := min(len(data), len(before))
	if string(data[:n]) == before[:n] {
		return true
	}
	other := func(r rune) bool { return r < ' ' && r != '\n' && r != 0 }
	return data[0] == 0 && len(data) <= mostTorn && bytes.IndexFunc(data, other) < 0
}

// foreign says why a file's content is no journal's, be it a damaged one's; nil: it may be one.
func foreign(data []byte) error {
	if _, _, err := parse(data); err != nil && !bytes.Contains(data, []byte(before)) {
		return err
	}
	return nil
}
