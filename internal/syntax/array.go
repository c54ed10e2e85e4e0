package syntax

import (
	"strings"

	"ftsh/parser/ast"
)

// bashAssignment is assignment in the dialect of bash, from the + or [ after the name at i: the
// length of name+=, name[index]= or name[index]+=.
func (p *Parser) bashAssignment(i int) int {
	s := p.win.src
	if s[i] == '[' {
		if i = closing(s, i); i < 0 {
			return 0
		}
		i++
	}
	if i < len(s) && s[i] == '+' {
		i++
	}
	if i == len(s) || s[i] != '=' {
		return 0
	}
	return i + 1 - p.win.pos
}

// closing returns the place of the ] that closes the [ at i, or -1. Text in quotes and in $(…) is
// passed over, roughly: what really is in the brackets is up to subscript.
func closing(s string, i int) int {
	var open []byte
	for ; i < len(s); i++ {
		switch c := s[i]; c {
		case '\\':
			i++
		case '\'', '`':
			n := strings.IndexByte(s[i+1:], c)
			if n < 0 {
				return -1
			}
			i += n + 1
		case '"':
			for i++; i < len(s) && s[i] != '"'; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		case '[', '(', '{':
			if c != '[' && s[i-1] != '$' && s[i-1] != '(' {
				continue
			}
			open = append(open, c)
		case ']', ')', '}':
			if n := len(open); c-open[n-1] <= 2 { // of the same kind, as ASCII has them
				if open = open[:n-1]; n == 1 {
					return i
				}
			}
		case '\n':
			if len(open) == 1 {
				return -1
			}
		}
	}
	return -1
}

// bashAssign is assign in the dialect of bash, with name= or the like of n bytes.
func (p *Parser) bashAssign(a *ast.Assign, n int) {
	s, i := p.win.src, p.win.pos
	for i < len(s) && class[s[i]]&isName != 0 {
		i++
	}
	a.Name = s[p.win.pos:i]
	var b ast.BashAssign
	switch s[i] {
	case '\\':
		a.Name = unfold(s[p.win.pos : p.win.pos+n-1])
		i = p.win.pos + n
	case '[':
		p.win.pos = i
		b.Index = p.subscript()
		i = p.win.pos
	}
	if s = p.win.src; i < len(s) && s[i] == '+' {
		b.Append = true
		i++
	}
	if i < len(s) && s[i] == '=' {
		i++
	}
	p.win.pos = i
	if p.cur() == '(' { // of an element it is an error that the command makes
		b.Array = p.arrayValue()
		p.endOfArray()
		a.Value = p.arena.word.get()
		a.Value.From, a.Value.To = b.Array.From, b.Array.To
	} else {
		a.Value = p.value()
	}
	a.To = a.Value.To
	if b.Append || b.Index != nil || b.Array != nil {
		b.From, b.To = a.From, a.To
		a.Bash = &b
	}
}

// declared parses an argument of a declaration utility that looks like an assignment, with name= or
// the like of n bytes.
func (p *Parser) declared(n int) *ast.Word {
	w := p.arrayOrValue(n)
	if last := len(w.Parts) - 1; last >= 0 {
		if _, ok := w.Parts[last].(*ast.ArrayValue); ok {
			p.endOfArray()
		}
	}
	return w
}

// arrayOrValue is declared for a word that may go on after a (…).
func (p *Parser) arrayOrValue(n int) *ast.Word {
	if strings.HasPrefix(strings.TrimLeft(p.win.src[p.win.pos:], nameBytes), `\`) {
		w := p.wordAfter(n) // a line continuation within the name
		w.Assign = true
		return w
	}
	w := p.arena.word.get()
	w.From, w.Assign = p.here(), true
	base := len(p.st.parts)
	t := p.beginText()
	for class[p.cur()]&isName != 0 {
		p.win.pos++
	}
	keyed := p.cur() == '['
	if keyed {
		open := p.start(`"["`)
		p.win.pos++
		t.flush(p)
		p.subscriptText(open)
		t.restart(p)
		p.win.pos++
	}
	if p.cur() == '+' {
		p.win.pos++
	}
	p.next() // the =
	if p.cur() == '(' && !keyed {
		t.flush(p)
		p.st.parts = append(p.st.parts, p.arrayValue())
	} else {
		p.unquoted(&t, inValue, true, opened{})
	}
	w.Parts = p.takeParts(base)
	w.To = p.here()
	return w
}

// nameBytes are those of names.
const nameBytes = "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// arrayValue parses the (…) of an assignment. Newlines and comments may stand in it.
func (p *Parser) arrayValue() *ast.ArrayValue {
	p.nest()
	open := p.start(`"("`)
	p.win.pos++
	v := &ast.ArrayValue{}
	v.From = open.pos
	for {
		p.newlines()
		c := p.cur()
		if c == ')' {
			break
		}
		if p.atEnd() {
			p.unclosed(`")"`, open)
		}
		if class[c]&isMeta != 0 {
			e := Error{Pos: p.here(), Expected: `a word or ")"`, Found: p.found()}
			p.fail(&refusal{Error: e, ofLine: true}, open) // as in bash
		}
		v.Elements = append(v.Elements, p.arrayElement(c))
	}
	p.win.pos++
	v.To = p.here()
	p.unnest()
	return v
}

// endOfArray fails if a word goes on after its (…).
func (p *Parser) endOfArray() {
	if c := p.cur(); class[c]&isMeta == 0 && !p.atEnd() {
		p.expected("a blank or the end of the command", opened{})
	}
}

// arrayText parses an argument like a=(…) that is a text: what stands in the parentheses is
// expanded, and a blank is between two elements. name= or the like has n bytes.
func (p *Parser) arrayText(n int) *ast.Word {
	w := p.arrayOrValue(n)
	last := len(w.Parts) - 1
	v, ok := w.Parts[last].(*ast.ArrayValue)
	if !ok {
		return w
	}
	base := len(p.st.parts)
	p.st.parts = append(p.st.parts, w.Parts[:last]...)
	lit := func(text string) {
		l := p.arena.lit.get()
		l.From, l.To, l.Value = v.From, v.To, text
		p.st.parts = append(p.st.parts, l)
	}
	lit("(")
	for i, e := range v.Elements {
		if i > 0 {
			lit(" ")
		}
		switch {
		case e.Index == nil:
		case e.Index.Index == nil:
			lit("[" + string(e.Index.All) + "]")
		default:
			lit("[")
			p.st.parts = append(p.st.parts, e.Index.Index.Parts...)
			lit("]")
		}
		switch {
		case e.Append:
			lit("+=")
		case e.Index != nil:
			lit("=")
		}
		p.st.parts = append(p.st.parts, e.Value.Parts...)
	}
	lit(")")
	if c := p.cur(); class[c]&isMeta == 0 && !p.atEnd() { // let a=(1+2)*3
		rest := p.word()
		p.st.parts = append(p.st.parts, rest.Parts...)
		w.To = rest.To
	}
	w.Parts = p.takeParts(base)
	return w
}

func (p *Parser) arrayElement(c byte) *ast.ArrayElement {
	e := &ast.ArrayElement{}
	e.From = p.here()
	s, i := p.win.src, -1
	if c == '[' {
		i = closing(s, p.win.pos)
	}
	switch {
	case i > 0 && strings.HasPrefix(s[i+1:], "="):
	case i > 0 && strings.HasPrefix(s[i+1:], "+="):
		e.Append = true
	default:
		e.Value = p.word()
		e.To = e.Value.To
		return e
	}
	e.Index = p.subscript()
	if p.cur() == '+' {
		p.win.pos++
	}
	if p.cur() == '=' {
		p.win.pos++
	}
	e.Value = p.value()
	e.To = e.Value.To
	return e
}
