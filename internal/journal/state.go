package journal

import (
	"slices"
	"time"
)

// A Phase is how far a block is.
type Phase uint8

// The phases of a block.
const (
	New       Phase = iota // it has not begun
	Running                // it has begun: a new run goes on
	Over                   // it has failed in the end: a new run begins it anew
	Done                   // it has succeeded: it is not run again
	Completed              // and the run has ended well: the next one begins anew
)

// A State is what the records of a journal mean.
type State struct {
	Phase Phase
	Block string // try, forany or forall; "": nothing was recorded
	Runs  int    // that opened the journal since the block began
	Mark  string // of the last one
	told  bool   // a record says that it ended well, not its mark alone

	Place  string // of the block in that run's script
	Around []Turn // the attempts around it there

	// Since the journal began: the marks of all runs that opened it, and the journals of blocks within the block.
	Marks, Inner []string

	ID    string
	Hash  string    // of the text; "": any will do
	First time.Time // when the block began, by the wall clock
	Times int
	Limit time.Duration
	Left  *time.Duration // to the deadline, at Last
	Last  Stamp          // of the last record

	Attempts int  // that began since the block did; of a try
	Unsure   bool // the outcome of the last one, or of one before the block began anew, is unknown
	Status   int  // of the last attempt that failed
	Error    string
	Policy   Policy
	Delay    time.Duration // from Last on: what is owed before the next attempt

	Success  *Record              // of a try or forany that is Done
	Branches map[Branch]*Progress // of a forany and a forall: what is known of each word

	Away string // the directory by which branches run on other machines; "": there has been none since the block began
}

// A Branch is a word of a forany or forall, and the how manieth of those that are equal.
type Branch struct {
	Word       string
	Occurrence int // from 1
}

// Progress is how far a branch or alternative is.
type Progress struct {
	Attempts int
	Failed   bool    // the last of them has
	Success  *Record // nil: it has not succeeded
}

// Open reports whether an attempt has begun that has no end.
func (p *Progress) Open() bool { return p != nil && p.Attempts > 0 && !p.Failed && p.Success == nil }

// Replay makes the state of records, the first of which is the header.
func Replay(records []Record) State {
	var s State
	for i := range records {
		s.add(&records[i])
	}
	return s
}

// State is what the journal holds now, what has been appended by an open one included. Where the mark of its last run was there
// when it was opened, that run has ended well.
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

// HasInner reports whether the journal of a block within the block has been recorded.
func (j *Journal) HasInner(path string) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Contains(j.state.Inner, path)
}

// add is what a record changes. One of a success is kept.
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
		s.told = false
		if s.Phase != Over {
			s.Hash = r.Hash
		}
		s.Mark, s.Place, s.Around = string(r.Mark), string(r.Place), r.Around
		if !slices.Contains(s.Marks, s.Mark) {
			s.Marks = append(s.Marks, s.Mark)
		}
	case Started:
		*s = State{
			Phase: Running, Block: s.Block, Runs: 1, Mark: s.Mark, ID: r.ID, Hash: r.Hash, First: r.At, Times: r.Times,
			Limit: r.Limit, Unsure: s.Unsure, Branches: s.kept(), Marks: s.Marks, Inner: s.Inner, Place: s.Place, Around: s.Around,
		}
	case Begun:
		s.Phase, s.Attempts, s.Unsure, s.Delay = Running, max(s.Attempts, r.Attempt), true, 0
		p := s.branch(r)
		p.Attempts++
		p.Failed = false
	case Failed:
		s.Unsure, s.Status, s.Error, s.Delay = false, r.Status, string(r.Error), r.Delay
		if r.Policy != nil {
			s.Policy = *r.Policy
		}
		s.branch(r).Failed = true
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
			s.Phase, s.told = Completed, true
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

// ends reports whether the block is one that is complete once its run has ended well: it has succeeded, or is
// a forall all of whose branches have had their turn. One that has failed begins anew as it is.
func (s *State) ends() bool { return s.Phase == Done || s.Phase == Over && s.Block == "forall" }

// kept is what is still known of branches when a block begins anew: a forall has its successes.
func (s *State) kept() map[Branch]*Progress {
	if s.Block == "forall" {
		return s.Branches
	}
	return nil
}

// branch is the progress of the branch that a record is about.
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

// Remaining is how long it is to the deadline at now, not below 0; ok: there is one. back is how much the wall
// clock stands before the last record, where it had to be asked.
func (s *State) Remaining(now Stamp) (left time.Duration, ok bool, back time.Duration) {
	passed, back := now.Elapsed(s.Last)
	if s.Left == nil {
		return 0, false, back
	}
	return max(*s.Left-passed, 0), true, back
}

// Owed is what is left at now of the delay before the next attempt.
func (s *State) Owed(now Stamp) time.Duration {
	passed, _ := now.Elapsed(s.Last)
	return max(s.Delay-passed, 0)
}
