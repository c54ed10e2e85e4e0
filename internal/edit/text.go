package edit

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// rawByte is what a byte that is no UTF-8 is in a text, where it is added: half of a surrogate pair, which
// no encoding of a character has.
const rawByte = 0xdc00

// runesOf is a string as a text.
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

// stringOf is the string that a text was.
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

// joined reports whether a character belongs to the one before it: the cursor never stands between them.
func joined(text []rune, i int) bool {
	if i <= 0 || i >= len(text) {
		return false
	}
	r := text[i]
	return unicode.In(r, unicode.Mn, unicode.Me) || r == zeroWidthJoiner || text[i-1] == zeroWidthJoiner ||
		r >= 0xfe00 && r <= 0xfe0f || r >= 0x1f3fb && r <= 0x1f3ff
}

const zeroWidthJoiner = 0x200d

// next is the place behind the character at i, and previous that of the one before it.
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

// A class is a kind of character, of which words consist.
type class int

const (
	blank class = iota
	wordLike
	punctuation
)

// small is the class of a character where punctuation makes words of its own (vi's w), big where only
// blanks divide (vi's W), and letters where nothing but letters and digits are words (emacs).
func small(r rune) class {
	switch {
	case unicode.IsSpace(r):
		return blank
	case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || isRaw(r):
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

// wordEnd is where the word ends that i stands in or before, wordStart where that begins which i stands in or
// behind: emacs.
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

// nextWord is where the word behind that at i begins: vi.
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

// lastOfWord is the last character of the word that begins behind i: vi.
func lastOfWord(text []rune, i int, of func(rune) class) int {
	return max(wordEnd(text, min(i+1, len(text)), of)-1, 0)
}

// lineStart and lineEnd are the ends of the line that i stands in.
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

// lastIndex is the last place at upTo or before it where part begins in text; -1: none.
func lastIndex(text, part []rune, upTo int) int {
	for i := min(upTo, len(text)-len(part)); i >= 0; i-- {
		if slices.Equal(text[i:i+len(part)], part) {
			return i
		}
	}
	return -1
}
