package arith

import "strings"

// Tokens of bash's dialect.
const (
	tokPower kind = iota + tokClose + 1
	tokComma
	tokPre  // ++ or -- before a variable; op is opPreInc or opPreDec
	tokPost // after it; op is opPostInc or opPostDec
)

// next reads the next token, unless an error has made the current one the last.
func (p *bashParser) next() {
	if p.err != nil {
		return
	}
	p.prev = p.tok
	i := p.skip(p.after)
	if i == len(p.src) {
		p.tok, p.after = token{kind: tokEnd, pos: i, end: i}, i
		return
	}
	p.begin = i
	c := p.src[i]
	switch {
	case '0' <= c && c <= '9':
		p.number(i)
		return
	case isName(c):
		p.name(i)
		return
	case c == ',':
		p.set(tokComma, 0, i, 1)
		return
	case strings.HasPrefix(p.src[i:], "**"):
		p.set(tokPower, 0, i, 2)
		return
	case (c == '+' || c == '-') && i+1 < len(p.src) && p.src[i+1] == c:
		p.doubled(i)
		return
	}
	k, o, n := operator(p.src[i:])
	if k == tokBad {
		if operandNext(p.prev.kind) {
			p.fault("syntax error: operand expected")
		} else {
			p.fault("syntax error: invalid arithmetic operator")
		}
		return
	}
	p.set(k, o, i, n)
}

func (p *bashParser) set(k kind, o op, pos, n int) {
	p.tok, p.after = token{kind: k, op: o, pos: pos, end: pos + n}, pos+n
}

func (p *bashParser) skip(i int) int {
	for i < len(p.src) && (p.src[i] == ' ' || p.src[i] == '\t' || p.src[i] == '\n') {
		i++
	}
	return i
}

// operandNext reports whether an operand must follow a token.
func operandNext(k kind) bool {
	return k != tokNumber && k != tokName && k != tokClose && k != tokPost
}

// doubled reads ++ or --: an operator after a variable or before one, else one sign of two.
func (p *bashParser) doubled(i int) {
	minus := op(0)
	o := opAdd
	if p.src[i] == '-' {
		minus, o = 1, opSub
	}
	next := p.skip(i + 2)
	switch {
	case p.prev.kind == tokName && p.pre:
		p.fault(p.src[i:i+2] + ": assignment requires lvalue")
	case p.prev.kind == tokName:
		p.set(tokPost, opPostInc+minus, i, 2)
	case next < len(p.src) && isName(p.src[next]):
		p.set(tokPre, opPreInc+minus, i, 2)
	default:
		p.set(tokBinary, o, i, 1)
	}
}

// number reads a constant with all characters that could belong to one.
func (p *bashParser) number(pos int) {
	end := pos + 1
	for end < len(p.src) && (isWord(p.src[end]) || p.src[end] == '#' || p.src[end] == '@') {
		end++
	}
	n, msg := ParseBashInt(p.src[pos:end])
	if msg != "" {
		p.fault(msg)
		p.err = bashError(p.src[:end], pos, msg)
		return
	}
	p.set(tokNumber, 0, pos, end-pos)
	p.tok.n = n
}

// name reads a variable with its subscript, if a bracket follows at once.
func (p *bashParser) name(pos int) {
	end := pos + 1
	for end < len(p.src) && isWord(p.src[end]) {
		end++
	}
	if end < len(p.src) && p.src[end] == '[' {
		n := closing(p.src[end:])
		if n < 0 {
			p.fault("bad array subscript")
			return
		}
		end += n + 1
	}
	p.set(tokName, 0, pos, end-pos)
}

// Paired reports whether the brackets in a text are in pairs.
func Paired(s string) bool { return closing("["+s+"]") == len(s)+1 }

// closing returns the index of the ] that closes the [ at the start of s, or -1. Brackets within
// are in pairs, unless quoted.
func closing(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i
			}
		case '\\':
			i++
		case '\'', '"':
			n := strings.IndexByte(s[i+1:], s[i])
			if n < 0 {
				return -1
			}
			i += n + 1
		}
	}
	return -1
}
