package edit

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// rawByte is added to a byte outside UTF-8 in a text: half of a surrogate pair, which no encoding
// of a character has.
const rawByte = 0xdc00

// runesOf converts a string to a text.
func runesOf(s string) []rune {
	text := make([]rune, 0, len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			r = rawByte + rune(s[i])
		}
		text = append(text, r)
		i += n
	}
	return text
}

// stringOf converts a text back to its string.
func stringOf(text []rune) string {
	var b strings.Builder
	for _, r := range text {
		if isRaw(r) {
			b.WriteByte(byte(r - rawByte))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isRaw(r rune) bool { return r >= rawByte+0x80 && r <= rawByte+0xff }

// joined reports whether a character belongs to the one before it: the cursor never stands between
// them.
func joined(text []rune, i int) bool {
	if i <= 0 || i >= len(text) {
		return false
	}
	r := text[i]
	return unicode.In(r, unicode.Mn, unicode.Me) || r == zeroWidthJoiner ||
		text[i-1] == zeroWidthJoiner ||
		r >= 0xfe00 && r <= 0xfe0f || r >= 0x1f3fb && r <= 0x1f3ff
}

const zeroWidthJoiner = 0x200d

// next is the place after the character at i, and previous the place of the one before it.
func next(text []rune, i int) int {
	for i++; joined(text, i); i++ {
	}
	return min(i, len(text))
}

func previous(text []rune, i int) int {
	for i--; joined(text, i); i-- {
	}
	return max(i, 0)
}

// A class is a kind of character in words.
type class int

const (
	blank class = iota
	wordLike
	punctuation
)

// small is the class of a character if punctuation makes words of its own (vi's w), and big if only
// blanks divide words (vi's W). letters is the class if only letters and digits are words (emacs).
func small(r rune) class {
	switch {
	case unicode.IsSpace(r):
		return blank
	case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) ||
		isRaw(r):
		return wordLike
	}
	return punctuation
}

func big(r rune) class {
	if unicode.IsSpace(r) {
		return blank
	}
	return wordLike
}

func letters(r rune) class {
	if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || isRaw(r) {
		return wordLike
	}
	return blank
}

// wordEnd is the end of the word at i or after it, wordStart the start of the word at i or before
// it: emacs.
func wordEnd(text []rune, i int, of func(rune) class) int {
	for i < len(text) && of(text[i]) == blank {
		i++
	}
	if i < len(text) {
		for c := of(text[i]); i < len(text) && of(text[i]) == c; i++ {
		}
	}
	return i
}

func wordStart(text []rune, i int, of func(rune) class) int {
	for i > 0 && of(text[i-1]) == blank {
		i--
	}
	if i > 0 {
		for c := of(text[i-1]); i > 0 && of(text[i-1]) == c; i-- {
		}
	}
	return i
}

// nextWord is the start of the word after the one at i: vi.
func nextWord(text []rune, i int, of func(rune) class) int {
	if i < len(text) {
		for c := of(text[i]); i < len(text) && of(text[i]) == c; i++ {
		}
	}
	for i < len(text) && of(text[i]) == blank {
		i++
	}
	return i
}

// lastOfWord is the last character of the word beginning after i: vi.
func lastOfWord(text []rune, i int, of func(rune) class) int {
	return max(wordEnd(text, min(i+1, len(text)), of)-1, 0)
}

// lineStart and lineEnd are the ends of the line around i.
func lineStart(text []rune, i int) int {
	for i > 0 && text[i-1] != '\n' {
		i--
	}
	return i
}

func lineEnd(text []rune, i int) int {
	for i < len(text) && text[i] != '\n' {
		i++
	}
	return i
}

// lastIndex is the last index up to upTo of part in text; -1: none.
func lastIndex(text, part []rune, upTo int) int {
	for i := min(upTo, len(text)-len(part)); i >= 0; i-- {
		if slices.Equal(text[i:i+len(part)], part) {
			return i
		}
	}
	return -1
}
