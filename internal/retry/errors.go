package retry

import (
	"slices"

	"ftsh/interp/event"
)

// maxErrors bounds the memory of a block that fails a million times. The block keeps the first
// error and the latest different ones, and for each the first run of attempts and the latest ones.
const maxErrors = 20

// A Failure is a failed command as its owner knows it.
type Failure[F any] interface {
	// Same reports whether two failures look the same to a reader of the record.
	Same(other F) bool
}

// Errors are the failures in a block, for its record and for FTSH_ERROR. Attempts with the same
// failure are one group. The zero value has none.
type Errors[F Failure[F]] struct {
	Last    F   // the failure in FTSH_ERROR
	Omitted int // how many groups were dropped after the first one
	// Cut are the words of a forany or forall with an attempt ended by an outer time limit.
	Cut []string
	// Each are the failures added as alternatives, one by one: a block around judges them.
	Each []F

	groups []Group[F] // in the order of their first occurrence
}

// A Group is a group of attempts with the same failure.
type Group[F Failure[F]] struct {
	Failure  F
	Status   int                  // of the failure
	Deferred bool                 // in sense lists, before the attempt
	Attempts []event.AttemptRange // ascending
	Words    []string
	Count    int
}

// A Failed is an attempt that failed, or a deferral.
type Failed[F Failure[F]] struct {
	Failure  F
	Status   int // of the failure
	Deferred bool
	Hurried  bool // a time limit cut the attempt and the wait before it: an earlier failure says more
	Number   int  // 0: the block failed before its first attempt
	Named    bool // the attempt has a word, since it is one of a forany or forall
	Word     string

	Alternative bool // it counts for Errors.Each
}

// Add adds a failed attempt.
func (es *Errors[F]) Add(a Failed[F]) {
	if len(es.groups) == 0 || !a.Hurried {
		es.Last = a.Failure
	}
	if a.Alternative {
		es.Each = append(es.Each, a.Failure)
	}
	i := slices.IndexFunc(es.groups, func(g Group[F]) bool {
		return g.Deferred == a.Deferred && g.Failure.Same(a.Failure)
	})
	if i < 0 {
		if len(es.groups) == maxErrors {
			es.groups = append(es.groups[:1], es.groups[2:]...)
			es.Omitted++
		}
		i = len(es.groups)
		es.groups = append(es.groups,
			Group[F]{Failure: a.Failure, Status: a.Status, Deferred: a.Deferred})
	}
	es.groups[i].add(&a)
}

func (g *Group[F]) add(a *Failed[F]) {
	g.Count++
	if a.Number == 0 {
		return
	}
	if a.Named {
		g.Words = append(g.Words, a.Word)
	}
	n := len(g.Attempts)
	if n > 0 && g.Attempts[n-1].Last >= a.Number-1 {
		g.Attempts[n-1].Last = a.Number
		return
	}
	if n == maxErrors {
		g.Attempts = append(g.Attempts[:1], g.Attempts[2:]...)
	}
	g.Attempts = append(g.Attempts, event.AttemptRange{First: a.Number, Last: a.Number})
}

// Groups returns the groups in the order of their first failures, each with its words in the order
// of a list. Without a list, the words stay in the order of their failures.
func (es *Errors[F]) Groups(list []string) []Group[F] {
	if list != nil {
		at := places(list)
		for i := range es.groups {
			slices.SortStableFunc(es.groups[i].Words, func(x, y string) int { return at[x] - at[y] })
		}
	}
	return es.groups
}

// places returns the place of each word in a list, the first one of equal words.
func places(list []string) map[string]int {
	at := make(map[string]int, len(list))
	for i, w := range slices.Backward(list) {
		at[w] = i
	}
	return at
}
