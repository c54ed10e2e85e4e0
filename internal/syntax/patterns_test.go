package syntax

import (
	"testing"

	"ftsh/parser/ast"
)

// Patterns go on up to a clause or a limit. In words not parsed by a shell they may hold blanks.
func TestPatternsOfWords(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  string
	}{
		{[]string{"3", "times", "permanent", "*no such job*", "*x*", "transient", "*busy now*"},
			"(try times:3 permanent:*no such job* *x* transient:*busy now* <>)"},
		{[]string{"permanent *a b* 3 times"}, "(try times:3 permanent:*a b* <>)"},
		{[]string{"permanent", "*a b* ", "for", "5", "s", "known"},
			"(try for:5 s known permanent:*a b* <>)"},
		{[]string{"3 times", "permanent", "*two words*", "every", "1s"},
			"(try times:3 every:1s permanent:*two words* <>)"},
		{[]string{"through", "my db", "jobs", "2"}, "(try through:my db jobs:2 <>)"},
		{[]string{"journal", "the night", "3", "times"}, "(try times:3 journal:the night <>)"},
	} {
		n, err := TryHeader("ftry", c.words, true)
		if err != nil {
			t.Errorf("%q: %v", c.words, err)
			continue
		}
		n.Body = &ast.List{}
		if got := dump(n); got != c.want {
			t.Errorf("%q: %s, want %s", c.words, got, c.want)
		}
	}
	_, err := TryHeader("ftry", []string{"3", "times", "permanent", "*x*", "or", "*y*"}, true)
	if e, ok := err.(*Error); !ok || e.Instead != "write the patterns without or" || e.Found != `"or"` {
		t.Errorf("or between patterns: %v", err)
	}
	_, err = TryHeader("ftry", []string{"3", "times", "permanent", "invalid"}, true)
	e, ok := err.(*Error)
	if !ok || e.Expected != "a clause, or a pattern with a *" || e.Found != `"invalid"` {
		t.Errorf("a plain word: %v", err)
	}
}
