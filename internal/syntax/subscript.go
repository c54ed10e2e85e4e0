package syntax

import "ftsh/parser/ast"

// subscript parses [index] after a name, in the dialect of bash; the parser is at the [. Brackets in
// it are balanced unless they are quoted. It has quotes even where the text around it is quoted, as
// in "${a['x y']}".
func (p *Parser) subscript() *ast.Subscript {
	p.nest()
	s := &ast.Subscript{}
	s.From = p.here()
	open := opened{`"["`, s.From, ""}
	p.win.pos++
	w := p.arena.word.get()
	w.From = p.here()
	base := len(p.st.parts)
	p.subscriptText(open)
	w.Parts = p.takeParts(base)
	w.To = p.here()
	p.win.pos++
	s.To = p.here()
	switch text, _ := w.Literal(); text {
	case "@", "*":
		s.All = text[0]
	default:
		s.Index = w
	}
	p.unnest()
	return s
}

// subscriptText parses the text of a subscript up to its ], and adds the parts.
func (p *Parser) subscriptText(open opened) {
	t := p.beginText()
	for depth := 0; ; {
		if !p.moreText() {
			p.unclosed(`"]"`, open)
		}
		s, i := p.win.src, p.win.pos
		switch c := s[i]; c {
		case '[':
			depth++
			p.win.pos++
		case ']':
			if depth == 0 {
				t.flush(p)
				return
			}
			depth--
			p.win.pos++
		case '\\':
			if i+1 < len(s) && s[i+1] == '\n' {
				t.skip(p, 2)
				continue
			}
			p.escape(&t)
		case '\'':
			t.flush(p)
			p.singleQuoted()
			t.restart(p)
		case '"':
			t.flush(p)
			p.dblQuoted(inQuotes)
			t.restart(p)
		case '$':
			p.dollar(&t, inBrace)
		case '`':
			p.backquoted(&t, false)
		default:
			p.win.pos++
		}
	}
}
