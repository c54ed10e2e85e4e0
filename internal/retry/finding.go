package retry

import (
	"ftsh/internal/known"
	"ftsh/internal/pattern"
)

// Knowledge is the value of the clauses of a try that judge a failure by what the failed command
// has written to standard error: known, permanent and transient.
type Knowledge struct {
	Table     bool // known: the tables of programs count
	Permanent []Pattern
	Transient []Pattern
}

// A Pattern is a pattern with its text in the script.
type Pattern struct {
	*pattern.Pattern
	Text string
}

// A Finding is what is known of a failure. The zero value says: nothing.
type Finding struct {
	Verdict known.Verdict
	After   After  // the delay before the next attempt, if the failure asks for one
	which   string // the pattern or the entry
	own     bool   // by the script's own patterns
}

// String is the finding as FTSH_REASON and the log report it; "" if nothing is known.
func (f *Finding) String() string {
	switch f.Verdict {
	case known.Permanent:
		return "permanent: " + f.which
	case known.Transient:
		return "transient: " + f.which
	}
	return ""
}

// Find judges the failure of one command by the script's own patterns.
func (k *Knowledge) Find(text *known.Text) Finding {
	for _, p := range k.Permanent {
		if text.Matches(p.Pattern) {
			return Finding{Verdict: known.Permanent, which: p.Text, own: true}
		}
	}
	for _, p := range k.Transient {
		if text.Matches(p.Pattern) {
			return Finding{Verdict: known.Transient, which: p.Text, own: true}
		}
	}
	return Finding{}
}

// FromTable returns the finding of an entry in the table of a program.
func FromTable(f known.Finding) Finding {
	return Finding{Verdict: f.Entry.Verdict, which: f.Program + ": " + f.Meaning,
		After: After{f.After, f.Asked}}
}

// Combine returns the finding on a forany whose alternatives all failed. The forany tries each of
// its words: it fails for good only if all of them do, and waits no longer than the first one of
// them wants.
func Combine(alternatives []Finding) Finding {
	var last Finding
	for i, found := range alternatives {
		switch {
		case i == 0 || last.Verdict == known.Permanent:
			last = found
		case found.Verdict == known.Permanent:
		case found.Verdict == known.Unknown || last.Verdict == known.Unknown:
			last = Finding{}
		case !found.After.Asked || last.After.Asked && found.After.Delay < last.After.Delay:
			last = found
		}
	}
	return last
}
