package arith

import (
	"fmt"
	"strings"
)

// maxSubscripts bounds subscripts within each other: the text of each is read again for itself.
const maxSubscripts = 64

// ParseBash parses src in bash's dialect: in addition to the grammar of [Parse] there are ++ and --
// before and after a variable, ** (which binds tighter than * and to the right, but less than a
// sign), the comma, constants of other bases ([ParseBashInt]) and elements of arrays. The empty
// expression is 0. It calls bind once for each variable and returns an *Error in the terms of bash.
// In contrast to bash, the whole text is parsed before any of it runs.
//
//	expr      : assign (',' assign)*
//	assign    : variable ASSIGN assign | cond
//	cond      : or ['?' expr ':' cond]
//	power     : unary ['**' power]          between unary and binary
//	unary     : ('+' | '-' | '!' | '~') unary | ('++' | '--') variable | variable ['++' | '--']
//	          | '(' expr ')' | NUMBER
//	variable  : NAME ['[' expr or key ']']
func ParseBash(src string, bind func(name string) int) (*BashExpr, error) {
	e, err := parseBash(src, bind, 0)
	if err != nil {
		return nil, err
	}
	return e, nil
}

// A bashParser is a parser of the dialect: it shares names and emission with plain expressions.
type bashParser struct {
	parser
	expr  *BashExpr
	outer int   // number of subscripts around src
	prev  token // the token before tok
	begin int   // start of the last token, for messages
	pre   bool  // tok follows ++x or --x
}

func parseBash(src string, bind func(name string) int, outer int) (*BashExpr, *Error) {
	if len(src) > maxText {
		return nil, &Error{Offset: 0, Msg: "the expression is longer than 1 MiB"}
	}
	e := &BashExpr{text: src}
	p := bashParser{parser: parser{src: src, bind: bind, expr: &e.Expr}, expr: e, outer: outer}
	e.code = e.buf[:0]
	p.next()
	if p.tok.kind == tokEnd && p.err == nil {
		p.emit(0, 1, instr{op: opConst})
		return e, nil
	}
	p.comma()
	if p.err == nil && p.tok.kind != tokEnd {
		p.fault("syntax error in expression")
	}
	if p.err != nil {
		return nil, p.err
	}
	return e, nil
}

// bashError returns an error at an offset of text, with the rest of the text as its token.
func bashError(text string, offset int, msg string) *Error {
	rest := strings.TrimRight(text[offset:], " \t\n")
	if len(rest) > 60 {
		rest = rest[:60]
	}
	return &Error{Offset: offset, Msg: fmt.Sprintf(`%s (error token is "%s")`, msg, rest)}
}

// fault fails at the current token; at the end of the text at the one before it, as bash does.
func (p *bashParser) fault(msg string) {
	if p.err == nil {
		p.err = bashError(p.src, p.begin, msg)
	}
	p.tok = token{kind: tokEnd, pos: p.tok.pos, end: p.tok.end}
}

func (p *bashParser) deeper() bool {
	if p.nesting >= maxNesting {
		if p.err == nil {
			p.err = recursion(p.tok.pos).(*Error)
		}
		p.tok.kind = tokEnd
		return false
	}
	p.nesting++
	return true
}

func (p *bashParser) comma() {
	p.assignment()
	for p.tok.kind == tokComma {
		p.emit(p.tok.pos, -1, instr{op: opPop})
		p.next()
		p.assignment()
	}
}

func (p *bashParser) assignment() {
	if !p.deeper() {
		return
	}
	if p.tok.kind == tokName {
		name, begin, after, prev := p.tok, p.begin, p.after, p.prev
		p.next()
		if p.tok.kind == tokAssign {
			p.assign(name)
			p.nesting--
			return
		}
		if p.err == nil {
			p.tok, p.begin, p.after, p.prev = name, begin, after, prev
		}
	}
	p.conditional()
	if p.tok.kind == tokAssign {
		p.fault("attempted assignment to non-variable")
	}
	p.nesting--
}

// assign parses the operator and the value of an assignment to a name.
func (p *bashParser) assign(name token) {
	i, sub := p.place(name)
	o, slot := p.tok.op, int64(p.slots[i])
	if o == opSet {
		p.next()
		p.assignment()
		if sub < 0 {
			p.emit(name.pos, 0, instr{op: opStore, name: i, n: slot})
			return
		}
		p.emit(name.pos, 1, instr{op: opIndex, n: sub})
		p.emit(name.pos, -1, instr{op: opPut, n: sub})
		return
	}
	if sub < 0 {
		p.emit(name.pos, 1, instr{op: opValue, name: i, n: slot})
	} else {
		p.emit(name.pos, 1, instr{op: opIndex, n: sub})
		p.emit(name.pos, 1, instr{op: opPeek, n: sub})
	}
	p.next()
	right := int64(p.begin)
	p.assignment()
	p.emit(name.pos, -1, instr{op: o, n: right})
	if sub < 0 {
		p.emit(name.pos, 0, instr{op: opStore, name: i, n: slot})
	} else {
		p.emit(name.pos, -1, instr{op: opPutUnder, n: sub})
	}
}

func (p *bashParser) conditional() {
	p.or()
	if p.tok.kind != tokQuestion {
		return
	}
	if !p.deeper() {
		return
	}
	no := p.emit(p.tok.pos, -1, instr{op: opJumpFalse})
	p.next()
	if p.tok.kind == tokEnd || p.tok.kind == tokColon {
		p.fault("expression expected")
		return
	}
	p.comma()
	if p.tok.kind != tokColon {
		p.fault("`:' expected for conditional expression")
		return
	}
	done := p.emit(p.tok.pos, -1, instr{op: opJump})
	p.land(no)
	p.next()
	if p.tok.kind == tokEnd {
		p.fault("expression expected")
		return
	}
	p.conditional()
	p.land(done)
	p.nesting--
}

func (p *bashParser) or() {
	p.and()
	for p.tok.kind == tokOrElse {
		at := p.emit(p.tok.pos, -1, instr{op: opOrElse})
		p.next()
		p.and()
		p.emit(p.tok.pos, 0, instr{op: opBool})
		p.land(at)
	}
}

func (p *bashParser) and() {
	p.binary(1)
	for p.tok.kind == tokAndThen {
		at := p.emit(p.tok.pos, -1, instr{op: opAndThen})
		p.next()
		p.binary(1)
		p.emit(p.tok.pos, 0, instr{op: opBool})
		p.land(at)
	}
}

func (p *bashParser) binary(least int) {
	p.power()
	for p.tok.kind == tokBinary && precedence(p.tok.op) >= least {
		t := p.tok
		p.next()
		right := int64(p.begin)
		p.binary(precedence(t.op) + 1)
		p.emit(t.pos, -1, instr{op: t.op, n: right})
	}
}

func (p *bashParser) power() {
	p.unary()
	if p.tok.kind != tokPower {
		return
	}
	if !p.deeper() {
		return
	}
	t := p.tok
	p.next()
	p.power()
	p.emit(t.pos, -1, instr{op: opPow, n: int64(p.begin)})
	p.nesting--
}

func (p *bashParser) unary() {
	t := p.tok
	switch {
	case t.kind == tokNumber:
		p.emit(t.pos, 1, instr{op: opConst, n: t.n})
		p.next()
	case t.kind == tokName:
		p.next()
		p.use(t)
	case t.kind == tokPre:
		p.next()
		p.change(p.tok, t.op)
		p.pre = true
		p.next()
		p.pre = false
	case t.kind == tokOpen:
		p.next()
		p.comma()
		if p.tok.kind != tokClose {
			p.fault("missing `)'")
			return
		}
		p.next()
	case t.kind == tokNot, t.kind == tokBinary && (t.op == opAdd || t.op == opSub):
		if !p.deeper() {
			return
		}
		p.next()
		p.unary()
		switch {
		case t.kind == tokNot:
			p.emit(t.pos, 0, instr{op: t.op})
		case t.op == opSub:
			p.emit(t.pos, 0, instr{op: opNeg})
		}
		p.nesting--
	default:
		p.fault("syntax error: operand expected")
	}
}

// use emits the value of a variable, with a ++ or -- after it.
func (p *bashParser) use(t token) {
	if p.tok.kind == tokPost {
		p.change(t, p.tok.op)
		p.tok.kind = tokNumber // what follows is no second ++
		p.next()
		return
	}
	i, sub := p.place(t)
	if sub < 0 {
		p.emit(t.pos, 1, instr{op: opValue, name: i, n: int64(p.slots[i])})
		return
	}
	p.emit(t.pos, 1, instr{op: opIndex, n: sub})
	p.emit(t.pos, 0, instr{op: opElement, n: sub})
}

// change emits one of the four operators ++ and -- on a variable.
func (p *bashParser) change(t token, o op) {
	if p.err != nil {
		return
	}
	i, sub := p.place(t)
	if sub < 0 {
		p.emit(t.pos, 1, instr{op: o, name: i, n: int64(p.slots[i])})
		return
	}
	p.emit(t.pos, 1, instr{op: opIndex, n: sub})
	p.emit(t.pos, 0, instr{op: o - opPreInc + opPreIncE, n: sub})
}

// place returns the index of a variable's name, and that of its subscript or -1.
func (p *bashParser) place(t token) (name int32, sub int64) {
	whole := t
	open := strings.IndexByte(p.src[t.pos:t.end], '[')
	if open < 0 {
		return p.variable(whole), -1
	}
	t.end = t.pos + open
	name = p.variable(t)
	text := unquoted(p.src[t.end+1 : whole.end-1])
	s := subscript{name: name, slot: p.slots[name], text: text}
	switch {
	case text == "" || text == "@" || text == "*":
		s.err = &Error{Offset: t.pos, Msg: p.src[whole.pos:whole.end] + ": bad array subscript"}
	case p.outer >= maxSubscripts:
		s.err = recursion(t.pos).(*Error)
	default:
		if s.expr, s.err = parseBash(text, p.bind, p.outer+1); s.err != nil {
			s.err.Msg = prefixed(text, s.err.Msg)
		}
	}
	p.expr.subs = append(p.expr.subs, s)
	return name, int64(len(p.expr.subs) - 1)
}
