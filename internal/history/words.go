package history

import "strings"

// A span is the place of a word in a command.
type span struct{ from, to int }

// Words divides a command into words and operators as the shell does, but keeps their quotes.
func Words(command string) []string {
	var all []string
	for _, s := range wordsAt(command) {
		all = append(all, command[s.from:s.to])
	}
	return all
}

func wordsAt(s string) []span {
	var all []span
	for i := 0; i < len(s); {
		if strings.IndexByte(" \t\n", s[i]) >= 0 {
			i++
			continue
		}
		from := i
		i = wordEnd(s, i)
		all = append(all, span{from, i})
	}
	return all
}

func at(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// wordEnd returns the end of the word or operator at i.
func wordEnd(s string, i int) int {
	if s[i] == '(' || s[i] == ')' {
		return i + 1
	}
	digits := i
	for isDigit(at(s, digits)) {
		digits++
	}
	if c := at(s, digits); digits > i && (c == '<' || c == '>') && at(s, digits+1) != '(' {
		i = digits
	}
	if end := operatorEnd(s, i); end > i {
		return end
	}
	for i < len(s) && strings.IndexByte(" \t\n;&|()<>", s[i]) < 0 || opensGroup(s, i) {
		i = partEnd(s, i)
	}
	return i
}

// operatorEnd returns the end of an operator at i, or i if there is none.
func operatorEnd(s string, i int) int {
	c, next := at(s, i), at(s, i+1)
	switch {
	case c == 0 || strings.IndexByte("<>;&|", c) < 0 || opensGroup(s, i):
		return i
	case c == '<' && next == '<' && (at(s, i+2) == '-' || at(s, i+2) == '<'):
		return i + 3
	case c == '&' && next == '>' && at(s, i+2) == '>':
		return i + 3
	case (c == '<' || c == '>') && next == '&':
		i += 2
		for isDigit(at(s, i)) {
			i++
		}
		if at(s, i) == '-' {
			i++
		}
		return i
	case next == c, c == '&' && next == '>', c == '>' && next == '|', c == '|' && next == '&',
		c == '<' && next == '>':
		return i + 2
	}
	return i + 1
}

// opensGroup reports whether a substitution or a group of patterns begins at i.
func opensGroup(s string, i int) bool {
	return i+1 < len(s) && s[i+1] == '(' && strings.IndexByte("$<>@?*+!", s[i]) >= 0
}

// partEnd returns the end of the byte, the quoted text or the group at i.
func partEnd(s string, i int) int {
	switch c := s[i]; {
	case c == '\\':
		return min(i+2, len(s))
	case c == '\'':
		if n := strings.IndexByte(s[i+1:], '\''); n >= 0 {
			return i + 1 + n + 1
		}
		return len(s)
	case c == '"' || c == '`':
		for i++; i < len(s) && s[i] != c; i++ {
			if s[i] == '\\' {
				i++
			}
		}
		return min(i+1, len(s))
	case opensGroup(s, i):
		depth := 1
		for i += 2; i < len(s) && depth > 0; {
			switch s[i] {
			case '(':
				depth++
				i++
			case ')':
				depth--
				i++
			case '\\', '\'', '"', '`':
				i = partEnd(s, i)
			default:
				i++
			}
		}
		return i
	}
	return i + 1
}
