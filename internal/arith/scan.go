package arith

type kind uint8

const (
	tokEnd kind = iota
	tokBad
	tokNumber
	tokName
	tokBinary // op; + and - may also be unary
	tokNot    // opNot or opCom
	tokAssign // op, opSet for plain =
	tokAndThen
	tokOrElse
	tokQuestion
	tokColon
	tokOpen
	tokClose
)

type token struct {
	kind     kind
	op       op
	pos, end int
	n        int64
	isMin    bool // a number in range only with a minus before it
}

func isWord(c byte) bool { return isName(c) || '0' <= c && c <= '9' }

func isName(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// next reads the next token, unless an error has made the current one the last.
func (p *parser) next() {
	if p.err != nil {
		return
	}
	i := p.after
	for i < len(p.src) && (p.src[i] == ' ' || p.src[i] == '\t' || p.src[i] == '\n') {
		i++
	}
	if i == len(p.src) {
		p.tok, p.after = token{kind: tokEnd, pos: i, end: i}, i
		return
	}
	c := p.src[i]
	switch {
	case '0' <= c && c <= '9':
		p.number(i)
		return
	case isName(c):
		end := i + 1
		for end < len(p.src) && isWord(p.src[end]) {
			end++
		}
		p.tok, p.after = token{kind: tokName, pos: i, end: end}, end
		return
	}
	k, o, n := operator(p.src[i:])
	p.tok, p.after = token{kind: k, op: o, pos: i, end: i + n}, i+n
}

// operator reads the longest operator at the start of s, which is not empty.
func operator(s string) (kind, op, int) {
	var second, third byte
	if len(s) > 1 {
		second = s[1]
	}
	if len(s) > 2 {
		third = s[2]
	}
	var o op
	switch s[0] {
	case '(', ')', '?', ':':
		return punctuation(s[0]), 0, 1
	case '~':
		return tokNot, opCom, 1
	case '!':
		if second == '=' {
			return tokBinary, opNe, 2
		}
		return tokNot, opNot, 1
	case '=':
		if second == '=' {
			return tokBinary, opEq, 2
		}
		return tokAssign, opSet, 1
	case '<':
		switch {
		case second == '<' && third == '=':
			return tokAssign, opShl, 3
		case second == '<':
			return tokBinary, opShl, 2
		case second == '=':
			return tokBinary, opLe, 2
		}
		return tokBinary, opLt, 1
	case '>':
		switch {
		case second == '>' && third == '=':
			return tokAssign, opShr, 3
		case second == '>':
			return tokBinary, opShr, 2
		case second == '=':
			return tokBinary, opGe, 2
		}
		return tokBinary, opGt, 1
	case '&':
		if second == '&' {
			return tokAndThen, 0, 2
		}
		o = opAnd
	case '|':
		if second == '|' {
			return tokOrElse, 0, 2
		}
		o = opOr
	case '^':
		o = opXor
	case '*':
		o = opMul
	case '/':
		o = opDiv
	case '%':
		o = opMod
	case '+':
		o = opAdd
	case '-':
		o = opSub
	default:
		return tokBad, 0, 1
	}
	if second == '=' {
		return tokAssign, o, 2
	}
	return tokBinary, o, 1
}

func punctuation(c byte) kind {
	switch c {
	case '(':
		return tokOpen
	case ')':
		return tokClose
	case '?':
		return tokQuestion
	}
	return tokColon
}
