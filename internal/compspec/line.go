package compspec

import "strings"

// PromptBreaks returns what divides words at the prompt, given the value of COMP_WORDBREAKS: not @,
// which bash has for names of hosts until bash-completion turns hostcomplete off.
func PromptBreaks(value string, set bool) string {
	if !set {
		value = WordBreaks
	}
	return strings.ReplaceAll(value, "@", "")
}

// Words divides a command line as bash does for COMP_WORDS: at blanks, and where it has other
// characters of breaks, which are words of their own. Quotes and expansions are not divided. at is
// the index of the word at point or after it, and start is where the word starts in the line: point
// for a word of such characters, and for one after point.
func Words(line string, point int, breaks string) (words []string, at, start int) {
	at = -1
	take := func(from, to int, plain bool) {
		words = append(words, line[from:to])
		if at < 0 && point <= to {
			if at, start = len(words)-1, from; !plain || point < from {
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
