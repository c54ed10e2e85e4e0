package builtin

import (
	"strings"

	"ftsh/internal/flow"
)

// echo is `echo [-n] [string…]`, as in dash: escape sequences are interpreted.
func echo(h Streams, args []string) flow.Outcome {
	rest := args[1:]
	newline := true
	if len(rest) > 0 && rest[0] == "-n" {
		newline = false
		rest = rest[1:]
	}
	n := len(rest)
	for _, a := range rest {
		n += len(a)
	}
	if n == 0 && !newline {
		return flow.Outcome{}
	}
	var b strings.Builder
	b.Grow(n + 1)
	for i, a := range rest {
		if i > 0 {
			b.WriteByte(' ')
		}
		if strings.IndexByte(a, '\\') < 0 {
			b.WriteString(a)
		} else if unescape(&b, a) {
			newline = false
			break
		}
	}
	if newline {
		b.WriteByte('\n')
	}
	return printed(h, b.String())
}

// unescape writes s with the escape sequences of echo and %b replaced (XCU echo, XSI; octal numbers
// are \0ddd, and \ddd too as in dash's %b and echo). It reports whether it met \c, which ends the
// output.
func unescape(b *strings.Builder, s string) (stop bool) {
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 == len(s) {
			b.WriteString(s)
			return false
		}
		b.WriteString(s[:i])
		s = s[i+1:]
		if s[0] == 'c' {
			return true
		}
		if s[0] == '0' {
			c, n := octal(s[1:])
			b.WriteByte(c)
			s = s[1+n:]
			continue
		}
		c, n := escape(s)
		if n == 0 {
			b.WriteByte('\\')
			continue
		}
		b.WriteByte(c)
		s = s[n:]
	}
}

// escape reads the escape sequence after a backslash, and returns its byte and its length; 0 if it
// is none.
func escape(s string) (c byte, n int) {
	if s == "" {
		return 0, 0
	}
	switch s[0] {
	case '\\':
		return '\\', 1
	case 'a':
		return '\a', 1
	case 'b':
		return '\b', 1
	case 'e':
		return 0x1b, 1
	case 'f':
		return '\f', 1
	case 'n':
		return '\n', 1
	case 'r':
		return '\r', 1
	case 't':
		return '\t', 1
	case 'v':
		return '\v', 1
	}
	return octal(s)
}

// octal reads up to three octal digits.
func octal(s string) (c byte, n int) {
	v := 0
	for n < 3 && n < len(s) && s[n] >= '0' && s[n] <= '7' {
		v = v*8 + int(s[n]-'0')
		n++
	}
	return byte(v), n
}
