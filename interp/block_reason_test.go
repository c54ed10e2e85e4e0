package interp

import (
	"fmt"
	"testing"

	"ftsh/internal/journal"
)

// A forall with new words in each attempt must not grow without end.
func TestBranchReasonsForget(t *testing.T) {
	var m branchReasons
	for attempt := range 100 {
		now := []journal.Turn{{ID: "try", Attempt: attempt + 1}}
		r := m.begin("place", now, []string{"same", fmt.Sprint("new", attempt)})
		if want := attempt > 0; (r.before[0].reason == "exit") != want || r.before[1].reason != "" {
			t.Fatalf("attempt %d: before it %v", attempt+1, r.before)
		}
		for _, k := range r.keys {
			r.branches[k] = past{reason: "exit"}
		}
	}
	if r := m.of["place"]; len(r.branches) != 1 || len(r.branches[0]) != 2 || len(r.began) != 1 {
		t.Errorf("it remembers %v of %v", r.branches, r.began)
	}
}

// Nor does one in a loop without end, be it in one attempt or in a new try each time.
func TestBranchReasonsAreBounded(t *testing.T) {
	for _, name := range []string{"outer", ""} {
		var m branchReasons
		for i := range 5000 {
			now := []journal.Turn{{ID: fmt.Sprint("inner", i), Attempt: 1}}
			if name != "" {
				now = append(now, journal.Turn{ID: name, Attempt: 1})
			}
			m.begin("place", now, []string{"word"})
		}
		most := 1000
		if name == "" { // no attempt of a try can repeat the earlier ones
			most = 1
		}
		if n := len(m.of["place"].branches); n != most {
			t.Errorf("%q: it remembers %d executions, want %d", name, n, most)
		}
	}
}
