package compspec

import "strings"

// Words divides a command line as bash does for COMP_WORDS: at blanks, and where it has other
// characters of breaks, which are words of their own. Quotes and expansions are not divided. at is
// the index of the word at point, and start its start in the line; of a word of such characters it
// is point.
func Words(line string, point int, breaks string) (words []string, at, start int) {
	at = -1
	take := func(from, to int, plain bool) {
		words = append(words, line[from:to])
		if at < 0 && point <= to {
			if at, start = len(words)-1, from; !plain {
				start = point
			}
		}
	}
	for i := 0; i < len(line); {
		switch from := i; {
		case isBlank(line[i]):
			for i < len(line) && isBlank(line[i]) {
				i++
			}
			if at < 0 && point < i { // between two words
				words = append(words, "")
				at, start = len(words)-1, point
			}
		case strings.IndexByte(breaks, line[i]) >= 0 && !isQuote(line[i]):
			for i < len(line) && !isBlank(line[i]) && !isQuote(line[i]) &&
				strings.IndexByte(breaks, line[i]) >= 0 {
				i++
			}
			take(from, i, false)
		default:
			for i < len(line) && !isBlank(line[i]) &&
				(isQuote(line[i]) || strings.IndexByte(breaks, line[i]) < 0) {
				i = skip(line, i)
			}
			take(from, i, true)
		}
	}
	if at < 0 {
		words = append(words, "")
		at, start = len(words)-1, point
	}
	return words, at, start
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

func isQuote(c byte) bool { return c == '\'' || c == '"' || c == '\\' || c == '`' }
