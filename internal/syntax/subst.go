package syntax

import (
	"slices"

	"ftsh/parser/ast"
)

// parenthesized parses $((…)) or $(…), with the first ( at paren.
//
// Both may start with $((. It is arithmetic if the parentheses close as $(( )). Otherwise it is a
// substitution with a subshell as its command (XCU 2.6.3).
func (p *Parser) parenthesized(paren int) ast.WordPart {
	p.nest()
	defer p.unnest()
	from := p.here()
	p.win.pos = paren
	if p.next() != '(' {
		return p.substitution(from)
	}
	key := p.offset(paren)
	known := p.win.segs == nil || !p.inAlias()
	if is, ok := p.decided[key]; known && ok && !is {
		return p.substitution(from)
	}
	if p.closesArith() {
		return p.arith(from)
	}
	var part ast.WordPart
	s := p.save()
	err := p.attempt(func() { part = p.arith(from) })
	if err == nil {
		return part
	}
	p.restore(s)
	if !known || err.hopeless {
		panic(bail{err})
	}
	p.remember(key, false)
	if err.Incomplete && p.attempt(func() { p.substitution(from) }) != nil {
		err.hopeless = true // unfinished in either reading
		panic(bail{err})
	}
	p.restore(s)
	other := p.attempt(func() { part = p.substitution(from) })
	switch {
	case other == nil:
		return part
	case err.Found == "newline" && !other.Incomplete && !other.hopeless:
		panic(bail{err}) // arithmetic with a parenthesis too few
	}
	panic(bail{other})
}

// closesArith reports whether the first parenthesis after $(( is the )) of an arithmetic expansion,
// beyond doubt. Most are so simple.
func (p *Parser) closesArith() bool {
	s := p.win.src
	i := p.win.pos + 1
	for i < len(s) && s[i] != ')' && s[i] != '(' && s[i] != '\n' && s[i] != '\\' && s[i] != '`' {
		i++
	}
	return i+1 < len(s) && s[i] == ')' && s[i+1] == ')'
}

// arith parses an arithmetic expression from its second parenthesis on.
func (p *Parser) arith(from ast.Pos) ast.WordPart {
	open := opened{`"$(("`, from, ""}
	p.win.pos++
	e := p.arena.arith.get()
	base := len(p.st.parts)
	p.quotedParts(inArith, open)
	if p.next() != ')' {
		p.expected(`"))"`, open)
	}
	p.win.pos++
	e.Parts = p.takeParts(base)
	e.From, e.To = from, p.here()
	return e
}

// inAlias reports whether the current place is in the value of an alias.
func (p *Parser) inAlias() bool {
	for _, u := range p.win.used {
		if p.win.pos < u.end {
			return true
		}
	}
	return false
}

// substitution parses $(…), starting after its parenthesis.
func (p *Parser) substitution(from ast.Pos) ast.WordPart {
	e := p.arena.subst.get()
	e.From = from
	e.Body = p.substList(opened{`"$("`, from, ""})
	if p.skipBlank() != ')' {
		p.expected(`")"`, opened{`"$("`, from, ""})
	}
	p.win.pos++
	e.To = p.here()
	return e
}

// substList parses the commands of a substitution, perhaps none. Its here-documents are its own:
// one without a body in it is empty, as in dash; in bash a body may be after the line.
func (p *Parser) substList(open opened) *ast.List {
	if p.opts.Bash {
		defer func(outer bool) { p.inSubst = outer }(p.inSubst)
		p.inSubst = !p.win.closed
	}
	pending, calls := p.pending, p.calls
	p.pending = nil
	p.newlines()
	p.unalias(false)
	var list *ast.List
	if c := p.cur(); c == ')' || p.atEnd() {
		list = p.arena.list.get()
		list.From = p.here()
		list.To = list.From
	} else {
		list = p.listIn(listContext{open: open}, false)
	}
	if p.inSubst {
		pending = p.lateBodies(pending)
	} else {
		for _, d := range p.pending {
			d.redir.Here.From, d.redir.Here.To = list.To, list.To
		}
	}
	p.pending, p.calls = pending, calls
	return list
}

// lateBodies adds the here-documents that a $(…) left without a body to those pending around it. As
// in bash their bodies come first.
func (p *Parser) lateBodies(pending []hereDoc) []hereDoc {
	if len(p.pending) == 0 {
		return pending
	}
	n := 0
	for n < len(pending) && pending[n].late {
		n++
	}
	for i := range p.pending {
		p.pending[i].inSubst, p.pending[i].late = false, true
	}
	return slices.Insert(slices.Clone(pending), n, p.pending...)
}

// backquoted parses `…`. The text between the quotes is a text of its own, less some backslashes
// (XCU 2.6.3). Its positions refer to the source.
func (p *Parser) backquoted(t *text, quoted bool) {
	t.flush(p)
	p.nest()
	e := p.arena.subst.get()
	e.Backquote = true
	e.From = p.here()
	open := opened{"\"`\"", e.From, ""}
	p.win.pos++
	inner, end := p.backquotedText(quoted, open)
	outer := p.win
	body := func() {
		p.win = inner
		e.Body = p.substList(open)
		if !p.atEnd() {
			p.expected("a command or the closing backquote", open)
		}
	}
	if !p.opts.Bash {
		body()
	} else if s := p.save(); p.attempt(body) != nil {
		p.restore(s)
		e.Body = evalOf(inner.src[inner.pos:], ast.Span{From: e.From, To: e.From})
	}
	p.win = outer
	p.win.pos = end
	e.To = p.here()
	p.unnest()
	p.st.parts = append(p.st.parts, e)
	t.restart(p)
}

// evalOf returns the command `eval text`. It stands for text in backquotes with a syntax error, which
// in bash counts only when the substitution is reached, after the commands before it have run.
func evalOf(text string, at ast.Span) *ast.List {
	words := []*ast.Word{
		{Span: at, Parts: []ast.WordPart{&ast.Quoted{Span: at, Value: "eval"}}},
		{Span: at, Parts: []ast.WordPart{&ast.Quoted{Span: at, Value: text}}},
	}
	simple := &ast.Simple{Span: at, Args: words}
	pipe := &ast.Pipeline{Span: at, Commands: []ast.Command{simple}}
	return &ast.List{Span: at, AndOrs: []*ast.AndOr{{Span: at, Pipelines: []*ast.Pipeline{pipe}}}}
}

// backquotedText finds the closing backquote. It returns the window of the text before it, and the
// place after it.
func (p *Parser) backquotedText(quoted bool, open opened) (inner window, end int) {
	from := p.win.pos
	plain := true
	i := from
	for {
		for i >= len(p.win.src) {
			if !p.refill() {
				p.unclosed("a closing \"`\"", open)
			}
		}
		c := p.win.src[i]
		if c == '`' {
			break
		}
		if c == '\\' {
			plain = false
			i++
		}
		i++
	}
	inner = window{src: p.win.src[:i], pos: from, fed: i, segs: p.win.segs, closed: true,
		used: p.win.used, blank: -1}
	if plain {
		return inner, i + 1
	}
	var own []byte
	segs := []seg{{0, p.offset(from) - p.in.base, false}}
	for j := from; j < i; j++ {
		c := p.win.src[j]
		if c == '\\' {
			n := p.win.src[j+1]
			if n == '\n' { // lines are joined before anything in the quotes is read
				j++
				segs = append(segs, seg{len(own), p.offset(j+1) - p.in.base, false})
				continue
			}
			if n == '\\' || n == '`' || n == '$' || quoted && n == '"' {
				j++
				segs = append(segs, seg{len(own), p.offset(j) - p.in.base, false})
				c = n
			}
		}
		own = append(own, c)
	}
	if p.win.segs != nil && p.inAlias() {
		segs = []seg{{0, p.offset(from) - p.in.base, true}}
	}
	var used []usedAlias
	for _, u := range p.win.used {
		if u.end > from {
			used = append(used, usedAlias{u.name, len(own)})
		}
	}
	inner.src, inner.pos, inner.segs, inner.used = string(own), 0, segs, used
	inner.fed = len(inner.src)
	return inner, i + 1
}
