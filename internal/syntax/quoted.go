package syntax

import "strings"

// A quotation is the kind of quoted text, and determines its special characters.
type quotation uint8

const (
	inQuotes     quotation = iota // "…"
	inDefault                     // the word of ${x-…} in quotes; } ends it, and "…" may nest
	inNested                      // that "…"; \} is still a }
	inArith                       // $((…))
	inText                        // a here-document
	inDocDefault                  // as inDefault, in a here-document
)

// isDefault reports whether the text is the word of ${x-…} in quotes.
func (at quotation) isDefault() bool { return at == inDefault || at == inDocDefault }

// dblQuoted parses "…". at determines the special characters in it.
func (p *Parser) dblQuoted(at quotation) {
	p.nest()
	d := p.arena.dbl.get()
	d.From = p.here()
	p.win.pos++
	base := len(p.st.parts)
	p.quotedParts(at, opened{`"\""`, d.From, ""})
	p.win.pos++
	d.Parts = p.takeParts(base)
	d.To = p.here()
	p.st.parts = append(p.st.parts, d)
	p.unnest()
}

// quotedParts parses quoted text up to its end, and adds its parts.
func (p *Parser) quotedParts(at quotation, open opened) {
	t := p.beginText()
	depth := 0      // of parentheses in arithmetic
	single := false // between single quotes in the word of ${x-…}, in bash outside of its POSIX mode
	for {
		s, i := p.win.src, p.win.pos
		for i < len(s) && class[s[i]]&isDquote == 0 &&
			!(at.isDefault() && (s[i] == '}' || s[i] == '\'' && p.opts.Bash && p.opts.Blocks)) &&
			!(at == inArith && (s[i] == '(' || s[i] == ')')) {
			i++
		}
		p.win.pos = i
		if i >= len(s) {
			if p.refill() {
				continue
			}
			switch at {
			case inText:
				t.flush(p)
				return
			case inQuotes, inNested:
				p.unclosed("a closing "+open.what, open)
			case inArith:
				p.unclosed(`"))"`, open)
			}
			if single {
				p.unclosed(`a closing "'"`, open)
			}
			p.unclosed(`"}"`, open)
		}
		switch s[i] {
		case '(':
			depth++
			p.win.pos++
			continue
		case ')':
			if depth == 0 {
				t.flush(p)
				return
			}
			depth--
			p.win.pos++
			continue
		case '$':
			if single && strings.HasPrefix(s[i+1:], "'") { // not $'…'
				p.win.pos++
				continue
			}
		case '\'': // it stays, as what is between two of them, but no } there ends the word
			single = !single
			p.win.pos++
			continue
		case '}':
			if single {
				p.win.pos++
				continue
			}
			t.flush(p)
			return
		case '"':
			if single { // as in bash, it is removed
				t.skip(p, 1)
				continue
			}
			switch at {
			case inQuotes, inNested:
				t.flush(p)
				return
			case inDefault, inDocDefault:
				t.flush(p)
				p.dblQuoted(inNested)
				t.restart(p)
			case inArith:
				if p.opts.Bash { // it is removed, as in other words
					t.skip(p, 1)
					continue
				}
				p.win.pos++
			default:
				p.win.pos++
			}
			continue
		}
		p.quotedPart(&t, at)
	}
}

// quotedPart parses a backslash, $ or ` in quoted text.
func (p *Parser) quotedPart(t *text, at quotation) {
	switch p.win.src[p.win.pos] {
	case '$':
		switch {
		case at == inDefault && p.opts.Bash && p.dollarQuote(t):
		case at == inText || at == inDocDefault:
			p.dollar(t, inDoc)
		default:
			p.dollar(t, inQuoted)
		}
	case '`':
		p.backquoted(t, true)
	case '\\':
		p.quotedEscape(t, at)
	}
}

// dollarQuote parses $'…' in the word of "${x-…}", which in the dialect of bash is quoted text as
// elsewhere, and passes the $ of $"…". It returns false if there is neither.
func (p *Parser) dollarQuote(t *text) bool {
	start := p.win.pos
	p.win.pos++
	c, next := p.cur(), p.win.pos
	p.win.pos = start
	switch c {
	case '\'':
		t.flush(p)
		part := p.dollarQuoted(next)
		p.st.parts = append(p.st.parts, part)
		t.restart(p)
		return true
	case '"':
		t.skip(p, 1)
		return true
	}
	return false
}

// quotedEscape parses a backslash in quoted text. It is an ordinary character unless the next one
// is special there (XCU 2.2.3).
func (p *Parser) quotedEscape(t *text, at quotation) {
	s, i := p.win.src, p.win.pos
	if i+1 >= len(s) {
		p.win.pos++
		return
	}
	switch s[i+1] {
	case '\n':
		t.skip(p, 2)
		return
	case '$', '`', '\\':
	case '"':
		if at == inText || at == inArith {
			p.win.pos++
			return
		}
	case '}':
		if !at.isDefault() && at != inNested {
			p.win.pos++
			return
		}
	default:
		p.win.pos++
		return
	}
	t.flush(p)
	q := p.arena.quoted.get()
	q.From = p.here()
	q.Value = s[i+1 : i+2]
	p.win.pos += 2
	q.To = p.here()
	p.st.parts = append(p.st.parts, q)
	t.restart(p)
}
