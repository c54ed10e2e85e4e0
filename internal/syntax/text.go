package syntax

import (
	"strings"

	"ftsh/parser/ast"
)

// A text gathers literal text. While nothing is left out, it is a piece of the window and costs
// nothing; the pieces of a text with gaps lie on the parser's stack. A text begun later must not
// outlive it.
type text struct {
	from  ast.Pos
	start int // start of the current piece
	mark  int // of the stack
}

func (p *Parser) beginText() text {
	return text{from: p.here(), start: p.win.pos, mark: len(p.st.text)}
}

// cut ends the current piece here; resume starts another.
func (t *text) cut(p *Parser) {
	if t.start < p.win.pos {
		p.st.text = append(p.st.text, p.win.src[t.start:p.win.pos]...)
		t.start = p.win.pos
	}
}

func (t *text) resume(p *Parser) {
	if len(p.st.text) == t.mark {
		t.from = p.here()
	}
	t.start = p.win.pos
}

// skip leaves n bytes out.
func (t *text) skip(p *Parser, n int) {
	t.cut(p)
	p.win.pos += n
	p.moreText()
	t.resume(p)
}

// drop forgets the gathered text, and starts anew.
func (t *text) drop(p *Parser) {
	p.st.text = p.st.text[:t.mark]
	t.start = p.win.pos
}

// last returns the last byte gathered, or 0 if there is none.
func (t *text) last(p *Parser) byte {
	switch {
	case t.start < p.win.pos:
		return p.win.src[p.win.pos-1]
	case t.mark < len(p.st.text):
		return p.st.text[len(p.st.text)-1]
	}
	return 0
}

// take returns the gathered text, and starts anew.
func (t *text) take(p *Parser) string {
	s := p.win.src[t.start:p.win.pos]
	if len(p.st.text) > t.mark {
		s = string(append(p.st.text, s...)[t.mark:])
		p.st.text = p.st.text[:t.mark]
	}
	t.start = p.win.pos
	return s
}

// flush adds the gathered text as a Lit.
func (t *text) flush(p *Parser) { t.flushAs(p, false) }

// flushAs adds the gathered text as a Lit or as a Quoted.
func (t *text) flushAs(p *Parser, quoted bool) {
	if t.start == p.win.pos && len(p.st.text) == t.mark {
		return
	}
	if quoted {
		q := p.arena.quoted.get()
		q.From = t.from
		q.Value = t.take(p)
		q.To = p.here()
		p.st.parts = append(p.st.parts, q)
		return
	}
	l := p.arena.lit.get()
	l.From = t.from
	l.Value = t.take(p)
	l.To = p.here()
	p.st.parts = append(p.st.parts, l)
}

// restart begins anew after a part.
func (t *text) restart(p *Parser) {
	t.from, t.start = p.here(), p.win.pos
}

// takeParts returns the parts gathered since base.
func (p *Parser) takeParts(base int) []ast.WordPart {
	parts := p.arena.parts.keep(p.st.parts[base:])
	p.st.parts = p.st.parts[:base]
	return parts
}

// unfold takes line continuations out of s.
func unfold(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	return strings.ReplaceAll(s, "\\\n", "")
}
