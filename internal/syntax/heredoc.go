package syntax

import (
	"slices"
	"strings"

	"ftsh/parser/ast"
)

// A hereDoc is a here-document with its body still unread.
type hereDoc struct {
	redir *ast.Redirect
	end   string // the delimiter, quotes removed
	// inSubst: in bash's $(…), where a line of the delimiter and a ) ends the body, too.
	inSubst bool
	late    bool // of a $(…) closed on the line of the <<: the body is after that line
}

// hereDelimiter parses the delimiter of r, and notes its here-document.
func (p *Parser) hereDelimiter(r *ast.Redirect) {
	alias := p.opts.Alias
	p.opts.Alias = nil // nothing in the delimiter is run
	defer func() { p.opts.Alias = alias }()
	from := p.win.pos
	r.Target = p.word()
	var end string
	if _, known := Static(r.Target); known {
		end, r.HereQuoted = p.unquote(r.Target.Parts)
	} else { // spelled as in the window, perhaps an alias's value
		d := New(p.win.src[from:p.win.pos], Options{})
		end, r.HereQuoted = d.unquote(d.word().Parts)
	}
	r.Here = p.arena.word.get()
	p.pending = append(p.pending, hereDoc{redir: r, end: end, inSubst: p.inSubst})
}

// unquote removes the quoting of a delimiter. Nothing in it is expanded: an apparent expansion
// stands for its spelling.
func (p *Parser) unquote(parts []ast.WordPart) (text string, quoted bool) {
	var b strings.Builder
	for _, part := range parts {
		switch part := part.(type) {
		case *ast.Lit:
			b.WriteString(part.Value)
		case *ast.Quoted:
			b.WriteString(part.Value)
			quoted = true
		case *ast.DblQuoted:
			inner, _ := p.unquote(part.Parts)
			b.WriteString(inner)
			quoted = true
		default:
			from, to := int(part.Pos().Offset)-p.in.base, int(part.End().Offset)-p.in.base
			if from >= 0 && from <= to && to <= len(p.in.str) {
				b.WriteString(unfold(p.in.str[from:to]))
			}
		}
	}
	return b.String(), quoted
}

// hereDocs reads the bodies of the pending here-documents from here on. A body ends at a line equal
// to the delimiter, or at the end of the text.
func (p *Parser) hereDocs() {
	docs := p.pending
	p.pending = nil
	for _, d := range docs {
		w := d.redir.Here
		p.moreText()
		w.From = p.here()
		if p.skipDocument(w, d) {
			continue
		}
		if p.noting && !p.passing && len(p.notBlocks) == 0 {
			p.passHereDoc(w, d)
			continue
		}
		base := len(p.st.parts)
		w.To = p.hereBody(d, false)
		w.Parts = p.takeParts(base)
	}
	if cap(docs) > 0 && p.pending == nil {
		p.pending = docs[:0]
	}
}

// manyParts is the number of a body's parts that passHereDoc keeps before it forgets them, and the
// room that hereBody always has.
const manyParts = 1 << 10

// passHereDoc reads a body during Check, which does not look at it. So the parts are forgotten after
// some lines: a long document would need much memory. They are kept from the first word on that
// opens no block, for Checked.Unopened.
func (p *Parser) passHereDoc(w *ast.Word, d hereDoc) {
	if p.aside == nil {
		p.aside = new(arena)
	}
	p.arena, *p.aside = *p.aside, p.arena
	p.passing = true
	base := len(p.st.parts)
	unused := false
	defer func() {
		p.passing = false
		p.arena, *p.aside = *p.aside, p.arena
		if !unused {
			p.aside = nil
			return
		}
		p.aside.recycle()
	}()
	w.To = p.hereBody(d, true)
	if len(p.notBlocks) > 0 {
		w.Parts = p.takeParts(base)
		return
	}
	p.st.parts = p.st.parts[:base]
	unused = true
	p.noteDocument(w, d)
}

// forgetParts drops the parts from base on, between two lines of a body read by passHereDoc.
func (p *Parser) forgetParts(base int) {
	if len(p.notBlocks) == 0 {
		p.st.parts = p.st.parts[:base]
		p.arena.recycle() // it is that of the body
	}
}

// hereIndent leaves out the tabs removed by <<- at the start of a line. Lines are joined first (XCU
// 2.7.4): it reports whether the line continues in the next one, which then loses its tabs as well.
func (p *Parser) hereIndent(t *text, quoted bool) (continued bool) {
	for {
		t.cut(p)
		for p.moreText() && p.win.src[p.win.pos] == '\t' {
			p.win.pos++
		}
		t.resume(p)
		s, i := p.win.src, p.win.pos
		if quoted || i+1 >= len(s) || s[i] != '\\' || s[i+1] != '\n' {
			return continued
		}
		t.skip(p, 2)
		continued = true
	}
}

// moreText reports whether there is a byte at the current place.
func (p *Parser) moreText() bool {
	for p.win.pos >= len(p.win.src) {
		if !p.refill() {
			return false
		}
	}
	return true
}

// hereEnd returns the length of the line that ends d, if it starts here, or -1.
func (p *Parser) hereEnd(d hereDoc) int {
	if !p.moreText() {
		return 0
	}
	rest := p.win.src[p.win.pos:]
	// A delimiter of several lines. If it ends in a newline, the line after it matters too.
	for strings.HasPrefix(d.end, rest) && (len(rest) < len(d.end) ||
		strings.HasSuffix(rest, "\n")) && p.refill() {
		rest = p.win.src[p.win.pos:]
	}
	if !strings.HasPrefix(rest, d.end) {
		return -1
	}
	switch {
	case len(rest) == len(d.end):
		return len(d.end)
	case rest[len(d.end)] == '\n':
		return len(d.end) + 1
	case d.inSubst:
		line, _, _ := strings.Cut(rest[len(d.end):], "\n")
		if strings.Contains(line, ")") {
			return len(d.end)
		}
	}
	return -1
}

// hereBody reads a body up to its end, and returns the place of the end. forget: see passHereDoc.
func (p *Parser) hereBody(d hereDoc, forget bool) ast.Pos {
	t := p.beginText()
	base := len(p.st.parts)
	for {
		switch n := len(p.st.parts) - base; {
		case n < manyParts:
		case forget:
			p.forgetParts(base)
		case cap(p.st.parts)-len(p.st.parts) < manyParts:
			p.st.parts = slices.Grow(p.st.parts, len(p.st.parts))
		}
		if forget && len(p.notBlocks) == 0 {
			t.drop(p)
		}
		continued := d.redir.HereTabs && p.hereIndent(&t, d.redir.HereQuoted)
		if n := p.hereEnd(d); n >= 0 && !continued {
			t.flushAs(p, d.redir.HereQuoted)
			end := p.here()
			p.win.pos += n
			return end
		}
		if !d.redir.HereQuoted {
			p.hereLine(&t)
		} else if n := strings.IndexByte(p.win.src[p.win.pos:], '\n'); n >= 0 {
			p.win.pos += n + 1
		} else {
			p.win.pos = len(p.win.src)
		}
	}
}

// hereLine reads one line of a body, and its continuation lines.
func (p *Parser) hereLine(t *text) {
	for {
		s, i := p.win.src, p.win.pos
		for i < len(s) && s[i] != '\n' && s[i] != '\\' && s[i] != '$' && s[i] != '`' {
			i++
		}
		p.win.pos = i
		if i >= len(s) {
			if !p.moreText() {
				return
			}
			continue
		}
		switch {
		case s[i] == '\n':
			p.win.pos++
			return
		case p.passing && p.passParameter():
		default:
			p.quotedPart(t, inText)
		}
	}
}
