// Package duration reads and prints lengths of time in the notation of the ftsh language.
//
// The grammar is that of docs/language.md, "Grammar":
//
//	duration : (number unit)+ | compact+
//	number   : digits ['.' digits] | '.' digits
//	compact  : (number unit)+ in one word, without blanks
//	unit     : ms millisecond(s) | s sec(s) second(s) | m min(s) minute(s)
//	         | h hr(s) hour(s) | d day(s) | w week(s)
//
// so 1 hour 30 minutes, 90s, 1h30m, 1h 30m and 1.5h are durations, and the two forms do not mix.
// The parts are added; their order is free. Units are spelled in lower case. There is no sign, no
// exponent, and no month or year, because those have no fixed length.
//
// Invariants: arithmetic is exact (a fraction is kept as digits, not as a float, and rounded to the
// nearest nanosecond at the end); a sum beyond the range of [time.Duration] is an error and never
// wraps. The package knows no clock and no shell words: quoting and expansion are done by the
// caller.
//
// A parser that sees word by word uses [ParseCompact], [ParseNumber] and [Unit]; one with a list of
// words uses [Take]; a value known only at run time goes through [Parse].
package duration

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Lengths of the units above the hour, not named by package time.
const (
	Day  = 24 * time.Hour
	Week = 7 * Day
)

// Unit returns the length of a unit by any of its spellings.
func Unit(word string) (time.Duration, bool) {
	switch word {
	case "ms", "millisecond", "milliseconds":
		return time.Millisecond, true
	case "s", "sec", "secs", "second", "seconds":
		return time.Second, true
	case "m", "min", "mins", "minute", "minutes":
		return time.Minute, true
	case "h", "hr", "hrs", "hour", "hours":
		return time.Hour, true
	case "d", "day", "days":
		return Day, true
	case "w", "week", "weeks":
		return Week, true
	}
	return 0, false
}

// Error is the reason why words are not a duration.
type Error struct {
	Index    int    // of the word at fault; equal to the number of words if one is missing
	Expected string // "a duration", "a unit of time (ms, s, m, h, d or w)", …
	Found    string // the word quoted, or "nothing"
}

func (e *Error) Error() string { return "expected " + e.Expected + ", found " + e.Found }

const (
	expectDuration = "a duration such as 90s or 5 minutes"
	expectUnit     = "a unit of time (ms, s, m, h, d or w)"
	expectShorter  = "a duration below 292 years"
)

func errorAt(words []string, i int, expected string) *Error {
	found := "nothing"
	if i < len(words) {
		found = fmt.Sprintf("%q", words[i])
	}
	return &Error{Index: i, Expected: expected, Found: found}
}

// ParseCompact reads one word such as 90s, 1h30m or 1.5h. It reports false for anything else, and
// for a compact duration beyond the range of time.Duration; [LooksCompact] tells the two apart.
func ParseCompact(word string) (time.Duration, bool) {
	d, form := compact(word)
	return d, form == formGood
}

// LooksCompact reports whether word has the form of a compact duration, however long.
func LooksCompact(word string) bool {
	_, form := compact(word)
	return form != formNone
}

type form int

const (
	formNone form = iota // not a compact duration
	formLong             // one, but out of range
	formGood
)

func compact(word string) (time.Duration, form) {
	if word == "" {
		return 0, formNone
	}
	var sum time.Duration
	result := formGood
	for word != "" {
		i := 0
		for i < len(word) && (word[i] == '.' || isDigit(word[i])) {
			i++
		}
		j := i
		for j < len(word) && 'a' <= word[j] && word[j] <= 'z' {
			j++
		}
		n, okNumber := ParseNumber(word[:i])
		u, okUnit := Unit(word[i:j])
		if !okNumber || !okUnit {
			return 0, formNone
		}
		d, ok := n.Times(u)
		if !ok || d > math.MaxInt64-sum {
			result = formLong
		} else {
			sum += d
		}
		word = word[j:]
	}
	return sum, result
}

// Take reads the longest duration at the start of words, and returns the number of words used. A
// word with blanks in it, as an expansion in a header may give, is a whole duration by itself. The
// error, always an [*Error], is for words that do not begin with a duration.
//
//	Take([]string{"1", "hour", "30", "minutes", "5", "times"})  // 1h30m, 4
//	Take([]string{"1h", "30m", "every", "5s"})                  // 1h30m, 2
func Take(words []string) (d time.Duration, used int, err error) {
	if len(words) == 0 {
		return 0, 0, errorAt(words, 0, expectDuration)
	}
	if strings.ContainsAny(words[0], " \t\n") {
		d, err := parseValue(words[0])
		if err != nil {
			return 0, 0, err
		}
		return d, 1, nil
	}
	if LooksCompact(words[0]) {
		return takeCompact(words)
	}
	return takeSpaced(words)
}

func takeCompact(words []string) (sum time.Duration, used int, err error) {
	for used < len(words) && LooksCompact(words[used]) {
		d, ok := ParseCompact(words[used])
		if !ok || d > math.MaxInt64-sum {
			return 0, 0, errorAt(words, used, expectShorter)
		}
		sum += d
		used++
	}
	return sum, used, nil
}

func takeSpaced(words []string) (sum time.Duration, used int, err error) {
	for used < len(words) {
		n, ok := ParseNumber(words[used])
		if !ok {
			if used == 0 {
				return 0, 0, errorAt(words, 0, expectDuration)
			}
			break
		}
		var u time.Duration
		if used+1 < len(words) {
			u, ok = Unit(words[used+1])
		} else {
			ok = false
		}
		if !ok {
			if used == 0 {
				return 0, 0, errorAt(words, 1, expectUnit)
			}
			break
		}
		d, ok := n.Times(u)
		if !ok || d > math.MaxInt64-sum {
			return 0, 0, errorAt(words, used, expectShorter)
		}
		sum += d
		used += 2
	}
	return sum, used, nil
}

// Parse reads a whole duration, given as words or as one text with blanks between them; nothing may
// follow it. The error is always an [*Error]. For one text, its Index counts the words in the text.
//
//	Parse("1h30m")  Parse("5 minutes")  Parse("1", "hour", "30", "minutes")
func Parse(words ...string) (time.Duration, error) {
	if len(words) == 1 {
		words = strings.Fields(words[0])
	}
	return parseAll(words)
}

// parseValue parses a text in place of one word of a header: its error names this word.
func parseValue(text string) (time.Duration, error) {
	d, err := parseAll(strings.Fields(text))
	if err != nil {
		expected := expectDuration
		if e, ok := err.(*Error); ok && e.Expected == expectShorter {
			expected = expectShorter
		}
		return 0, errorAt([]string{text}, 0, expected)
	}
	return d, nil
}

func parseAll(words []string) (time.Duration, error) {
	d, used, err := Take(words)
	if err != nil {
		return 0, err
	}
	if used < len(words) {
		return 0, errorAt(words, used, "the end of the duration")
	}
	return d, nil
}
