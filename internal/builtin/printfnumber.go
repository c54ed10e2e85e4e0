package builtin

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"ftsh/internal/arith"
)

// quoted returns the value of an argument such as 'A: the code of its first character (XCU printf).
func (p *formatter) quoted(arg string) (int64, bool) {
	if arg == "" || arg[0] != '\'' && arg[0] != '"' {
		return 0, false
	}
	if len(arg) > 1 && p.h.Vars().Bytes() {
		return int64(arg[1]), true
	}
	r, size := utf8.DecodeRuneInString(arg[1:])
	switch {
	case size == 0:
		return 0, true
	case r == utf8.RuneError && size == 1:
		return int64(arg[1]), true
	}
	return int64(r), true
}

// signed reads an argument as strtoimax with base 0 does, and reports errors in it.
func (p *formatter) signed(arg string) int64 {
	if v, ok := p.quoted(arg); ok {
		return v
	}
	negative, v, over, rest := scanInteger(arg)
	p.complete(arg, rest)
	switch {
	case negative && (over || v > 1<<63):
		p.tooLarge(arg)
		return math.MinInt64
	case !negative && (over || v > math.MaxInt64):
		p.tooLarge(arg)
		return math.MaxInt64
	case negative:
		return -int64(v)
	}
	return int64(v)
}

// unsigned reads an argument as strtoumax does: a negative number wraps.
func (p *formatter) unsigned(arg string) uint64 {
	if v, ok := p.quoted(arg); ok {
		return uint64(v)
	}
	negative, v, over, rest := scanInteger(arg)
	p.complete(arg, rest)
	switch {
	case over:
		p.tooLarge(arg)
		return math.MaxUint64
	case negative:
		return -v
	}
	return v
}

// tooLarge reports a number out of range. In bash that is a warning.
func (p *formatter) tooLarge(arg string) {
	status := p.status
	p.fail("%s: out of range", arg)
	if p.bash != nil {
		p.status = status
	}
}

// complete complains unless the whole argument was a number.
func (p *formatter) complete(arg, rest string) {
	switch {
	case rest == "": // an empty argument is 0, as in dash
	case rest == arg:
		p.fail("%q is not a number", arg)
	default:
		p.fail("%q is not a number as a whole", arg)
	}
}

// scanInteger reads blanks, a sign and an integer in decimal, octal or hexadecimal. If there is
// none, rest is all of s.
func scanInteger(s string) (negative bool, v uint64, over bool, rest string) {
	t := strings.TrimLeft(s, " \t\n\v\f\r")
	if t != "" && (t[0] == '-' || t[0] == '+') {
		negative = t[0] == '-'
		t = t[1:]
	}
	v, n, over := arith.Constant(t)
	if n == 0 {
		return false, 0, false, s
	}
	return negative, v, over, t[n:]
}

func digitValue(c byte) uint64 {
	switch {
	case c >= '0' && c <= '9':
		return uint64(c - '0')
	case c|32 >= 'a' && c|32 <= 'f':
		return uint64(c|32-'a') + 10
	}
	return 99
}

// integer formats an integer as C does; for d, v holds a signed one.
func (p *formatter) integer(s spec, v uint64, c byte) {
	var buf [24]byte
	prefix := ""
	var body []byte
	switch c {
	case 'd':
		switch n := int64(v); {
		case n < 0:
			prefix, v = "-", -v
		case s.plus:
			prefix = "+"
		case s.space:
			prefix = " "
		}
		body = strconv.AppendUint(buf[:0], v, 10)
	case 'u':
		body = strconv.AppendUint(buf[:0], v, 10)
	case 'o':
		body = strconv.AppendUint(buf[:0], v, 8)
	default:
		body = strconv.AppendUint(buf[:0], v, 16)
		if s.alt && v != 0 {
			prefix = "0x"
		}
		if c == 'X' {
			body, prefix = []byte(strings.ToUpper(string(body))), strings.ToUpper(prefix)
		}
	}
	if s.precision == 0 && v == 0 {
		body = body[:0]
	}
	zeros := max(s.precision-len(body), 0)
	if c == 'o' && s.alt && zeros == 0 && (len(body) == 0 || body[0] != '0') {
		zeros = 1
	}
	if s.zero && !s.minus && s.precision < 0 {
		zeros = max(zeros, s.width-len(prefix)-len(body))
	}
	p.pad(s, string(body), prefix, strings.Repeat("0", zeros))
}
