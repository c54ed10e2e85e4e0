package journal

import (
	"fmt"
	"strconv"
)

// Describe describes the progress of a block in words. used means a run has the journal open.
func (s *State) Describe(used bool) string {
	switch {
	case s.Phase == New:
		return "new"
	case s.Phase == Over && s.Unsure:
		return "failed, outcome unknown"
	case s.Phase == Over && s.Block == "forall":
		return "ended"
	case s.Phase == Over:
		return "failed"
	case s.Phase == Done:
		return "succeeded"
	case s.Phase == Completed:
		return "complete"
	case used:
		return "running"
	case s.Unsure && s.Block == "try":
		return "cut off, outcome unknown"
	}
	return "cut off"
}

// Counts describes the number of attempts, or of words with successful branches.
func (s *State) Counts() string {
	if s.Block != "forall" {
		if s.Attempts == 1 {
			return "1 attempt"
		}
		return strconv.Itoa(s.Attempts) + " attempts"
	}
	well := 0
	for _, p := range s.Branches {
		if p.Success != nil {
			well++
		}
	}
	return fmt.Sprintf("%d of %d words", well, len(s.Branches))
}
