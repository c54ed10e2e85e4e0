package arith

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"
)

// maxNesting bounds parentheses, unary operators, assignments and conditionals within each other.
const maxNesting = 10000

// maxText bounds an expression, because nothing can interrupt its parsing and its evaluation.
const maxText = 1 << 20

// Parse parses src. It calls bind once for each variable, for the slot by which the Env knows that
// name. The error is an *Error.
//
// The grammar, with the operators of C (XCU 1.1.2.1):
//
//	expr    : NAME ASSIGN expr | cond
//	cond    : or ['?' expr ':' cond]
//	or      : and ('||' and)*
//	and     : binary ('&&' binary)*
//	binary  : unary (OPERATOR unary)*        by precedence
//	unary   : ('+' | '-' | '!' | '~') unary | '(' expr ')' | NAME | NUMBER
func Parse(src string, bind func(name string) int) (*Expr, error) {
	if len(src) > maxText {
		return nil, &Error{Offset: 0, Msg: "the expression is longer than 1 MiB"}
	}
	p := parser{src: src, bind: bind, expr: &Expr{}}
	p.expr.code = p.expr.buf[:0]
	p.next()
	p.assignment()
	if p.err == nil && p.tok.kind != tokEnd {
		p.expect("an operator")
	}
	if p.err != nil {
		return nil, p.err
	}
	return p.expr, nil
}

type parser struct {
	src     string
	bind    func(string) int
	expr    *Expr
	slots   []int
	index   map[string]int32 // of names, once there are many
	tok     token
	after   int // end of tok in the text
	nesting int
	depth   int // number of values on the stack
	err     *Error
}

func (p *parser) fail(offset int, format string, args ...any) {
	if p.err == nil {
		p.err = &Error{Offset: offset, Msg: fmt.Sprintf(format, args...)}
	}
	p.tok.kind = tokEnd
}

func (p *parser) expect(what string) {
	p.fail(p.tok.pos, "expected %s, found %s", what, p.found())
}

// found returns the current token for a message.
func (p *parser) found() string {
	switch p.tok.kind {
	case tokEnd:
		return "the end of the expression"
	case tokBad:
		_, n := utf8.DecodeRuneInString(p.src[p.tok.pos:])
		return fmt.Sprintf("%q", p.src[p.tok.pos:p.tok.pos+n])
	}
	return fmt.Sprintf("%q", p.src[p.tok.pos:p.after])
}

// emit adds an instruction that makes the stack longer by grow.
func (p *parser) emit(pos, grow int, in instr) int {
	e := p.expr
	in.pos = int32(pos)
	e.code = append(e.code, in)
	p.depth += grow
	e.depth = max(e.depth, p.depth)
	return len(e.code) - 1
}

// land makes the jump at index at go to the next instruction.
func (p *parser) land(at int) { p.expr.code[at].n = int64(len(p.expr.code)) }

// deeper is called before a rule calls itself. Each call returning true is undone by p.nesting--.
func (p *parser) deeper() bool {
	if p.nesting >= maxNesting {
		p.fail(p.tok.pos, "expression nested more than %d deep", maxNesting)
		return false
	}
	p.nesting++
	return true
}

func (p *parser) assignment() {
	if !p.deeper() {
		return
	}
	name, after := p.tok, p.after
	if name.kind == tokName {
		p.next()
	}
	if name.kind == tokName && p.tok.kind == tokAssign {
		i, bin := p.variable(name), p.tok.op
		p.next()
		p.assignment()
		p.emit(name.pos, 0, instr{op: opAssign, bin: bin, name: i, n: int64(p.slots[i])})
	} else {
		if p.err == nil {
			p.tok, p.after = name, after
		}
		p.conditional()
	}
	p.nesting--
}

func (p *parser) conditional() {
	p.or()
	if p.tok.kind != tokQuestion {
		return
	}
	if !p.deeper() {
		return
	}
	no := p.emit(p.tok.pos, -1, instr{op: opJumpFalse})
	p.next()
	p.assignment()
	if p.tok.kind != tokColon {
		p.expect(`":"`)
		return
	}
	done := p.emit(p.tok.pos, -1, instr{op: opJump})
	p.land(no)
	p.next()
	p.conditional()
	p.land(done)
	p.nesting--
}

func (p *parser) or() {
	p.and()
	for p.tok.kind == tokOrElse {
		at := p.emit(p.tok.pos, -1, instr{op: opOrElse})
		p.next()
		p.and()
		p.emit(p.tok.pos, 0, instr{op: opBool})
		p.land(at)
	}
}

func (p *parser) and() {
	p.binary(1)
	for p.tok.kind == tokAndThen {
		at := p.emit(p.tok.pos, -1, instr{op: opAndThen})
		p.next()
		p.binary(1)
		p.emit(p.tok.pos, 0, instr{op: opBool})
		p.land(at)
	}
}

// binary parses operators of precedence least and tighter. It calls itself at most once for each
// level of precedence, so it does not count as nesting.
func (p *parser) binary(least int) {
	p.unary()
	for p.tok.kind == tokBinary && precedence(p.tok.op) >= least {
		t := p.tok
		p.next()
		p.binary(precedence(t.op) + 1)
		p.emit(t.pos, -1, instr{op: t.op})
	}
}

func precedence(o op) int {
	switch o {
	case opMul, opDiv, opMod:
		return 8
	case opAdd, opSub:
		return 7
	case opShl, opShr:
		return 6
	case opLt, opLe, opGt, opGe:
		return 5
	case opEq, opNe:
		return 4
	case opAnd:
		return 3
	case opXor:
		return 2
	}
	return 1
}

func (p *parser) unary() {
	t := p.tok
	switch {
	case t.kind == tokNumber:
		p.emit(t.pos, 1, instr{op: opConst, n: t.n})
		p.next()
	case t.kind == tokName:
		i := p.variable(t)
		p.emit(t.pos, 1, instr{op: opLoad, name: i, n: int64(p.slots[i])})
		p.next()
	case t.kind == tokOpen:
		p.next()
		p.assignment()
		if p.tok.kind != tokClose {
			p.expect(`an operator or ")"`)
			return
		}
		p.next()
	case t.kind == tokNot, t.kind == tokBinary && (t.op == opAdd || t.op == opSub):
		if !p.deeper() {
			return
		}
		p.next()
		if t.op == opSub && p.tok.kind == tokNumber && p.tok.isMin {
			p.emit(t.pos, 1, instr{op: opConst, n: math.MinInt64})
			p.next()
			p.nesting--
			return
		}
		p.unary()
		switch {
		case t.kind == tokNot:
			p.emit(t.pos, 0, instr{op: t.op})
		case t.op == opSub:
			p.emit(t.pos, 0, instr{op: opNeg})
		}
		p.nesting--
	default:
		p.expect("a number, a variable or a parenthesis")
	}
}

// variable returns the index of a name, bound to its slot at its first mention.
func (p *parser) variable(t token) int32 {
	name, names := p.src[t.pos:t.end], p.expr.names
	if p.index != nil {
		if i, ok := p.index[name]; ok {
			return i
		}
	} else if i := slices.Index(names, name); i >= 0 {
		return int32(i)
	}
	i := int32(len(names))
	p.expr.names = append(names, name)
	p.slots = append(p.slots, p.bind(name))
	switch {
	case p.index != nil:
		p.index[name] = i
	case len(p.slots) == 16:
		p.index = make(map[string]int32)
		for i, n := range p.expr.names {
			p.index[n] = int32(i)
		}
	}
	return i
}

// number reads the constant at the start of a token; the rest of the word must be part of it.
func (p *parser) number(pos int) {
	u, n, over := Constant(p.src[pos:])
	n64 := int64(min(u, math.MaxInt64))
	if over {
		n64 = math.MaxInt64
	}
	isMin := u == 1<<63 && !over
	end := pos + n
	for end < len(p.src) && isWord(p.src[end]) {
		end++
	}
	if end > pos+n {
		p.fail(pos, "expected a number, found %q", p.src[pos:end])
		return
	}
	p.tok = token{kind: tokNumber, pos: pos, end: end, n: n64, isMin: isMin}
	p.after = end
}
