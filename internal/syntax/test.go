package syntax

import (
	"strings"

	"ftsh/parser/ast"
)

// test parses [[ expression ]].
func (p *Parser) test() ast.Command {
	open := p.start(`"[["`)
	p.take()
	t := &ast.Test{}
	t.From = open.pos
	t.Expr = p.testOr(open)
	p.newlines()
	if !p.testEnds() {
		p.expected(`"&&", "||" or "]]"`, open)
	}
	p.win.pos += len("]]")
	t.To = p.here()
	return t
}

// testEnds reports whether the ]] is here.
func (p *Parser) testEnds() bool {
	if p.cur() != ']' {
		return false
	}
	word, _, ok := p.joined()
	return ok && word == "]]"
}

func (p *Parser) testOr(open opened) *ast.TestExpr {
	return p.testChain(open, '|', ast.TestOr, p.testAnd)
}

func (p *Parser) testAnd(open opened) *ast.TestExpr {
	return p.testChain(open, '&', ast.TestAnd, p.testTerm)
}

// testChain parses operands joined by && or ||, from the left.
func (p *Parser) testChain(open opened, c byte, kind ast.TestKind,
	operand func(opened) *ast.TestExpr) *ast.TestExpr {
	left := operand(open)
	for {
		p.newlines()
		if p.cur() != c || p.byteAfter() != c {
			return left
		}
		p.next()
		p.win.pos++
		e := &ast.TestExpr{Kind: kind, Left: left, Right: operand(open)}
		e.From, e.To = left.From, e.Right.To
		left = e
	}
}

// testTerm parses an operand of && and ||.
func (p *Parser) testTerm(open opened) *ast.TestExpr {
	p.nest()
	defer p.unnest()
	p.newlines()
	e := &ast.TestExpr{}
	e.From = p.here()
	switch c := p.cur(); {
	case c == '(':
		e.Kind = ast.TestGroup
		p.win.pos++
		e.Left = p.testOr(opened{`"("`, e.From, ""})
		p.newlines()
		if p.cur() != ')' {
			p.expected(`"&&", "||" or ")"`, opened{`"("`, e.From, ""})
		}
		p.win.pos++
	case c == '!' && p.keyword() == kwNot && !(p.opts.Extglob && p.byteAfter() == '('):
		p.take()
		e.Kind = ast.TestNot
		e.Left = p.testTerm(open)
	case p.endsWord(c) || p.testEnds():
		p.expected("an expression", open)
	default:
		p.testPrimary(e, open)
	}
	e.To = p.here()
	return e
}

// testPrimary parses a word alone, or one with an operator.
func (p *Parser) testPrimary(e *ast.TestExpr, open opened) {
	before := p.win
	if word, end, ok := p.joined(); ok && IsTestUnary(word) {
		p.win.pos = end
		if !p.endsWord(p.skipBlank()) && !p.testEnds() {
			e.Op = word
			e.X = p.word()
			return
		}
		if p.cur() == '<' || p.cur() == '>' || p.cur() == '(' {
			p.expected("an operand of "+word, open)
		}
		p.goBack(before)
	}
	e.X = p.word()
	switch c := p.skipBlank(); {
	case c == '<' || c == '>':
		e.Op = p.win.src[p.win.pos : p.win.pos+1]
		p.win.pos++
	case c == ')' || c == '&' || c == '|' || p.testEnds():
		return
	default:
		word, end, ok := p.joined()
		if at := p.win.src[p.win.pos:]; word == "=" && len(at) > 2 && at[1] == '~' &&
			class[at[2]]&isMeta != 0 { // a tilde ends a literal word
			word, end, ok = "=~", end+1, true
		}
		if !ok || !isTestBinary(word) {
			p.expected(`an operator such as == or -eq, or "]]"`, open)
		}
		e.Op = word
		p.win.pos = end
	}
	e.Kind = ast.TestBinary
	if c := p.skipBlank(); p.atEnd() || class[c]&isMeta != 0 && !(c == '(' && e.Op == "=~") ||
		p.testEnds() {
		p.expected("an operand of "+e.Op, open)
	}
	switch e.Op {
	case "==", "=", "!=":
		e.Y = p.patternWord(false, open)
	case "=~":
		e.Y = p.patternWord(true, open)
	default:
		e.Y = p.word()
	}
}

// patternWord parses the word after == or, as a regular expression, after =~. Parentheses and
// everything between them belong to it: after ?, *, +, @ and ! in a pattern, anywhere in a regular
// expression, where | does too.
func (p *Parser) patternWord(regex bool, open opened) *ast.Word {
	w := p.arena.word.get()
	w.From = p.here()
	base := len(p.st.parts)
	t := p.beginText()
	depth := 0
	for first := true; ; first = false {
		p.unquoted(&t, inWord, first, opened{})
		t.restart(p)
		if p.atEnd() {
			if depth > 0 {
				p.unclosed(`")"`, open)
			}
			break
		}
		switch c := p.cur(); {
		case c == '(' && (regex || depth > 0 || p.afterExtglob(w.From)):
			depth++
		case c == ')' && depth > 0:
			depth--
		case depth > 0 || c == '|' && regex:
		default:
			w.Parts = p.takeParts(base)
			w.To = p.here()
			return w
		}
		p.win.pos++
	}
	w.Parts = p.takeParts(base)
	w.To = p.here()
	return w
}

// afterExtglob reports whether the byte before the current place begins a group of patterns.
func (p *Parser) afterExtglob(from ast.Pos) bool {
	return p.here().Offset > from.Offset && p.win.pos > 0 &&
		strings.IndexByte("?*+@!", p.win.src[p.win.pos-1]) >= 0
}

// IsTestUnary reports whether a word is a unary operator of [[ ]].
func IsTestUnary(s string) bool {
	return len(s) == 2 && s[0] == '-' &&
		strings.IndexByte("abcdefghknoprstuvwxzGLNORS", s[1]) >= 0
}

// isTestBinary reports whether a word is a binary operator of [[ ]].
func isTestBinary(s string) bool {
	switch s {
	case "==", "=", "!=", "=~", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef":
		return true
	}
	return false
}
