package syntax

import "ftsh/parser/ast"

// A later is a function at top level with a body read by Check and found right. The parser that
// runs the script need not read the body before the function is called. Most functions of most
// scripts never are.
type later struct {
	name     uint32 // offset of the function's name
	body     ast.Pos
	end      ast.Pos
	position int // in the text, after the body
}

// note remembers the body of a function at top level, during Check.
func (p *Parser) note(f *ast.FuncDecl, body ast.Pos, pending int) {
	if !p.noting || !p.atTop() || pending+len(p.pending) > 0 {
		return
	}
	p.functions = append(p.functions, later{f.From.Offset, body, f.To, p.win.pos})
}

// An Unread stands in the tree for the body of a function passed over or forgotten by the parser
// ([Parser.Skip], [Parser.Forget]). It has the body's extent and no more. [Body] reads it.
type Unread struct{ ast.Brace }

// Skip makes the parser pass over the bodies of functions read by Check in the same text: they
// become *[Unread]. Long here-documents become an *[UnreadText]. Calling Skip with the zero Checked
// ends this, and ends Forget. End it once an alias exists or the recognition of blocks changes,
// since both change the meaning of text.
func (p *Parser) Skip(c Checked) {
	p.functions, p.documents = c.functions, c.documents
	p.forgetting = false
}

// Forget makes the parser forget the bodies of functions at top level as soon as it has read them:
// they become *[Unread]. Call it before the first command, and only if no alias exists.
func (p *Parser) Forget() { p.forgetting = true }

// forgets reports whether the body of a function here is to be forgotten. If so, its nodes go to an
// arena of their own.
func (p *Parser) forgets() bool {
	if !p.forgetting || !p.atTop() || len(p.pending) > 0 {
		return false
	}
	if p.aside == nil {
		p.aside = new(arena)
	}
	p.arena, *p.aside = *p.aside, p.arena
	return true
}

// dropBody replaces the body of f, which begins at from, unless it has here-documents to come.
func (p *Parser) dropBody(f *ast.FuncDecl, from ast.Pos) {
	p.arena, *p.aside = *p.aside, p.arena
	if len(p.pending) > 0 {
		p.aside = nil
		return
	}
	body := p.arena.unread.get()
	body.From, body.To = from, f.To
	f.Body = body
	p.aside.recycle()
}

// atTop reports whether the parser is at the top level of its text.
func (p *Parser) atTop() bool {
	return p.list == (listContext{}) && p.win.segs == nil && p.trying == 0
}

// skip passes over the body of f if it is known to be right.
func (p *Parser) skip(f *ast.FuncDecl) bool {
	if p.noting || !p.atTop() {
		return false
	}
	for len(p.functions) > 0 && p.functions[0].name < f.From.Offset {
		p.functions = p.functions[1:]
	}
	if len(p.functions) == 0 || p.functions[0].name != f.From.Offset {
		return false
	}
	at := p.functions[0]
	p.functions = p.functions[1:]
	body := p.arena.unread.get()
	body.From, body.To = at.body, at.end
	f.Body, f.To = body, at.end
	p.win.pos = at.position
	return true
}

// Body returns the body of f, a function from the text src. This is f.Body, or the body read now if
// the parser passed over it. src and opts must be that parser's. f is not changed.
func Body(src string, opts Options, f *ast.FuncDecl) ast.Command {
	unread, ok := f.Body.(*Unread)
	if !ok {
		return f.Body
	}
	opts.ByCommand, opts.Alias, opts.Bash, opts.Extglob = false, nil, f.Bash, f.Extglob
	src = WithoutNUL(src)
	at := unread.From
	line := int(at.Offset) - int(at.Col-1)
	p := newParser(opts)
	p.in.str = src[line:unread.To.Offset]
	p.in.base, p.in.scanned = line, line
	p.in.first = at.Line
	p.in.starts = append(p.room.starts[:0], uint32(line))
	p.win = window{src: p.in.str, fed: len(p.in.str), blank: -1, pos: int(at.Col - 1)}
	// The text has been read before, so no error can occur. What was around it might have allowed
	// some of it.
	p.inLoop, p.ownTry = true, true
	return p.functionBody(opened{"function", f.From, f.Name})
}
