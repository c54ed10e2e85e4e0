package syntax

import (
	"ftsh/parser/ast"
)

// dollar parses an expansion after $, or takes the $ as an ordinary character.
func (p *Parser) dollar(t *text, at wordContext) {
	start := p.win.pos
	p.win.pos++
	c := p.cur()
	next := p.win.pos
	p.win.pos = start
	if class[c]&isName == 0 {
		switch c {
		case '{', '(', '@', '*', '#', '?', '-', '$', '!':
		case '[':
			if !p.opts.Bash {
				p.win.pos++
				return
			}
		case '\'':
			if at.quoted() {
				p.win.pos++
				return
			}
		case '"':
			if !p.opts.Bash || at.quoted() {
				p.win.pos++
				return
			}
			t.flush(p)
			p.win.pos = next
			p.dblQuoted(inQuotes) // there are no translations
			p.st.parts[len(p.st.parts)-1].(*ast.DblQuoted).From = p.place(start)
			t.restart(p)
			return
		default:
			p.win.pos++
			return
		}
	}
	t.flush(p)
	var part ast.WordPart
	switch c {
	case '{':
		part = p.braced(next, at)
	case '\'':
		part = p.dollarQuoted(next)
	case '(':
		part = p.parenthesized(next)
	case '[':
		part = p.bracketed(next)
	default:
		part = p.parameter(next)
	}
	p.st.parts = append(p.st.parts, part)
	t.restart(p)
}

// parameter parses $name, $1 and $@, with the name at next.
func (p *Parser) parameter(next int) ast.WordPart {
	e := p.arena.param.get()
	e.From = p.here()
	p.win.pos = next
	c := p.win.src[next]
	if nameStart(c) {
		e.Name = p.name()
	} else {
		e.Name = p.win.src[next : next+1]
		p.win.pos++
	}
	e.To = p.here()
	return e
}

// name takes letters, digits and underscores.
func (p *Parser) name() string {
	s, i := p.win.src, p.win.pos
	for i < len(s) && class[s[i]]&isName != 0 {
		i++
	}
	from := p.win.pos
	p.win.pos = i
	if i < len(s) && s[i] == '\\' {
		for class[p.cur()]&isName != 0 {
			p.win.pos++
		}
		return unfold(p.win.src[from:p.win.pos])
	}
	return s[from:i]
}

// braced parses ${…}; its { is at brace.
func (p *Parser) braced(brace int, at wordContext) ast.WordPart {
	p.nest()
	e := p.arena.param.get()
	e.From = p.here()
	e.Brace = true
	open := opened{`"${"`, e.From, ""}
	p.win.pos = brace + 1
	p.parameterName(e)
	switch {
	case e.Name == "!" && p.opts.Bash && p.indirect(): // ${!#} is none of ${!#pattern}
		return p.bashExp(brace, at, open)
	case e.Name != "" && p.cur() == '}':
	case e.Name != "" && e.Op != ast.ParamLength && p.paramOp(e):
		p.paramWord(e, at, open)
	case p.opts.Bash:
		return p.bashExp(brace, at, open)
	default:
		// No rule allows this. As in other shells it is an error only when it is expanded: scripts
		// keep syntax of bash in branches never reached by other shells.
		e.Op, e.Colon = ast.ParamBad, false
		p.paramWord(e, at, open)
	}
	p.win.pos++
	e.To = p.here()
	p.unnest()
	return e
}

// special reports whether c is a special parameter.
func special(c byte) bool {
	switch c {
	case '@', '*', '#', '?', '-', '$', '!':
		return true
	}
	return false
}

// parameterName takes the parameter's name, and the # of a length. Without a name it leaves the
// name empty.
func (p *Parser) parameterName(e *ast.ParamExp) {
	c := p.cur()
	if c == '#' {
		// ${#} ${#-word} ${##pattern} are of $#; ${#x} ${#-} ${##} are lengths.
		start := p.win.pos
		next := p.next()
		length := class[next]&isName != 0
		if special(next) {
			length = p.next() == '}'
		}
		p.win.pos = start
		if length {
			e.Op = ast.ParamLength
			c = p.next()
		}
	}
	switch {
	case nameStart(c):
		e.Name = p.name()
	case digit(c):
		from := p.win.pos
		for digit(p.cur()) {
			p.win.pos++
		}
		e.Name = unfold(p.win.src[from:p.win.pos])
	case special(c):
		e.Name = p.win.src[p.win.pos : p.win.pos+1]
		p.win.pos++
	}
}

// paramOp takes the operator after the name, and reports whether there is one.
func (p *Parser) paramOp(e *ast.ParamExp) bool {
	c := p.cur()
	if c == ':' {
		e.Colon = true
		c = p.next()
	}
	switch c {
	case '-':
		e.Op = ast.ParamDefault
	case '=':
		e.Op = ast.ParamAssign
	case '?':
		e.Op = ast.ParamError
	case '+':
		e.Op = ast.ParamAlternate
	case '%', '#':
		if e.Colon {
			return false
		}
		e.Op = ast.ParamSmallSuffix
		if c == '#' {
			e.Op = ast.ParamSmallPrefix
		}
		if p.next() == c {
			e.Op++
			p.win.pos++
		}
		return true
	default:
		return false
	}
	p.win.pos++
	return true
}

// paramWord parses the word of an expansion up to the }.
func (p *Parser) paramWord(e *ast.ParamExp, at wordContext, open opened) {
	w := p.arena.word.get()
	w.From = p.here()
	base := len(p.st.parts)
	if at.quoted() && (e.Op < ast.ParamSmallSuffix || e.Op == ast.ParamBad) {
		in := inDefault
		if at == inDoc {
			in = inDocDefault
		}
		p.quotedParts(in, open)
	} else {
		in := inBrace
		if at.assigned() && (e.Op == ast.ParamDefault || e.Op == ast.ParamAlternate) {
			in = inValueBrace
		}
		t := p.beginText()
		p.unquoted(&t, in, true, open)
	}
	w.Parts = p.takeParts(base)
	w.To = p.here()
	e.Arg = w
}
