package cli

import (
	"strings"
	"testing"
)

func TestExcerpt(t *testing.T) {
	for _, c := range []struct {
		limit  int
		writes []string
		want   stream
	}{
		{4, nil, stream{}},
		{4, []string{"ab", "cd"}, stream{4, 0, "abcd", ""}},
		{4, []string{"abc", "def", "gh"}, stream{8, 0, "abcd", "efgh"}},
		{4, []string{"abcdefghi"}, stream{9, 1, "abcd", "fghi"}},
		{4, []string{"abcdef", "g", "hijklmnopqrs", "t", "u"}, stream{21, 13, "abcd", "rstu"}},
		{4, []string{strings.Repeat("x", 100), "abcd"}, stream{104, 96, "xxxx", "abcd"}},
		{0, []string{"abc"}, stream{3, 3, "", ""}},
		// A character is never divided.
		{3, []string{"abäc"}, stream{5, 0, "ab", "äc"}},
		{3, []string{"ab€", "d"}, stream{6, 0, "ab", "€d"}},
		{3, []string{"ab€defgh"}, stream{10, 5, "ab", "fgh"}},
		{3, []string{"abcdef€x"}, stream{10, 6, "abc", "x"}},
		// What is no text stays as it is.
		{3, []string{"a\xff\xe2", "\x82"}, stream{4, 0, "a\xff", "\xe2\x82"}},
		{2, []string{"\x80\x80\x80\x80\x80\x80"}, stream{6, 4, "\x80\x80", ""}},
	} {
		x := &excerpt{limit: c.limit}
		for range 2 {
			x.reset()
			for _, w := range c.writes {
				if n, err := x.Write([]byte(w)); n != len(w) || err != nil {
					t.Errorf("%q: %d, %v", w, n, err)
				}
			}
			if got := x.stream(); got != c.want {
				t.Errorf("%d of %q: %+v, want %+v", c.limit, c.writes, got, c.want)
			}
		}
	}
}
