package retry

import (
	"fmt"
	"strings"
	"testing"
)

// An oops is a failure that looks like others with the same text.
type oops string

func (o oops) Same(other oops) bool { return o == other }

// shownGroups returns the groups as text: the failure, how often, its attempts and words.
func shownGroups(groups []Group[oops]) string {
	var all []string
	for _, g := range groups {
		text := fmt.Sprintf("%s ×%d %v", g.Failure, g.Count, g.Attempts)
		if g.Words != nil {
			text += fmt.Sprint(" ", g.Words)
		}
		if g.Deferred {
			text += " deferred"
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}

// Attempts with the same failure are one group; deferrals are groups of their own.
func TestErrorsAreMerged(t *testing.T) {
	var es Errors[oops]
	for _, a := range []Failed[oops]{
		{Failure: "a", Number: 1}, {Failure: "a", Number: 2}, {Failure: "b", Number: 3},
		{Failure: "a", Number: 3, Deferred: true}, {Failure: "a", Number: 4},
		{Failure: "a", Number: 5}, {Failure: "header"},
	} {
		es.Add(a)
	}
	want := "a ×4 [{1 2} {4 5}]; b ×1 [{3 3}]; a ×1 [{3 3}] deferred; header ×1 []"
	if got := shownGroups(es.Groups(nil)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if es.Last != "header" || es.Omitted != 0 {
		t.Errorf("last %s, %d omitted", es.Last, es.Omitted)
	}
}

// A hurried attempt says less than an earlier failure, but more than none.
func TestLastError(t *testing.T) {
	var es Errors[oops]
	es.Add(Failed[oops]{Failure: "hurried", Number: 1, Hurried: true})
	if es.Last != "hurried" {
		t.Errorf("the first: %s", es.Last)
	}
	es.Add(Failed[oops]{Failure: "own", Number: 2})
	es.Add(Failed[oops]{Failure: "hurried", Number: 3, Hurried: true})
	if es.Last != "own" {
		t.Errorf("after one of its own: %s", es.Last)
	}
}

// The first group stays, and so do the latest; likewise the ranges of a group.
func TestErrorsAreBounded(t *testing.T) {
	var es Errors[oops]
	for i := range 50 {
		es.Add(Failed[oops]{Failure: oops(fmt.Sprint("e", i)), Number: i + 1})
	}
	groups := es.Groups(nil)
	if len(groups) != 20 || groups[0].Failure != "e0" || groups[1].Failure != "e31" ||
		groups[19].Failure != "e49" || es.Omitted != 30 {
		t.Errorf("%s, %d omitted", shownGroups(groups), es.Omitted)
	}
	es = Errors[oops]{}
	for i := range 50 {
		es.Add(Failed[oops]{Failure: "e", Number: 2*i + 1})
	}
	ranges := es.Groups(nil)[0].Attempts
	if len(ranges) != 20 || ranges[0].First != 1 || ranges[1].First != 63 || ranges[19].Last != 99 {
		t.Errorf("%v", ranges)
	}
}

// The words of concurrent attempts are in the order of the list, not of their ends.
func TestWords(t *testing.T) {
	var es Errors[oops]
	for i, a := range []Failed[oops]{
		{Failure: "a", Status: 1, Word: "three"}, {Failure: "b", Status: 2, Word: "two words"},
		{Failure: "a", Status: 1, Word: "one", Alternative: true},
	} {
		a.Number, a.Named = i+1, true
		es.Add(a)
	}
	es.Cut = []string{"four"}
	if got, want := es.Words(1, nil), "three, one, 'two words' with status 2, four"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	list := []string{"one", "two words", "three", "four"}
	if got, want := es.Words(2, list),
		"one with status 1, 'two words', three with status 1, four"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := shownGroups(es.Groups(list)),
		"a ×2 [{1 1} {3 3}] [one three]; b ×1 [{2 2}] [two words]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(es.Each) != 1 || es.Each[0] != "a" {
		t.Errorf("each: %v", es.Each)
	}
	if got := new(Errors[oops]).Words(1, list); got != "" {
		t.Errorf("no words: %q", got)
	}
}

func TestTooManyWords(t *testing.T) {
	var es Errors[oops]
	for i := range 100 {
		es.Add(Failed[oops]{Failure: "a", Status: 1, Number: i + 1, Named: true,
			Word: fmt.Sprintf("word%03d", i)})
	}
	got := es.Words(1, nil)
	if !strings.HasPrefix(got, "word000, word001, ") || !strings.HasSuffix(got,
		", word021 and 78 more") {
		t.Errorf("%s", got)
	}
}

// A list may have very many words: the time to sort them must not grow with the square.
func TestManyWords(t *testing.T) {
	var es Errors[oops]
	list := make([]string, 100_000)
	for i := range list {
		list[len(list)-1-i] = fmt.Sprint("word", i)
		es.Add(Failed[oops]{Failure: "a", Number: i + 1, Named: true, Word: fmt.Sprint("word", i)})
	}
	words := es.Groups(list)[0].Words
	if len(words) != len(list) || words[0] != list[0] || words[99_999] != list[99_999] {
		t.Errorf("%d words: %s … %s", len(words), words[0], words[len(words)-1])
	}
}
