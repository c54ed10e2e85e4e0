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
		switch c := p.win.src[p.win.pos]; {
		case c == ']' && depth == 0:
			t.flush(p)
			return
		case c == '[':
			depth++
			p.win.pos++
		case c == ']':
			depth--
			p.win.pos++
		default:
			p.piece(&t)
		}
	}
}
