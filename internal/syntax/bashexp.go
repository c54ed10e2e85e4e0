package syntax

import (
	"strings"

	"ftsh/parser/ast"
)

// indirect reports whether the ! just taken after ${ makes an indirection.
func (p *Parser) indirect() bool {
	c := p.cur()
	return class[c]&isName != 0 || strings.IndexByte("#?@*", c) >= 0
}

// bashExp parses a ${…} that has something of bash, or is wrong; its { is at brace. It ends with
// braced's nesting.
func (p *Parser) bashExp(brace int, at wordContext, open opened) ast.WordPart {
	e := &ast.BashExp{}
	e.From = open.pos
	p.win.pos = brace + 1
	var head ast.ParamExp
	p.parameterName(&head)
	if head.Name == "!" && head.Op != ast.ParamLength && p.indirect() {
		e.Indirect = true
		head.Name = ""
		p.parameterName(&head)
	}
	e.Name, e.Op = head.Name, head.Op
	if nameStart(nameByte(e.Name)) && p.cur() == '[' {
		e.Subscript = p.subscript()
	}
	if e.Name == "" || !p.bashOp(e, at, open) || p.cur() != '}' {
		e.Op, e.Colon, e.With, e.Offset, e.Length = ast.ParamBad, false, nil, nil, nil
		e.Arg = p.bracedWord(e.Op, at, open)
	}
	p.win.pos++
	e.To = p.here()
	p.unnest()
	return e
}

// nameByte returns the first byte of a name, or 0.
func nameByte(name string) byte {
	if name == "" {
		return 0
	}
	return name[0]
}

// bashOp takes the operator after name and subscript, with its words up to the }. It returns false
// if there is none.
func (p *Parser) bashOp(e *ast.BashExp, at wordContext, open opened) bool {
	if s := e.Subscript; s != nil && s.All == 0 && len(s.Index.Parts) == 0 {
		return false
	}
	c := p.cur()
	switch {
	case e.Op == ast.ParamLength:
		return c == '}'
	case c == '}':
		if e.Indirect && e.Subscript != nil && e.Subscript.All != 0 {
			e.Op, e.Indirect = ast.ParamKeys, false
		}
		return true
	case c == '/':
		p.replacement(e, open)
		return true
	case c == '^' || c == ',' || c == '~':
		e.Op = map[byte]ast.ParamOp{'^': ast.ParamUpper, ',': ast.ParamLower, '~': ast.ParamToggle}[c]
		if e.All = p.next() == c; e.All {
			p.win.pos++
		}
		e.Arg = p.slashWord('}', false, open)
		return true
	case c == '@' || c == '*':
		return p.lettered(e, c)
	}
	var op ast.ParamExp
	switch {
	case p.paramOp(&op):
		e.Op, e.Colon = op.Op, op.Colon
		e.Arg = p.bracedWord(e.Op, at, open)
		return true
	case op.Colon && p.cur() != '}':
		e.Op = ast.ParamSlice
		e.Offset = p.sliceExp(open)
		if p.cur() == ':' {
			p.win.pos++
			e.Length = p.sliceExp(open)
		}
		return true
	}
	return false
}

// lettered takes the @Q of ${x@Q}, or the end of ${!prefix@}.
func (p *Parser) lettered(e *ast.BashExp, c byte) bool {
	at := p.win.pos
	next := p.next()
	switch {
	case e.Indirect && e.Subscript == nil && nameStart(e.Name[0]) && next == '}':
		e.Op, e.Letter, e.Indirect = ast.ParamNames, c, false
		return true
	case c == '@' && strings.IndexByte("QEPAaUuLKk", next) >= 0:
		e.Op, e.Letter = ast.ParamTransform, next
		p.win.pos++
		return true
	}
	p.win.pos = at
	return false
}

// replacement takes /pattern/text up to the }.
func (p *Parser) replacement(e *ast.BashExp, open opened) {
	e.Op = ast.ParamReplace
	leading := false // a slash that belongs to the pattern
	switch p.next() {
	case '/':
		e.All = true
		leading = p.next() == '/'
	case '#':
		e.Op = ast.ParamReplacePrefix
		p.win.pos++
	case '%':
		e.Op = ast.ParamReplaceSuffix
		p.win.pos++
	}
	e.Arg = p.slashWord('/', leading, open)
	if p.cur() == '/' {
		p.win.pos++
		e.With = p.slashWord('}', false, open)
	}
}

// bracedWord is paramWord for an operator of a BashExp.
func (p *Parser) bracedWord(op ast.ParamOp, at wordContext, open opened) *ast.Word {
	e := ast.ParamExp{Op: op}
	p.paramWord(&e, at, open)
	return e.Arg
}

// slashWord parses a word of ${…} that has quotes even in double quotes: up to the }, or to the
// character end. leading: the first character is of the word even if it is end.
func (p *Parser) slashWord(end byte, leading bool, open opened) *ast.Word {
	w := p.arena.word.get()
	w.From = p.here()
	base := len(p.st.parts)
	t := p.beginText()
	for first := true; ; first = false {
		if !p.moreText() {
			p.unclosed(`"}"`, open)
		}
		c := p.win.src[p.win.pos]
		if c == '}' || c == end && !(first && leading) {
			break
		}
		if c != '~' || !first || !p.tilde(&t, inBrace) {
			p.piece(&t)
		}
	}
	t.flush(p)
	w.Parts = p.takeParts(base)
	w.To = p.here()
	return w
}

// piece takes a character of unquoted text, or the quotation or expansion that starts here.
func (p *Parser) piece(t *text) {
	s, i := p.win.src, p.win.pos
	switch s[i] {
	case '\\':
		if i+1 < len(s) && s[i+1] == '\n' {
			t.skip(p, 2)
			return
		}
		p.escape(t)
	case '\'':
		t.flush(p)
		p.singleQuoted()
		t.restart(p)
	case '"':
		t.flush(p)
		p.dblQuoted(inQuotes)
		t.restart(p)
	case '$':
		p.dollar(t, inBrace)
	case '`':
		p.backquoted(t, false)
	default:
		p.win.pos++
	}
}

// sliceExp parses an expression of ${x:offset:length}: up to the }, or to a colon that belongs to no
// conditional expression.
func (p *Parser) sliceExp(open opened) *ast.ArithExp {
	depth, conditions := 0, 0
	return p.arithUpTo(`"}"`, open, func(c byte) bool {
		switch c {
		case '}':
			return true
		case '(':
			depth++
		case ')':
			depth--
		case '?':
			conditions++
		case ':':
			if depth == 0 && conditions == 0 {
				return true
			}
			conditions--
		}
		return false
	})
}
