package quote

import "strings"

// simple returns the meaning of a backslash and c common to all notations.
func simple(c byte) (byte, bool) {
	switch c {
	case 'a':
		return '\a', true
	case 'b':
		return '\b', true
	case 'e':
		return 0x1b, true
	case 'f':
		return '\f', true
	case 'n':
		return '\n', true
	case 'r':
		return '\r', true
	case 't':
		return '\t', true
	case 'v':
		return '\v', true
	case '\\':
		return '\\', true
	}
	return 0, false
}

// octal reads up to most octal digits at the start of s. Bits beyond a byte are cut off.
func octal(s string, most int) (b byte, n int) {
	for n < most && n < len(s) && '0' <= s[n] && s[n] <= '7' {
		b = b<<3 | (s[n] - '0')
		n++
	}
	return b, n
}

// DollarSingle returns the value of $'s' (XCU 2.2.4), where s is the unchanged text between the
// quotes. In addition to the simple escapes there are \' and \", \cX for control characters, \x and
// one or two hexadecimal digits, and one to three octal digits. An escape for the byte 0 ends the
// value, because no variable or argument can hold it.
func DollarSingle(s string) string {
	return unescape(s, func(s string) (v uint32, wide bool, n int) {
		value, n := dollarEscape(s)
		return uint32(value), false, n
	})
}

// unescape replaces the escape sequences in s, up to one for the byte 0. escape reads one after its
// backslash: its value, whether that is a character instead of a byte, and its length, which is 0
// if there is no such escape.
func unescape(s string, escape func(s string) (v uint32, wide bool, n int)) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for {
		n := strings.IndexByte(s, '\\')
		if n < 0 || n+1 == len(s) {
			return string(append(b, s...))
		}
		b = append(b, s[:n]...)
		s = s[n+1:]
		v, wide, n := escape(s)
		switch {
		case n == 0: // unknown
			b = append(b, '\\', s[0])
			n = 1
		case v == 0:
			return string(b)
		case wide:
			b = AppendCharacter(b, v)
		default:
			b = append(b, byte(v))
		}
		s = s[n:]
	}
}

// dollarEscape reads the escape sequence in s, after its backslash, and returns its value and
// length, or 0 and 0 if there is no such escape.
func dollarEscape(s string) (value byte, n int) {
	c := s[0]
	if v, ok := simple(c); ok {
		return v, 1
	}
	switch {
	case c == '\'' || c == '"':
		return c, 1
	case '0' <= c && c <= '7':
		return octal(s, 3)
	case c == 'x':
		n := 1
		for n < 3 && n < len(s) {
			d, ok := hex(s[n])
			if !ok {
				break
			}
			value = value<<4 | d
			n++
		}
		if n == 1 {
			return 0, 0
		}
		return value, n
	case c == 'c' && len(s) > 1:
		if s[1] == '\\' && len(s) > 2 && s[2] == '\\' {
			return 0x1c, 3
		}
		if s[1] == '?' {
			return 0x7f, 2
		}
		if '@' <= s[1] && s[1] <= '_' || 'a' <= s[1] && s[1] <= 'z' {
			return s[1] & 0x1f, 2
		}
	}
	return 0, 0
}

func hex(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	}
	return 0, false
}
