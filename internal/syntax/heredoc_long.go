package syntax

import (
	"iter"

	"ftsh/parser/ast"
)

// longDocument is the length of a body that the shell reads while it expands it. The tree of a body
// takes up to twenty times its length.
const longDocument = 64 << 10

// A passed is a long here-document with a body read by Check and found right.
type passed struct {
	from     uint32 // offset of the body
	end      ast.Pos
	position int // in the text, after the delimiter
}

// An UnreadText stands in the tree for the body of a long here-document, in a complete command that
// is one simple command ([Parser.Skip]). Such a command is seldom run twice. It has the body's
// extent and no value. Parts reads it.
type UnreadText struct {
	ast.Lit
	text string // from the body's first byte to its end
	doc  hereDoc
	opts Options
}

// deferrable reports whether the body of d may become an UnreadText.
func (p *Parser) deferrable(d hereDoc) bool {
	return p.sole && p.atTop() && !d.redir.HereQuoted
}

// noteDocument remembers the body w of d, during Check.
func (p *Parser) noteDocument(w *ast.Word, d hereDoc) {
	if p.deferrable(d) && w.To.Offset-w.From.Offset >= longDocument {
		p.documents = append(p.documents, passed{w.From.Offset, w.To, p.win.pos})
	}
}

// skipDocument passes over the body w of d if it is known to be right.
func (p *Parser) skipDocument(w *ast.Word, d hereDoc) bool {
	if len(p.documents) == 0 || p.noting || !p.deferrable(d) {
		return false
	}
	for len(p.documents) > 0 && p.documents[0].from < w.From.Offset {
		p.documents = p.documents[1:]
	}
	if len(p.documents) == 0 || p.documents[0].from != w.From.Offset {
		return false
	}
	at := p.documents[0]
	p.documents = p.documents[1:]
	w.To = at.end
	u := &UnreadText{doc: d, opts: p.opts, text: p.in.str[p.win.pos:at.end.Offset]}
	u.From, u.To = w.From, w.To
	w.Parts = []ast.WordPart{u}
	p.win.pos = at.position
	return true
}

// Parts yields the parts of the body, some lines at a time. They are valid until the next ones are
// asked for, except for commands in them.
func (u *UnreadText) Parts() iter.Seq[[]ast.WordPart] {
	return func(yield func([]ast.WordPart) bool) {
		opts := u.opts
		opts.ByCommand, opts.Alias = false, nil
		p := newParser(opts)
		from := int(u.From.Offset)
		p.in.str, p.in.base, p.in.scanned = u.text, from, from
		p.in.first = u.From.Line
		p.in.starts = append(make([]uint32, 0, len(u.text)/24), u.From.Offset)
		p.win = window{src: u.text, fed: len(u.text), blank: -1}
		// As in Body.
		p.inLoop, p.ownTry = true, true
		for more := true; more; {
			more = p.hereLines(u.doc)
			if !yield(p.st.parts) {
				return
			}
			p.st.parts = p.st.parts[:0]
			if p.arena.subst.n > 0 { // what has been compiled refers to commands
				p.arena = arena{}
			}
			p.arena.recycle()
		}
	}
}

// hereLines reads some lines of a body, and reports whether there are more.
func (p *Parser) hereLines(d hereDoc) bool {
	t := p.beginText()
	for len(p.st.parts) < manyParts {
		continued := d.redir.HereTabs && p.hereIndent(&t, false)
		if !continued && p.hereEnd(d) >= 0 {
			t.flush(p)
			return false
		}
		p.hereLine(&t)
	}
	t.flush(p)
	return true
}

// passParameter passes over $x or ${x} in a body that is only checked.
func (p *Parser) passParameter() bool {
	s, i := p.win.src, p.win.pos+1
	if s[p.win.pos] != '$' || len(p.notBlocks) > 0 {
		return false
	}
	brace := i < len(s) && s[i] == '{'
	if brace {
		i++
	}
	from := i
	for i < len(s) && class[s[i]]&isName != 0 {
		i++
	}
	if i == from || i == len(s) || brace && s[i] != '}' {
		return false
	}
	if brace {
		i++
	}
	p.win.pos = i
	return true
}
