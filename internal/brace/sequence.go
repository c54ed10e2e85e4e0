package brace

import (
	"fmt"
	"strconv"
	"strings"
)

// sequence returns the words of `{1..3}` or `{a..e..2}`, whose text is without the braces; open is
// the place of the first one.
func (x *expander) sequence(text string, open int) ([][]Part, bool) {
	terms := strings.Split(text, "..")
	if len(terms) != 2 && len(terms) != 3 {
		return nil, false
	}
	step := int64(1)
	if len(terms) == 3 {
		n, err := strconv.ParseInt(terms[2], 10, 64)
		if err != nil {
			return nil, false
		}
		step = n
	}
	if isLetter(terms[0]) && isLetter(terms[1]) {
		return x.count(int64(terms[0][0]), int64(terms[1][0]), step, open, letter), true
	}
	first, err := strconv.ParseInt(terms[0], 10, 64)
	if err != nil {
		return nil, false
	}
	last, err := strconv.ParseInt(terms[1], 10, 64)
	if err != nil {
		return nil, false
	}
	item := func(n int64) string { return strconv.FormatInt(n, 10) }
	if isFilled(terms[0]) || isFilled(terms[1]) {
		width := max(len(terms[0]), len(terms[1]))
		item = func(n int64) string { return fmt.Sprintf("%0*d", width, n) }
	}
	return x.count(first, last, step, open, item), true
}

func isLetter(s string) bool { return len(s) == 1 && 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z' }

// letter returns a character between two letters. An unquoted backslash quotes nothing.
func letter(n int64) string {
	if n == '\\' {
		return ""
	}
	return string(rune(n))
}

// isFilled reports whether a number begins with a 0 that fills it up.
func isFilled(s string) bool {
	return len(s) > 1 && s[0] == '0' || len(s) > 2 && s[0] == '-' && s[1] == '0'
}

// count returns the items from first to last. The sign of the step does not count, and 0 is 1.
func (x *expander) count(first, last, step int64, open int, item func(int64) string) [][]Part {
	size := uint64(step)
	if step < 0 {
		size = -size
	}
	if size == 0 {
		size = 1
	}
	distance := uint64(last) - uint64(first)
	if last < first {
		distance = -distance
	}
	n := distance / size
	if n >= maxWords {
		x.fail(open)
		return nil
	}
	if last < first {
		size = -size
	}
	pos := x.pos(open)
	words, parts := make([][]Part, 0, n+1), make([]Part, n+1)
	for i := range n + 1 {
		parts[i] = Part{Text: item(int64(uint64(first) + i*size)), Pos: pos}
		words = append(words, parts[i:i+1:i+1])
	}
	return words
}
