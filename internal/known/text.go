package known

import (
	"slices"
	"strings"
	"time"

	"ftsh/internal/duration"
	"ftsh/internal/pattern"
)

// A Text is the end of a command's standard error, to be matched.
type Text struct {
	whole string // without newlines at its end
	lines []string
}

// NewText returns text in the form for matching: a carriage return ends a line, too.
func NewText(text string) *Text {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.TrimRight(strings.ReplaceAll(text, "\r", "\n"), "\n")
	return &Text{text, strings.Split(text, "\n")}
}

// Matches reports whether a pattern matches one of the lines, or all of them together.
func (t *Text) Matches(p *pattern.Pattern) bool {
	return slices.ContainsFunc(t.lines, p.Match) || len(t.lines) > 1 && p.Match(t.whole)
}

// delay returns the delay that the text asks for: Retry-After as seconds or as a date of HTTP, or
// words such as "in 30 seconds", "after 5 minutes", "wait 10s". The last one counts.
func (t *Text) delay(now time.Time) (time.Duration, bool) {
	for _, l := range slices.Backward(t.lines) {
		if d, ok := delayIn(l, now); ok {
			return d, true
		}
	}
	return 0, false
}

func delayIn(line string, now time.Time) (time.Duration, bool) {
	lower := strings.ToLower(line)
	if _, value, ok := strings.Cut(lower, "retry-after:"); ok {
		value = strings.TrimSpace(value)
		if d, ok := seconds(value); ok {
			return d, true
		}
		at := len(line) - len(value)
		if when, err := time.Parse("Mon, 02 Jan 2006 15:04:05 GMT",
			strings.TrimSpace(line[max(at, 0):])); err == nil {
			return max(when.Sub(now), 0), true
		}
	}
	words := strings.FieldsFunc(lower, func(r rune) bool {
		return strings.ContainsRune(" \t,;:()[]\"'", r)
	})
	for i, w := range words {
		switch w {
		case "in", "after", "wait", "for":
		default:
			continue
		}
		if d, ok := durationOf(words[i+1:]); ok {
			return d, true
		}
	}
	return 0, false
}

// seconds reads the number of seconds at the beginning of text.
func seconds(text string) (time.Duration, bool) {
	word, _, _ := strings.Cut(text, " ")
	n, ok := duration.ParseNumber(word)
	if !ok {
		return 0, false
	}
	return n.Times(time.Second)
}

// durationOf reads a duration with its unit at the beginning of words.
func durationOf(words []string) (time.Duration, bool) {
	for i := range words[:min(len(words), 2)] {
		words[i] = strings.TrimSuffix(words[i], ".")
	}
	for n := min(len(words), 2); n > 0; n-- {
		if d, err := duration.Parse(words[:n]...); err == nil && d > 0 {
			return d, true
		}
	}
	return 0, false
}
