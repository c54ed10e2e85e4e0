package arith

import "math"

// ParseInt reads the value of a variable: a decimal, octal (0…) or hexadecimal (0x…) constant
// with an optional sign, and blanks around it. Blanks alone and the empty string are 0. It
// reports false for anything else and for a number beyond 64 bits.
func ParseInt(s string) (int64, bool) {
	// Nearly all values are short decimal numbers.
	if n := len(s); n > 0 && n < 19 && '1' <= s[0] && s[0] <= '9' {
		v := int64(0)
		for i := 0; i < n; i++ {
			d := s[i] - '0'
			if d > 9 {
				return parseInt(s)
			}
			v = v*10 + int64(d)
		}
		return v, true
	}
	return parseInt(s)
}

func parseInt(s string) (int64, bool) {
	i := 0
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	if i == len(s) {
		return 0, true
	}
	neg := s[i] == '-'
	if neg || s[i] == '+' {
		i++
	}
	u, n, over := Constant(s[i:])
	for i += n; i < len(s) && isSpace(s[i]); i++ {
	}
	if n == 0 || i < len(s) || over {
		return 0, false
	}
	switch {
	case neg && u <= 1<<63:
		return -int64(u), true
	case !neg && u <= math.MaxInt64:
		return int64(u), true
	}
	return 0, false
}

// isSpace is isspace of C: the characters allowed around a value.
func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// Constant reads an integer constant of C without a sign at the start of s. It returns its length,
// 0 if there is none, and whether it is beyond the range of u.
func Constant(s string) (u uint64, n int, over bool) {
	base := uint64(10)
	if s != "" && s[0] == '0' {
		base = 8
		if len(s) > 2 && s[1]|0x20 == 'x' && digit(s[2]) < 16 {
			base, n = 16, 2
		}
	}
	for ; n < len(s); n++ {
		d := digit(s[n])
		if d >= base {
			break
		}
		if u > (math.MaxUint64-d)/base {
			over = true
		}
		u = u*base + d
	}
	return u, n, over
}

func digit(c byte) uint64 {
	switch {
	case '0' <= c && c <= '9':
		return uint64(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return uint64(c|0x20-'a') + 10
	}
	return 99
}
