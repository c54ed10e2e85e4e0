package syntax

import "strings"

// misspelt returns the remedy for a word that is nearly a clause of the block: contaned, --known,
// table=FILE. It returns "" for others.
func (h *header) misspelt(word string) string {
	name, value, assigned := strings.Cut(strings.TrimLeft(word, "-"), "=")
	switch c := clauseOf(name); {
	case c == nil || !h.accepts(name) || name == word:
	case assigned && value != "" && c.takes != nothing:
		return "write " + name + " " + value
	case !assigned:
		return "write " + name
	}
	for _, c := range clauseWords {
		if h.accepts(c.name) && nearly(word, c.name) {
			return "write " + c.name
		}
	}
	return ""
}

// nearly reports whether a word is another one of at least five letters with one letter too many,
// missing or wrong, or with two neighbours exchanged.
func nearly(word, right string) bool {
	if len(right) < 5 || word == right {
		return false
	}
	i := 0
	for i < len(word) && i < len(right) && word[i] == right[i] {
		i++
	}
	a, b := word[i:], right[i:]
	switch len(a) - len(b) {
	case 1:
		return a[1:] == b
	case -1:
		return a == b[1:]
	case 0:
		return a[1:] == b[1:] || len(a) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]
	}
	return false
}
