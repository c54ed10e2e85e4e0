package syntax

import (
	"unsafe"

	"ftsh/parser/ast"
)

// A usedAlias is an alias whose value is being read: until end, its name is
// not replaced again (XCU 2.3.1).
type usedAlias struct {
	name string
	end  int
}

// alias replaces the word at start (up to the current place) by its alias, if
// it has one, and goes back to the start of the value.
func (p *Parser) alias(name string, start int, pos ast.Pos) bool {
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
	p.splice(name, value, int(pos.Offset)-p.in.base)
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

// appendShifted adds the segs of old from the place pos on, that place now being at n.
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

// aliasDue reports whether the word at start follows an alias value that ended
// in a blank, so that it may be an alias too.
func (p *Parser) aliasDue(start int) bool {
	if p.win.blank < 0 || start < p.win.blank {
		return false
	}
	p.win.blank = -1
	return true
}

// settle returns from a window of its own to the source, once it is used up.
func (p *Parser) settle() {
	w := &p.win
	if w.segs != nil && !w.closed && w.pos >= len(w.src) {
		*w = window{src: p.in.str, pos: w.fed, fed: len(p.in.str), blank: -1}
	}
}
