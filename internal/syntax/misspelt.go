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
		if h.accepts(c.name) && len(c.name) > 4 && Near(word, c.name) { // short words are like many
			return "write " + c.name
		}
	}
	return ""
}

// Near reports whether one change turns word into want: one letter added, removed or replaced, or
// two letters swapped. Case is ignored.
func Near(word, want string) bool {
	if word == want {
		return false
	}
	word = strings.ToLower(word)
	if word == want {
		return true
	}
	short, long := word, want
	if len(short) > len(long) {
		short, long = long, short
	}
	i := 0
	for i < len(short) && short[i] == long[i] {
		i++
	}
	switch len(long) - len(short) {
	case 0:
		return short[i+1:] == long[i+1:] || i+1 < len(short) && short[i] == long[i+1] &&
			short[i+1] == long[i] && short[i+2:] == long[i+2:]
	case 1:
		return short[i:] == long[i+1:]
	}
	return false
}
