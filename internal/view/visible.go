package view

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"ftsh/internal/duration"
)

// visible returns text on one line, safe to show: control characters are pictures of themselves,
// and those for the direction of text are replaced.
func visible(text string) string { return show(text, false) }

// visibleLines is visible for text of several lines, such as output: line feeds and tabs stay.
func visibleLines(text string) string { return show(text, true) }

func show(text string, lines bool) string {
	plain := true
	for i := 0; i < len(text) && plain; i++ {
		plain = text[i] >= ' ' && text[i] < 0x7f
	}
	if plain {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		text = text[n:]
		switch {
		case lines && (r == '\n' || r == '\t'):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString("⏎")
		case r < ' ':
			b.WriteRune(0x2400 + r)
		case r == 0x7f:
			b.WriteRune('␡')
		case r == 0x85 || unicode.Is(unicode.Bidi_Control, r) || unicode.IsControl(r) ||
			r == '\u2028' || r == '\u2029' || r == '\ufeff':
			b.WriteRune(utf8.RuneError)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// short returns a duration with the symbols of its units: 12.3 s, 1 min 30 s.
func short(d time.Duration) string {
	if 0 < d && d < 999500*time.Nanosecond {
		return strconv.FormatInt(max(d.Round(time.Microsecond), time.Microsecond).Microseconds(), 10) + " µs"
	}
	return strings.NewReplacer(" seconds", " s", " second", " s", " minutes", " min", " minute",
		" min", " hours", " h", " hour", " h").Replace(duration.Human(d))
}

// cutAt returns text with at most n characters.
func cutAt(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:max(n-1, 0)]) + "…"
}
