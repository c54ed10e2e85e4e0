package brace_test

import (
	"strings"
	"testing"
	"time"

	"ftsh/internal/brace"
)

// FuzzHostile: no braces take exponential time: a word with too many words is refused early.
func FuzzHostile(f *testing.F) {
	for _, s := range [][3]string{
		{"{a,", "b", "}"}, {"{", "a", ",b}"}, {"{a,b}", "", "{1..9}"}, {"{", "", ""}, {"{a", "", ","}, {"{,", "", "}"},
		{"{1..99", "..3", "}"}, {"{{a,b},", "{c,d}", "}"}, {"${", "x", ",}"}, {"{\\,", "a", "\\}"},
	} {
		f.Add(s[0], s[1], s[2], uint16(30))
	}
	f.Fuzz(func(t *testing.T, open, middle, end string, n uint16) {
		if len(open)+len(middle)+len(end) > 40 || strings.Contains(open+middle+end, "\x00") {
			return
		}
		times := int(n % 500)
		word := strings.Repeat(open, times) + middle + strings.Repeat(end, times)
		began := time.Now()
		_, _ = brace.Expand([]brace.Part{{Text: word}}, nil)
		if took := time.Since(began); took > 5*time.Second {
			t.Fatalf("%v", took)
		}
	})
}
