package builtin

import (
	"strings"

	"ftsh/internal/bashism"
	"ftsh/internal/flow"
)

// printfHost is the part of the shell used by printf.
type printfHost interface {
	Streams
	Cancellation
	Variables
}

// printf is `printf format [argument…]` (XCU printf), with %n$ of the 2024 edition.
// Widths, precisions and %c count bytes.
func printf(h printfHost, args []string) flow.Outcome {
	rest, ok := operands(h, args)
	if !ok {
		return misuse()
	}
	if len(rest) == 0 {
		h.Errorf("expected a format")
		return misuse()
	}
	p := formatter{h: h, args: rest[1:]}
	p.format(rest[0])
	if out := printed(h, p.out.String()); !out.OK() {
		return out
	}
	return flow.Status(p.status)
}

// A formatter is one run of printf.
type formatter struct {
	h      printfHost
	out    strings.Builder
	args   []string
	next   int // the next argument, for conversions without a number
	base   int // the first argument of this pass over the format
	top    int // one past the highest argument used by this pass
	stop   bool
	status int
	bash   Bash // in the dialect of bash; else nil
}

func (p *formatter) fail(format string, args ...any) {
	p.h.Errorf(format, args...)
	p.status = 1
}

// format goes over the format until it has used up the arguments.
func (p *formatter) format(format string) {
	for {
		p.base, p.next = p.top, p.top
		p.pass(format)
		if p.stop || p.top == p.base || p.top >= len(p.args) {
			return
		}
		if p.h.Context().Err() != nil {
			return
		}
	}
}

func (p *formatter) pass(f string) {
	for {
		i := strings.IndexAny(f, `\%`)
		if i < 0 {
			p.out.WriteString(f)
			return
		}
		p.out.WriteString(f[:i])
		c := f[i]
		f = f[i+1:]
		switch {
		case c == '\\' && p.bash != nil:
			f = f[p.bashEscape(f):]
		case c == '\\':
			b, n := escape(f)
			switch {
			case n == 0 && f != "" && f[0] == '"':
				b, n = '"', 1
			case n == 0:
				b = '\\'
			}
			p.out.WriteByte(b)
			f = f[n:]
		case f != "" && f[0] == '%':
			p.out.WriteByte('%')
			f = f[1:]
		default:
			n := p.conversion(f)
			if p.stop {
				return
			}
			f = f[n:]
		}
	}
}

// argument returns the argument with number n (from 1; 0: the next one).
func (p *formatter) argument(n int) (string, bool) {
	i := p.next
	if n > 0 {
		i = p.base + n - 1
	} else {
		p.next++
	}
	p.top = max(p.top, i+1)
	if i >= len(p.args) {
		return "", false
	}
	return p.args[i], true
}

// A spec is a conversion specification.
type spec struct {
	minus, plus, space, alt, zero bool
	width                         int
	precision                     int // -1: none
}

// flag sets the flag c, if it is one.
func (s *spec) flag(c byte) bool {
	switch c {
	case '-':
		s.minus = true
	case '+':
		s.plus = true
	case ' ':
		s.space = true
	case '#':
		s.alt = true
	case '0':
		s.zero = true
	default:
		return false
	}
	return true
}

// maxWidth bounds widths and precisions, so that a slip does not fill the memory.
const maxWidth = 1 << 24

// conversion handles what follows a percent sign, and returns its length.
func (p *formatter) conversion(f string) int {
	s := spec{precision: -1}
	i, number := 0, 0
	if n, size := digits(f); size > 0 && size < len(f) && f[size] == '$' && n > 0 {
		number, i = n, size+1
	}
	for i < len(f) && (s.flag(f[i]) || p.bash != nil && f[i] == '\'') {
		i++
	}
	n, size := p.measure(f[i:])
	i += size
	if n < 0 {
		s.minus, n = true, -n
	}
	s.width = n
	if i < len(f) && f[i] == '.' {
		n, size := p.measure(f[i+1:])
		i += 1 + size
		s.precision = max(n, -1)
	}
	if s.width > maxWidth || s.precision > maxWidth {
		p.fail("%%%s: width or precision too large", f[:i])
		p.stop = true
		return i
	}
	if i == len(f) {
		p.fail("%%%s: missing conversion", f)
		p.stop = true
		return i
	}
	if p.bash != nil {
		if f[i] == '(' {
			if n := p.timeConversion(f[i:], s, number); n > 0 {
				return i + n
			}
		}
		for i+1 < len(f) && strings.IndexByte("hljztL", f[i]) >= 0 {
			i++ // the sizes of C mean nothing here
		}
		if p.bashConvert(f[i], s, number) {
			return i + 1
		}
	}
	if !p.convert(f[i], s, number) {
		p.fail("%%%s: unknown conversion%s", f[:i+1], instead(bashism.Conversion(f[i])))
		p.stop = true
	}
	return i + 1
}

// measure reads a width or precision: digits, `*` or `*n$`.
func (p *formatter) measure(f string) (n, size int) {
	if f == "" || f[0] != '*' {
		return digits(f)
	}
	number, size := digits(f[1:])
	if size == 0 || 1+size >= len(f) || f[1+size] != '$' {
		number, size = 0, 1
	} else {
		size += 2
	}
	arg, ok := p.argument(number)
	if !ok {
		return 0, size
	}
	v := p.signed(arg)
	return int(min(max(v, -maxWidth-1), maxWidth+1)), size
}

// digits reads a decimal number, no further than useful.
func digits(s string) (n, size int) {
	for size < len(s) && s[size] >= '0' && s[size] <= '9' {
		if n <= maxWidth {
			n = n*10 + int(s[size]-'0')
		}
		size++
	}
	return n, size
}

// convert formats one argument; false if there is no such conversion.
func (p *formatter) convert(c byte, s spec, number int) bool {
	switch c {
	case 's':
		arg, _ := p.argument(number)
		p.text(s, arg)
	case 'b':
		arg, _ := p.argument(number)
		if strings.IndexByte(arg, '\\') < 0 {
			p.text(s, arg)
			break
		}
		var b strings.Builder
		stop := unescape(&b, arg)
		p.text(s, b.String())
		p.stop = stop
	case 'c':
		arg, _ := p.argument(number)
		s.precision = -1
		if arg == "" {
			p.text(s, "\x00") // as in dash and bash
		} else {
			p.text(s, arg[:1])
		}
	case 'd', 'i':
		arg, ok := p.argument(number)
		v := int64(0)
		if ok {
			v = p.signed(arg)
		}
		p.integer(s, uint64(v), 'd')
	case 'o', 'u', 'x', 'X':
		arg, ok := p.argument(number)
		v := uint64(0)
		if ok {
			v = p.unsigned(arg)
		}
		p.integer(s, v, c)
	case 'a', 'A', 'e', 'E', 'f', 'F', 'g', 'G':
		arg, ok := p.argument(number)
		v := 0.0
		if ok {
			v = p.float(arg)
		}
		p.real(s, v, c)
	default:
		return false
	}
	return true
}

// text writes a string.
func (p *formatter) text(s spec, arg string) {
	if s.precision >= 0 && s.precision < len(arg) {
		arg = arg[:s.precision]
	}
	p.pad(s, arg, "", "")
}

// pad writes prefix, zeros and body, filled up to the width with blanks. The caller takes zeros
// from a precision or from the width.
func (p *formatter) pad(s spec, body, prefix, zeros string) {
	fill := s.width - len(prefix) - len(zeros) - len(body)
	if fill > 0 && !s.minus {
		p.blanks(fill)
	}
	p.out.WriteString(prefix)
	p.out.WriteString(zeros)
	p.out.WriteString(body)
	if fill > 0 && s.minus {
		p.blanks(fill)
	}
}

func (p *formatter) blanks(n int) {
	const some = "                                "
	for ; n > len(some); n -= len(some) {
		p.out.WriteString(some)
	}
	p.out.WriteString(some[:n])
}
