package syntax

import (
	"strconv"

	"ftsh/parser/ast"
)

// redirectHere reports whether a redirection starts here: an operator, or
// digits right before one.
func (p *Parser) redirectHere() bool {
	c := p.skipBlank()
	if !digit(c) {
		return c == '<' || c == '>' || p.opts.Bash && p.bashRedirect(c)
	}
	from := p.win.pos
	for digit(p.cur()) {
		p.win.pos++
	}
	c = p.cur()
	p.win.pos = from
	return c == '<' || c == '>'
}

// redirect parses the redirection at the current place.
func (p *Parser) redirect() *ast.Redirect {
	r := p.arena.redirect.get()
	r.From = p.here()
	r.N = -1
	if digit(p.cur()) {
		from := p.win.pos
		for digit(p.cur()) {
			p.win.pos++
		}
		n, err := strconv.ParseInt(unfold(p.win.src[from:p.win.pos]), 10, 32)
		if err != nil {
			p.failAt(r.From, "a file descriptor", "a number out of range")
		}
		r.N = int32(n)
	}
	if c := p.cur(); c == '{' || c == '&' {
		p.bashOperator(r)
	} else {
		r.Op = p.redirectOp(r)
	}
	if c := p.operand(); class[c]&isMeta != 0 || p.atEnd() {
		what := "a file name after the redirection"
		switch r.Op {
		case ast.RedirHereString:
			what = "the text for <<<"
		case ast.RedirHere:
			what = "a here-document delimiter"
		case ast.RedirDupIn, ast.RedirDupOut:
			what = "a file descriptor or -"
		}
		p.expected(what, opened{})
	}
	if r.Op == ast.RedirHere {
		p.hereDelimiter(r)
	} else {
		r.Target = p.word()
	}
	r.To = r.Target.To
	return r
}

// redirectOp takes the operator.
func (p *Parser) redirectOp(r *ast.Redirect) ast.RedirOp {
	c, next := p.cur(), p.next()
	op := ast.RedirOut
	if c == '<' {
		op = ast.RedirIn
		switch next {
		case '<':
			op = ast.RedirHere
			switch c := p.next(); {
			case c == '-':
				r.HereTabs = true
				p.win.pos++
			case c == '<' && p.opts.Bash:
				op = ast.RedirHereString
				p.win.pos++
			}
			return op
		case '&':
			op = ast.RedirDupIn
		case '>':
			op = ast.RedirInOut
		default:
			return op
		}
	} else {
		switch next {
		case '>':
			op = ast.RedirAppend
		case '&':
			op = ast.RedirDupOut
		case '|':
			op = ast.RedirClobber
		default:
			return op
		}
	}
	p.win.pos++
	return op
}
