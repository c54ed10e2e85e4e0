package journal

import (
	"slices"
	"time"
)

// A Phase is the progress of a block.
type Phase uint8

// The phases of a block.
const (
	New       Phase = iota // it has not begun
	Running                // it has begun: a new run continues
	Over                   // it has failed in the end: a new run begins it anew
	Done                   // it has succeeded: it is not run again
	Completed              // and the run has ended well: the next one begins anew
)

// A State is the meaning of a journal's records.
type State struct {
	Phase    Phase
	Block    string // try, forany or forall; "" for no records
	Runs     int    // openings of the journal since the block began
	Mark     string // of the last one
	recorded bool   // its good end is in a record, not only in its mark

	Place  string // of the block in that run's script
	Around []Turn // the attempts around it there

	// Since the journal began: the marks of all runs that opened it, and the journals of inner
	// blocks.
	Marks, Inner []string

	ID    string
	Hash  string    // of the text; "" accepts any
	First time.Time // when the block began, by the wall clock
	Times int
	Limit time.Duration
	Left  *time.Duration // to the deadline, at Last
	Last  Stamp          // of the last record

	Attempts int // of a try, since the block began
	// Unsure means the last attempt, or one before the block began anew, has an unknown outcome.
	Unsure bool
	Status int // of the last attempt that failed
	Error  string
	Policy Policy
	Delay  time.Duration // the rest, at Last, of the delay before the next attempt

	Success  *Record              // of a try or forany that is Done
	Branches map[Branch]*Progress // of a forany and a forall, by word

	// Away is the directory for branches on other machines, or "" if there was none since the block
	// began.
	Away string
}

// A Branch is a word of a forany or forall, with its position among equal words.
type Branch struct {
	Word       string
	Occurrence int // from 1
}

// Progress is the progress of a branch or alternative.
type Progress struct {
	Attempts int
	Failed   bool    // the last attempt has
	Reason   string  // why, if it has
	Success  *Record // nil: it has not succeeded
}

// Open reports whether an attempt has begun and not ended.
func (p *Progress) Open() bool {
	return p != nil && p.Attempts > 0 && !p.Failed && p.Success == nil
}

// Replay returns the state after records. The first one is the header.
func Replay(records []Record) State {
	var s State
	for i := range records {
		s.add(&records[i])
	}
	return s
}

// State returns the state of the records so far, including those appended by this process. If the
// mark of the journal's last run was there at Open, that run has ended well.
func (j *Journal) State() State {
	j.mu.Lock()
	defer j.mu.Unlock()
	s := j.state
	s.Branches = make(map[Branch]*Progress, len(j.state.Branches))
	for b, p := range j.state.Branches {
		q := *p
		s.Branches[b] = &q
	}
	return s
}

// HasInner reports whether the journal at path is recorded as an inner block's.
func (j *Journal) HasInner(path string) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Contains(j.state.Inner, path)
}

// add applies a record. It keeps a pointer to a record of success.
func (s *State) add(r *Record) {
	passed, _ := r.Elapsed(s.Last)
	s.Delay = max(s.Delay-passed, 0)
	if s.Left != nil {
		left := *s.Left - passed
		s.Left = &left
	}
	switch r.Kind {
	case Header:
		s.Block = r.Block
	case Opened:
		s.Runs++
		s.recorded = false
		if s.Phase != Over {
			s.Hash = r.Hash
		}
		s.Mark, s.Place, s.Around = string(r.Mark), string(r.Place), r.Around
		if !slices.Contains(s.Marks, s.Mark) {
			s.Marks = append(s.Marks, s.Mark)
		}
	case Started:
		*s = State{
			Phase: Running, Block: s.Block, Runs: 1, Mark: s.Mark, ID: r.ID, Hash: r.Hash,
			First: r.At, Times: r.Times,
			Limit: r.Limit, Unsure: s.Unsure, Branches: s.kept(), Marks: s.Marks, Inner: s.Inner,
			Place: s.Place, Around: s.Around,
		}
	case Begun:
		s.Phase, s.Attempts, s.Unsure, s.Delay = Running, max(s.Attempts, r.Attempt), true, 0
		p := s.branch(r)
		p.Attempts++
		p.Failed, p.Reason = false, ""
	case Failed:
		s.Unsure, s.Status, s.Error, s.Delay = false, r.Status, string(r.Error), r.Delay
		if r.Policy != nil {
			s.Policy = *r.Policy
		}
		p := s.branch(r)
		p.Failed, p.Reason = true, r.Reason
	case Succeeded:
		s.Unsure = false
		p := s.branch(r)
		p.Failed, p.Success = false, r
		if s.Block != "forall" {
			s.Phase, s.Success = Done, r
		}
	case Ended:
		s.Phase, s.Unsure = Over, r.Unsure
	case Complete:
		if s.ends() {
			s.Phase, s.recorded = Completed, true
		}
	case Inner:
		if p := string(r.Place); !slices.Contains(s.Inner, p) {
			s.Inner = append(s.Inner, p)
		}
	case Adopted:
		s.Hash = ""
	case Away:
		s.Away = string(r.Place)
	}
	s.Last = r.Stamp
	if r.Left != nil {
		s.Left = r.Left
	}
}

// ends reports whether the block is complete once its run has ended well: it has succeeded, or is a
// forall with all branches tried. A failed block of another kind begins anew as it is.
func (s *State) ends() bool { return s.Phase == Done || s.Phase == Over && s.Block == "forall" }

// kept returns the branches still known when a block begins anew: a forall keeps its successes.
func (s *State) kept() map[Branch]*Progress {
	if s.Block == "forall" {
		return s.Branches
	}
	return nil
}

// branch returns the progress of the branch in a record.
func (s *State) branch(r *Record) *Progress {
	if r.Occurrence == 0 {
		return new(Progress) // of a try
	}
	b := Branch{string(r.Word), r.Occurrence}
	p := s.Branches[b]
	if p == nil {
		if s.Branches == nil {
			s.Branches = make(map[Branch]*Progress)
		}
		p = new(Progress)
		s.Branches[b] = p
	}
	return p
}

// Remaining returns the time from now to the deadline, at least 0. ok reports whether there is a
// deadline. back is how far the wall clock is before the last record's, if the wall clock was
// needed.
func (s *State) Remaining(now Stamp) (left time.Duration, ok bool, back time.Duration) {
	passed, back := now.Elapsed(s.Last)
	if s.Left == nil {
		return 0, false, back
	}
	return max(*s.Left-passed, 0), true, back
}

// Owed returns the rest, at now, of the delay before the next attempt.
func (s *State) Owed(now Stamp) time.Duration {
	passed, _ := now.Elapsed(s.Last)
	return max(s.Delay-passed, 0)
}
