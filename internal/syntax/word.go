package syntax

import (
	"strings"
	"unicode/utf8"

	"ftsh/internal/quote"
	"ftsh/parser/ast"
)

// A wordContext is the context of unquoted text.
type wordContext uint8

const (
	inWord       wordContext = iota
	inValue                  // of an assignment: tildes after colons
	inBrace                  // of ${x-…}: only } ends it
	inValueBrace             // of ${x-…} in the value of an assignment, as in dash
	inQuoted                 // text in double quotes and the like: no tildes
	inDoc                    // text of a here-document
)

// quoted reports whether the text is quoted.
func (at wordContext) quoted() bool { return at == inQuoted || at == inDoc }

// braced reports whether a } ends the text.
func (at wordContext) braced() bool { return at == inBrace || at == inValueBrace }

// assigned reports whether tildes may follow colons, too.
func (at wordContext) assigned() bool { return at == inValue || at == inValueBrace }

// word parses a word, which starts at the current place.
func (p *Parser) word() *ast.Word {
	w := p.arena.word.get()
	s, i := p.win.src, p.win.pos
	for i < len(s) && class[s[i]]&(isMeta|isSpecial) == 0 {
		i++
	}
	if i < len(s) && class[s[i]]&isMeta != 0 && i > p.win.pos && !p.processAt(i) &&
		(s[i] != '(' || !p.opts.Extglob) {
		l := p.arena.lit.get()
		l.Value = s[p.win.pos:i]
		from := p.here()
		p.win.pos = i
		to := p.past(from, len(l.Value))
		l.From, l.To = from, to
		w.From, w.To = from, to
		p.st.parts = append(p.st.parts, l)
		w.Parts = p.takeParts(len(p.st.parts) - 1)
		return w
	}
	w.From = p.here()
	base := len(p.st.parts)
	t := p.beginText()
	p.unquoted(&t, inWord, true, opened{})
	w.Parts = p.takeParts(base)
	w.To = p.here()
	return w
}

// value parses the value of an assignment.
func (p *Parser) value() *ast.Word {
	w := p.arena.word.get()
	w.From = p.here()
	base := len(p.st.parts)
	t := p.beginText()
	p.unquoted(&t, inValue, true, opened{})
	w.Parts = p.takeParts(base)
	w.To = p.here()
	return w
}

// wordAfter parses a word after a name= of n bytes, as in an assignment.
func (p *Parser) wordAfter(n int) *ast.Word {
	w := p.arena.word.get()
	w.From = p.here()
	base := len(p.st.parts)
	t := p.beginText()
	for range n {
		if p.win.src[p.win.pos] == '\\' {
			t.skip(p, 2)
			continue
		}
		p.win.pos++
		if p.win.src[p.win.pos-1] == '=' {
			break
		}
	}
	p.unquoted(&t, inValue, true, opened{})
	w.Parts = p.takeParts(base)
	w.To = p.here()
	return w
}

// unquoted parses text without quotes up to the end of the word, or in a brace up to the }, and
// adds its parts. first allows a tilde here.
func (p *Parser) unquoted(t *text, at wordContext, first bool, open opened) {
	for {
		s, i := p.win.src, p.win.pos
		if at.braced() {
			for i < len(s) && class[s[i]]&isSpecial == 0 && s[i] != '}' {
				i++
			}
		} else {
			for i < len(s) && class[s[i]]&(isMeta|isSpecial) == 0 {
				i++
			}
		}
		if i > p.win.pos {
			first = false
			p.win.pos = i
		}
		if i >= len(s) {
			if !at.braced() {
				break
			}
			if !p.refill() {
				p.unclosed(`"}"`, open)
			}
			continue
		}
		c := s[i]
		if c == '~' {
			if !first && !(at.assigned() && t.last(p) == ':') || !p.tilde(t, at) {
				p.win.pos++
			}
			first = false
			continue
		}
		if !at.braced() && p.processAt(i) {
			p.processSubst(t)
			first = false
			continue
		}
		if class[c]&isSpecial == 0 {
			if c == '(' && p.opts.Extglob && p.beforeGroup(t) {
				p.group(t)
				first = false
				continue
			}
			break // the } or the end of a word
		}
		if c == '\\' && i+1 < len(s) && s[i+1] == '\n' {
			t.skip(p, 2)
			continue
		}
		first = false
		switch c {
		case '\\':
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
			p.dollar(t, at)
		case '`':
			p.backquoted(t, false)
		}
	}
	t.flush(p)
}

// escape parses an unquoted backslash and the character after it.
func (p *Parser) escape(t *text) {
	t.flush(p)
	q := p.arena.quoted.get()
	q.From = p.here()
	p.win.pos++
	if !p.moreText() {
		q.Value = `\`
	} else {
		_, n := utf8.DecodeRuneInString(p.win.src[p.win.pos:])
		q.Value = p.win.src[p.win.pos : p.win.pos+n]
		p.win.pos += n
	}
	q.To = p.here()
	p.st.parts = append(p.st.parts, q)
	t.restart(p)
}

// singleQuoted parses '…'.
func (p *Parser) singleQuoted() {
	q := p.arena.quoted.get()
	q.From = p.here()
	p.win.pos++
	p.find('\'', opened{`"'"`, q.From, ""})
	start := p.win.pos
	n := strings.IndexByte(p.win.src[start:], '\'')
	q.Value = p.win.src[start : start+n]
	p.win.pos = start + n + 1
	q.To = p.here()
	p.st.parts = append(p.st.parts, q)
}

// find makes sure the window holds a quote c, the end of open.
func (p *Parser) find(c byte, open opened) {
	from := p.win.pos
	for strings.IndexByte(p.win.src[from:], c) < 0 {
		from = len(p.win.src)
		if !p.refill() {
			p.unclosed("a closing "+open.what, open)
		}
	}
}

// tilde parses a tilde-prefix (XCU 2.6.1) at the current place. It returns false if there is none,
// since something in it is quoted or expanded.
func (p *Parser) tilde(t *text, at wordContext) bool {
	i := p.win.pos + 1
	for {
		s := p.win.src
		for i < len(s) && class[s[i]]&(isMeta|isSpecial) == 0 && s[i] != '/' &&
			!(at.assigned() && s[i] == ':') && !(at.braced() && s[i] == '}') {
			i++
		}
		if i+1 >= len(s) || s[i] != '\\' || s[i+1] != '\n' {
			break
		}
		if i += 2; i == len(s) {
			p.refill()
		}
	}
	s := p.win.src
	if i < len(s) && class[s[i]]&isSpecial != 0 || at.braced() && i < len(s) &&
		class[s[i]]&isMeta != 0 {
		return false
	}
	if p.opts.Bash && strings.IndexByte(s[p.win.pos:i], '{') >= 0 {
		return false // brace expansion comes first
	}
	t.flush(p)
	part := &ast.Tilde{User: unfold(s[p.win.pos+1 : i])}
	part.From = p.here()
	p.win.pos = i
	part.To = p.here()
	p.st.parts = append(p.st.parts, part)
	t.restart(p)
	return true
}

// dollarQuoted parses $'…' (XCU 2.2.4); its quote is at quote.
func (p *Parser) dollarQuoted(at int) ast.WordPart {
	q := p.arena.quoted.get()
	q.From = p.here()
	open := opened{`"$'"`, q.From, ""}
	start := at + 1
	i := start
	for {
		for i >= len(p.win.src) {
			p.win.pos = len(p.win.src)
			if !p.refill() {
				p.unclosed("a closing \"'\"", open)
			}
		}
		c := p.win.src[i]
		if c == '\'' {
			break
		}
		if c == '\\' {
			i++
		}
		i++
	}
	if text := p.win.src[start:i]; p.opts.Bash {
		q.Value = quote.DollarSingleBash(text)
	} else {
		q.Value = quote.DollarSingle(text)
	}
	p.win.pos = i + 1
	q.To = p.here()
	return q
}
