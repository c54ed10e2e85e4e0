package ere_test

import (
	"strings"
	"testing"
	"time"

	"ftsh/internal/ere"
)

// FuzzHostile: no regular expression takes exponential time. Expression and subject consist of text
// that repeats.
func FuzzHostile(f *testing.F) {
	for _, s := range [][4]string{
		{"(a*)*", "b", "", "a"}, {"(a|", "a", ")+", "a"}, {"(", "a?", "){2}", "a"}, {"a?", "", "a", "a"},
		{"(a|aa)+", "$", "", "a"}, {"((a*)", "b", "|c)*", "ab"}, {"(x", "+x+", ")+y", "x"}, {"(.*)", "", ",", "1,"},
		{"(a{1,9}", "", "){1,9}", "a"}, {"^(^", "a", "$)*", "a"}, {"[[:alpha:]]*", "[^a]", ".", "aé"},
	} {
		f.Add(s[0], s[1], s[2], s[3], uint8(8), uint8(60))
	}
	f.Fuzz(func(t *testing.T, open, middle, end, unit string, n, m uint8) {
		if len(open)+len(middle)+len(end)+len(unit) > 40 {
			return
		}
		times := int(n % 16)
		text := strings.Repeat(open, times) + middle + strings.Repeat(end, times)
		s := strings.Repeat(unit, int(m%150)) + "x"
		began := time.Now()
		re, err := ere.Compile(text, false)
		if err == nil {
			re.Match(s)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Fatalf("%v: %q on %q", took, text, s)
		}
	})
}
