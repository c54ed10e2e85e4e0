package builtin

import (
	"math"
	"strconv"
	"strings"
)

// float reads an argument as strtod does, and reports errors in it.
func (p *formatter) float(arg string) float64 {
	if v, ok := p.quoted(arg); ok {
		return float64(v)
	}
	v, rest, over := scanFloat(arg)
	p.complete(arg, rest)
	if over {
		p.tooLarge(arg)
	}
	return v
}

// scanFloat reads the longest number at the start of s, after blanks: decimal, hexadecimal,
// infinity or not a number. If there is none, rest is all of s.
func scanFloat(s string) (v float64, rest string, over bool) {
	t := strings.TrimLeft(s, " \t\n\v\f\r")
	sign := 1.0
	if t != "" && (t[0] == '-' || t[0] == '+') {
		if t[0] == '-' {
			sign = -1
		}
		t = t[1:]
	}
	for _, name := range [...]string{"infinity", "inf", "nan"} {
		if len(t) >= len(name) && strings.EqualFold(t[:len(name)], name) {
			v := math.Inf(1)
			if name == "nan" {
				v = math.NaN()
			}
			return math.Copysign(v, sign), t[len(name):], false
		}
	}
	n, text := 0, ""
	if len(t) > 2 && t[0] == '0' && t[1]|32 == 'x' {
		if n = mantissa(t[2:], 16); n > 0 {
			n += 2
			e := exponent(t[n:], 'p')
			text = t[:n+e]
			if e == 0 {
				text += "p0"
			}
			n += e
		}
	}
	if n == 0 {
		if n = mantissa(t, 10); n == 0 {
			return 0, s, false
		}
		n += exponent(t[n:], 'e')
		text = t[:n]
	}
	v, err := strconv.ParseFloat(text, 64)
	return math.Copysign(v, sign), t[n:], err != nil
}

// mantissa returns the length of digits with at most one point; 0 if there is no
// digit.
func mantissa(s string, base uint64) int {
	n, point, some := 0, false, false
	for ; n < len(s); n++ {
		if s[n] == '.' && !point {
			point = true
		} else if digitValue(s[n]) < base {
			some = true
		} else {
			break
		}
	}
	if !some {
		return 0
	}
	return n
}

// exponent returns the length of an exponent with letter e; 0 if there is none.
func exponent(s string, e byte) int {
	if s == "" || s[0]|32 != e {
		return 0
	}
	n := 1
	if n < len(s) && (s[n] == '-' || s[n] == '+') {
		n++
	}
	digits := n
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	if n == digits {
		return 0
	}
	return n
}

// real formats a floating-point number as C does.
func (p *formatter) real(s spec, v float64, c byte) {
	prefix := ""
	switch {
	case math.Signbit(v):
		prefix = "-"
		v = math.Copysign(v, 1)
	case s.plus:
		prefix = "+"
	case s.space:
		prefix = " "
	}
	lower := c | 32
	var body string
	finite := !math.IsInf(v, 0) && !math.IsNaN(v)
	switch {
	case math.IsNaN(v):
		body = "nan"
	case !finite:
		body = "inf"
	case lower == 'a':
		prefix += "0x"
		body = hexFloat(v, s)
	case lower == 'g':
		body = general(v, s)
	default:
		prec := s.precision
		if prec < 0 {
			prec = 6
		}
		body = strconv.FormatFloat(v, lower, prec, 64)
		if s.alt && prec == 0 {
			body = withPoint(body)
		}
	}
	if c < 'a' {
		body, prefix = strings.ToUpper(body), strings.ToUpper(prefix)
	}
	zeros := 0
	if s.zero && !s.minus && finite {
		zeros = max(s.width-len(prefix)-len(body), 0)
	}
	p.pad(s, body, prefix, strings.Repeat("0", zeros))
}

// withPoint puts a point after the digits before the exponent.
func withPoint(s string) string {
	if i := strings.IndexAny(s, "ep"); i >= 0 {
		return s[:i] + "." + s[i:]
	}
	return s + "."
}

// general is %g: as %e if the exponent is below -4 or not below the precision,
// else as %f.
func general(v float64, s spec) string {
	prec := s.precision
	if prec < 0 {
		prec = 6
	}
	prec = max(prec, 1)
	if !s.alt {
		return strconv.FormatFloat(v, 'g', prec, 64)
	}
	e := strconv.FormatFloat(v, 'e', prec-1, 64)
	x, err := strconv.Atoi(e[strings.IndexByte(e, 'e')+1:])
	if err == nil && x >= -4 && x < prec {
		e = strconv.FormatFloat(v, 'f', prec-1-x, 64)
	}
	if !strings.Contains(e, ".") {
		e = withPoint(e)
	}
	return e
}

// hexFloat is %a without its 0x: C does not pad the exponent to two digits.
func hexFloat(v float64, s spec) string {
	body := strconv.FormatFloat(v, 'x', s.precision, 64)[2:]
	i := strings.IndexByte(body, 'p')
	mantissa, exp := body[:i], body[i+2:]
	if len(exp) > 1 {
		exp = strings.TrimPrefix(exp, "0")
	}
	if s.alt && !strings.Contains(mantissa, ".") {
		mantissa += "."
	}
	return mantissa + body[i:i+2] + exp
}
