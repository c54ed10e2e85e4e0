package format

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// A veiling says how bytes were hidden from the printer, which reads nothing that is not UTF-8, drops
// carriage returns, and loses other control characters when it aligns comments. Each such byte stands as a private
// character, base and the byte's value, and is none of the text's own.
type veiling struct{ base rune }

// veil hides bytes of a text.
func veil(text string) (string, veiling, error) {
	if !strings.ContainsAny(text, "\r\f\v\x1b") && utf8.ValidString(text) {
		return text, veiling{}, nil
	}
	v := veiling{}
	for _, base := range []rune{0xF0000, 0xF1000, 0x100000, 0x101000, 0xE000} {
		if strings.IndexFunc(text, func(r rune) bool { return r >= base && r < base+0x100 }) < 0 {
			v.base = base
			break
		}
	}
	if v.base == 0 {
		return "", v, errors.New("bytes that are not UTF-8 beside all kinds of private characters")
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && n == 1, r == '\r', r == '\f', r == '\v', r == 0x1b:
			b.WriteRune(v.base + rune(text[i]))
		default:
			b.WriteString(text[i : i+n])
		}
		i += n
	}
	return b.String(), v, nil
}

// lift gives a text its bytes back.
func (v veiling) lift(text string) string {
	if v.base == 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if r >= v.base && r < v.base+0x100 {
			b.WriteByte(byte(r - v.base))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
