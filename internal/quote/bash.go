package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Backslash quotes s as %q of bash's printf: with backslashes before special characters, or as
// $'…' if a character is not printable. Characters are UTF-8.
//
//	a b  →  a\ b
func Backslash(s string) string {
	if s == "" {
		return "''"
	}
	if !printable(s) {
		return dollar(s)
	}
	b := make([]byte, 0, len(s)+8)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case strings.IndexByte(" !\"$&'()*,;<>?[\\]^`{|}", c) >= 0,
			c == '#' && i == 0,
			c == '~' && (i == 0 || s[i-1] == ':' || s[i-1] == '='):
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}
	return string(b)
}

// Single quotes s as ${x@Q} of bash: in single quotes, or as $'…' if a character is not printable.
//
//	it's  →  'it'\''s'
func Single(s string) string {
	if !printable(s) {
		return dollar(s)
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// Double quotes s as the values of bash's `declare -p`: in double quotes, or as $'…' if a character
// is not printable.
func Double(s string) string {
	if !printable(s) {
		return dollar(s)
	}
	b := make([]byte, 0, len(s)+2)
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		if strings.IndexByte("\"$\\`", s[i]) >= 0 {
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}
	return string(append(b, '"'))
}

// printable reports whether all characters of s are.
func printable(s string) bool {
	for i := 0; i < len(s); {
		r, w := utf8.DecodeRuneInString(s[i:])
		if !isPrintable(r, w) {
			return false
		}
		i += w
	}
	return true
}

func isPrintable(r rune, width int) bool {
	if r < 128 {
		return ' ' <= r && r < 0x7f
	}
	return !(r == utf8.RuneError && width == 1) &&
		(unicode.IsGraphic(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r))
}

// dollar quotes s as $'…'.
func dollar(s string) string {
	b := make([]byte, 0, len(s)+16)
	b = append(b, "$'"...)
	for i := 0; i < len(s); {
		r, w := utf8.DecodeRuneInString(s[i:])
		switch n := strings.IndexByte("\a\b\f\n\r\t\v\x1b\\'", s[i]); {
		case n >= 0:
			b = append(b, '\\', `abfnrtvE\'`[n])
		case isPrintable(r, w):
			b = append(b, s[i:i+w]...)
		default:
			for _, c := range []byte(s[i : i+w]) {
				b = append(b, '\\', '0'+c>>6, '0'+c>>3&7, '0'+c&7)
			}
		}
		i += w
	}
	return string(append(b, '\''))
}

// DollarSingleBash is DollarSingle with the escapes of bash, for its $'…' and ${x@E}. In addition
// there are \E, \?, \x{…}, and \u and \U with up to four and eight hexadecimal digits for a
// character in UTF-8; \c takes any character. An escape for the byte 0 ends the value.
func DollarSingleBash(s string) string { return unescape(s, bashEscape) }

// bashEscape reads an escape sequence in s, as unescape wants it.
func bashEscape(s string) (v uint32, wide bool, n int) {
	switch c := s[0]; {
	case c == 'E':
		return 0x1b, false, 1
	case c == '?':
		return '?', false, 1
	case c == 'u' || c == 'U':
		most := 4
		if c == 'U' {
			most = 8
		}
		if v, n = HexDigits(s[1:], most); n == 0 {
			return 0, false, 0
		}
		return v, v >= 0x80, 1 + n
	case c == 'x' && len(s) > 1 && s[1] == '{':
		v, n = HexDigits(s[2:], len(s))
		if n += 2; n < len(s) && s[n] == '}' {
			n++
		}
		return v & 0xff, false, n
	case c == 'c' && len(s) > 1:
		switch {
		case s[1] == '?':
			return 0x7f, false, 2
		case strings.HasPrefix(s[1:], `\\`):
			return 0x1c, false, 3
		}
		return uint32(s[1] & 0x1f), false, 2
	}
	value, n := dollarEscape(s)
	return uint32(value), false, n
}

// HexDigits reads up to most hexadecimal digits at the start of s: their value and number.
func HexDigits(s string, most int) (v uint32, n int) {
	for n < most && n < len(s) {
		d, ok := hex(s[n])
		if !ok {
			break
		}
		v = v<<4 | uint32(d)
		n++
	}
	return v, n
}

// AppendCharacter appends the encoding of v, which for bash need not be a character of Unicode: up
// to 31 bits are encoded as UTF-8 once was. Beyond that it appends nothing.
func AppendCharacter(b []byte, v uint32) []byte {
	rest := 0 // bytes after the first
	switch {
	case v < 0x80:
		return append(b, byte(v))
	case v < 0x800:
		rest = 1
	case v < 0x10000:
		rest = 2
	case v < 0x200000:
		rest = 3
	case v < 0x4000000:
		rest = 4
	case v < 0x80000000:
		rest = 5
	default:
		return b
	}
	ones := 0xff << (7 - rest) & 0xff // as many as bytes
	b = append(b, byte(ones)|byte(v>>(6*rest)))
	for rest--; rest >= 0; rest-- {
		b = append(b, 0x80|byte(v>>(6*rest))&0x3f)
	}
	return b
}

// Key quotes s as the key of an element in the output of bash's `declare -p`: only if it needs it.
func Key(s string) string {
	if s == "@" || s == "*" || hasMetas(s) || !printable(s) {
		return Double(s)
	}
	return s
}

// Value quotes s as `set` and `declare` of bash print values: only if it needs it.
func Value(s string) string {
	if !printable(s) || hasMetas(s) {
		return Single(s)
	}
	return s
}

// Traced quotes s as set -x of bash shows words: only if it needs it.
func Traced(s string) string {
	switch {
	case s == "":
		return "''"
	case s == "'":
		return `\'`
	case hasMetas(s):
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	case !printable(s):
		return dollar(s)
	}
	return s
}

// hasMetas reports whether a character of s is special to the shell where a word begins.
func hasMetas(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case strings.IndexByte(" \t\n'\"\\|&;()<>!{}*[?]^$`", c) >= 0,
			c == '#' && i == 0,
			c == '~' && (i == 0 || s[i-1] == ':' || s[i-1] == '='):
			return true
		}
	}
	return false
}

// Singly quotes s in single quotes, whatever is in it, as `complete -p` and `alias` of bash do.
//
//	it's  →  'it'\''s'
func Singly(s string) string {
	if s == "'" {
		return `\'`
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// HasMetas reports whether a character of s is special to the shell where a word begins.
func HasMetas(s string) bool { return hasMetas(s) }
