package syntax

import "unsafe"

// A usedAlias is an alias whose value is being read. Its name is not replaced again before end (XCU
// 2.3.1).
type usedAlias struct {
	name string
	end  int
}

// alias replaces the word from start to the current place by its alias, if it has one, and goes
// back to the start of the value.
func (p *Parser) alias(name string, start int) bool {
	if p.opts.Alias == nil || name == "" {
		return false
	}
	w := &p.win
	for _, u := range w.used {
		if u.name == name && start < u.end {
			return false
		}
	}
	value, ok := p.opts.Alias(name)
	if !ok {
		return false
	}
	p.splice(name, value, p.offset(start)-p.in.base)
	return true
}

// splice makes a window of value and the rest of the current line.
func (p *Parser) splice(name, value string, from int) {
	w := &p.win
	rest := w.src[w.pos:]
	if w.segs == nil && !w.closed {
		for i := range len(rest) {
			if rest[i] == '\n' {
				rest = rest[:i+1]
				break
			}
		}
		w.fed = w.pos + len(rest)
	}
	n := len(value)
	segs := []seg{{0, from, true}}
	if w.segs == nil {
		segs = append(segs, seg{win: n, src: w.pos})
	} else {
		segs = appendShifted(segs, w.segs, w.pos, n)
	}
	used := []usedAlias{{name, n}}
	for _, u := range w.used {
		if u.end >= w.pos { // the word is part of its value
			used = append(used, usedAlias{u.name, u.end - w.pos + n})
		}
	}
	w.own = append(append(make([]byte, 0, n+len(rest)+1), value...), rest...)
	w.src = ""
	if len(w.own) > 0 {
		w.src = unsafe.String(&w.own[0], len(w.own))
	}
	if w.blank >= w.pos {
		w.blank += n - w.pos
	} else {
		w.blank = -1
	}
	if n > 0 && (value[n-1] == ' ' || value[n-1] == '\t') {
		w.blank = n
	}
	w.pos, w.segs, w.used, w.looked = 0, segs, used, 0
}

// appendShifted adds the segs of old from the offset pos on. That offset becomes n.
func appendShifted(segs, old []seg, pos, n int) []seg {
	for i, s := range old {
		if i+1 < len(old) && old[i+1].win <= pos {
			continue
		}
		if s.win < pos {
			if !s.fixed {
				s.src += pos - s.win
			}
			s.win = pos
		}
		s.win += n - pos
		segs = append(segs, s)
	}
	return segs
}

// aliasHere replaces the word at the current place by its alias, if it has one.
func (p *Parser) aliasHere() bool {
	start := p.win.pos
	if p.win.looked == start+1 {
		return false
	}
	p.win.looked = start + 1
	word, end, ok := p.joined()
	if !ok || word == "" {
		return false
	}
	p.win.pos = end
	if !p.isIONumber(word) && p.alias(word, start) {
		return true
	}
	p.win.pos = start
	return false
}

// isIONumber reports whether word, which has just been passed, is the number before a redirection
// operator. Such a number is no token and has no alias.
func (p *Parser) isIONumber(word string) bool {
	for i := range len(word) {
		if !digit(word[i]) {
			return false
		}
	}
	c := p.cur()
	return c == '<' || c == '>'
}

// aliasAfterBlank looks at the token at the current place, after alias values with a blank at their
// end. A word there is subject to alias substitution in any role, and so is the first word of its
// value. A word with a reserved spelling is left alone (POSIX leaves this open) unless no reserved
// word can stand here. aliasAfterBlank returns the byte at the current place.
func (p *Parser) aliasAfterBlank(reserved bool) byte {
	for {
		c := p.skipSpace()
		if class[c]&isMeta != 0 || p.atEnd() {
			break
		}
		if !reserved && p.keyword() != kwNone {
			return c // still due: operand may come to it
		}
		if p.opts.Alias == nil || !p.aliasHere() {
			break
		}
	}
	if p.win.pos >= p.win.blank {
		p.win.blank = -1
	}
	return p.cur()
}

// operand calls skipBlank before a word that cannot be reserved.
func (p *Parser) operand() byte {
	c := p.skipBlank()
	if p.win.blank >= 0 && p.win.pos >= p.win.blank {
		return p.aliasAfterBlank(true)
	}
	return c
}

// unalias replaces the word at the current place by its alias, again and again while it has one,
// and reports whether it did. Call it where a command may start or a reserved word is due. In a
// list divided by newlines it continues after newlines too.
func (p *Parser) unalias(line bool) (did bool) {
	if p.opts.Alias == nil {
		return false
	}
	for {
		c := p.skipBlank()
		if c == '\n' && !line {
			p.newlines()
			continue
		}
		if class[c]&(isMeta|isSpecial) != 0 || p.atEnd() {
			return did
		}
		if k := p.keyword(); k != kwNone && (k <= kwTime || p.endsBy(k)) || !p.aliasHere() {
			return did
		}
		did = true
	}
}

// endWindow returns from an alias's window to the source once the window is used up.
func (p *Parser) endWindow() {
	w := &p.win
	if w.segs != nil && !w.closed && w.pos >= len(w.src) {
		*w = window{src: p.in.str, pos: w.fed, fed: len(p.in.str), blank: -1}
	}
}
