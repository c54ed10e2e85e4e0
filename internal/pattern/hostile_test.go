package pattern_test

import (
	"strings"
	"testing"
	"time"
)

// FuzzHostile: no pattern takes exponential time. Pattern and subject consist of text that repeats.
func FuzzHostile(f *testing.F) {
	for _, s := range [][4]string{
		{"*a", "b", "", "a"}, {"+(a|", "a", ")", "a"}, {"*(", "a|aa", ")", "a"}, {"!(a", "*", ")", "ab"},
		{"?(a)", "", "a", "a"}, {"@(*", "x", "*)", "xy"}, {"!(!(", "a*", "))", "aaab"}, {"[a-", "é", "]*", "é"},
		{"*(*(a)", "", "|b)", "ab"}, {"*[!a]", "*", "?", "ba"},
	} {
		f.Add(s[0], s[1], s[2], s[3], uint8(20), uint8(100))
	}
	f.Fuzz(func(t *testing.T, open, middle, end, unit string, n, m uint8) {
		if len(open)+len(middle)+len(end)+len(unit) > 40 {
			return
		}
		times := int(n % 16)
		p := bashPattern(strings.Repeat(open, times) + middle + strings.Repeat(end, times))
		s := strings.Repeat(unit, int(m%150))
		s = s[:min(len(s), 100)] + "x"
		began := time.Now()
		p.Match(s)
		p.ShortestPrefix(s)
		p.LongestPrefix(s)
		p.ShortestSuffix(s)
		p.LongestSuffix(s)
		for range p.All(s) {
			if time.Since(began) > 5*time.Second {
				break
			}
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Fatalf("%v", took)
		}
	})
}
