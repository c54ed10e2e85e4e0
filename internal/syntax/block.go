package syntax

import (
	"ftsh/parser/ast"
)

// A blockHead is a block with its header parsed, and pointers to its lists.
type blockHead struct {
	node         ast.Command
	span         *ast.Span
	open         opened
	body         **ast.List
	sense, check **ast.List // nil: only a try has them
	catch        **ast.List
	places       *ast.Places
	unlimited    bool // a try with neither a time limit nor forever
}

// block parses a block, whose word is at the current place.
func (p *Parser) block(k keyword) ast.Command {
	h := p.head(k)
	p.lists(k, h)
	h.span.To = p.here()
	return h.node
}

// lists parses the lists of a block up to its end.
func (p *Parser) lists(k keyword, h blockHead) {
	open := h.open
	p.inBlock++
	p.newlines()
	switch p.keyword() {
	case kwDo:
		p.expected("a command: the body begins after the header, without do", open)
	case kwThen:
		p.expected("a command: the body begins after the header, without then", open)
	}
	part, ends := eachBody, `"catch" or "end"`
	if k == kwTry {
		part, ends = tryBody, `"check", "catch" or "end"`
		if !h.unlimited {
			ends = `"sense", ` + ends
		}
	}
	*h.body = p.compoundList(open, part)
	if p.keyword() == kwSense && k == kwTry {
		p.sense(h)
		ends = `"check", "catch" or "end"`
	}
	if p.keyword() == kwCheck && k == kwTry {
		h.places.CheckPos = p.here()
		p.take()
		p.headEnd(`"check"`, open)
		*h.check = p.compoundList(open, checkPart)
		ends = `"catch" or "end"`
	}
	if p.keyword() == kwCatch {
		h.places.CatchPos = p.here()
		p.take()
		p.catchEnd(open)
		*h.catch = p.compoundList(open, catchPart)
		ends = `"end"`
	}
	p.wrongEnd(ends, open)
	p.want(kwEnd, ends, open)
	p.inBlock--
}

// sense parses a sense list. An action deferred in it is no attempt, so no count of attempts ends
// the block. (While the parser still decides whether a block opens here, this does not count
// against it.)
func (p *Parser) sense(h blockHead) {
	at := p.here()
	if h.unlimited && p.trying == 0 {
		p.failIn(at, "a time limit or forever in the header of a try with sense", `"sense"`, h.open)
	}
	h.places.SensePos = at
	p.take()
	p.headEnd(`"sense"`, h.open)
	*h.sense = p.compoundList(h.open, sensePart)
}

// catchEnd takes the separator after catch.
func (p *Parser) catchEnd(open opened) {
	switch c := p.skipBlank(); {
	case c == '{':
		p.expectedInstead(`; or a newline after "catch"`, "its list ends with end, without { }", open)
	case c == '(', c >= 'a' && c <= 'z':
		p.expectedInstead(`; or a newline after "catch"`,
			"the failure is in $FTSH_ERROR, the status in $?", open)
	}
	p.headEnd(`"catch"`, open)
}

// headEnd takes the separator after a header.
func (p *Parser) headEnd(what string, open opened) {
	switch p.skipBlank() {
	case '\n':
		p.newline()
		return
	case ';':
		if c := p.byteAfter(); c != ';' && c != '&' {
			p.win.pos++
			return
		}
	}
	p.bothOutputs(open, " after end")
	instead := ""
	if c := p.cur(); c == '<' || c == '>' {
		instead = "write redirections after end"
	}
	p.expectedInstead("; or a newline after "+what, instead, open)
}

// head parses a header with its separator.
func (p *Parser) head(k keyword) blockHead {
	from := p.here()
	word := blockWord(k)
	p.take()
	h := &header{p: p, block: k, open: opened{`"` + word + `"`, from, ""}, end: p.here()}
	var b blockHead
	switch k {
	case kwTry:
		n := &ast.Try{}
		h.read()
		h.try(n)
		b = blockHead{
			node: n, span: &n.Span, open: h.open, body: &n.Body, sense: &n.Sense, check: &n.Check,
			catch: &n.Catch, places: &n.Places,
			unlimited: n.Limit.For == nil && !n.Limit.Forever,
		}
	case kwForany:
		n := &ast.Forany{}
		n.Name, n.NamePos = h.variable()
		h.read()
		h.forany(n)
		n.In, n.Words = h.in, h.list
		b = blockHead{node: n, span: &n.Span, open: h.open, body: &n.Body, catch: &n.Catch,
			places: &n.Places}
	default:
		n := &ast.Forall{}
		n.Name, n.NamePos = h.variable()
		h.read()
		h.forall(n)
		n.In, n.Words = h.in, h.list
		b = blockHead{node: n, span: &n.Span, open: h.open, body: &n.Body, catch: &n.Catch,
			places: &n.Places}
	}
	b.span.From = from
	b.places.HeadEnd = h.end
	p.headEnd("the header of "+word, h.open)
	return b
}

// A header is the list of words of a block's head, with the position reached in it.
type header struct {
	p     *Parser
	block keyword
	open  opened
	apart bool   // read from words, without a block (TryHeader)
	name  string // of the variable; "": a try
	words []*ast.Word
	i     int
	limit *ast.Limit // of a try: its limits go here
	in    bool
	inPos ast.Pos
	list  []*ast.Word // after in
	end   ast.Pos     // after the last word
	seen  []string    // clauses
	given []givenWord // if apart: the given word of each of words
}

// variable takes the name of the variable.
func (h *header) variable() (string, ast.Pos) {
	p := h.p
	p.skipBlank()
	at := p.here()
	name, end, ok := p.joined()
	if !ok || !isVariable(name) {
		p.expected("a variable name", h.open)
	}
	h.name = name
	p.win.pos = end
	h.end = p.here()
	return name, at
}

// read reads the words up to the separator, and the list after in.
func (h *header) read() {
	p := h.p
	for {
		if c := p.skipBlank(); class[c]&isMeta != 0 || p.atEnd() {
			return
		}
		if h.block != kwTry && p.keyword() == kwIn {
			h.inPos = p.here()
			p.take()
			h.in = true
			h.end = p.here()
			h.readList()
			return
		}
		h.words = append(h.words, p.word())
		h.end = p.here()
	}
}

// readList reads the alternatives after in. A comma at the end of a word separates alternatives and
// is not part of the word.
func (h *header) readList() {
	p := h.p
	for {
		if p.endsWord(p.skipBlank()) {
			break
		}
		w := p.word()
		h.end = p.here()
		if w = withoutComma(w); w != nil {
			h.list = append(h.list, w)
		}
	}
	h.clauseAfterList()
	h.startsBody()
	h.gluedList()
}

// withoutComma takes an unquoted comma off the end of a word. It returns nil if nothing is left.
func withoutComma(w *ast.Word) *ast.Word {
	if len(w.Parts) == 0 {
		return w
	}
	l, ok := w.Parts[len(w.Parts)-1].(*ast.Lit)
	if !ok || l.Value[len(l.Value)-1] != ',' {
		return w
	}
	l.Value = l.Value[:len(l.Value)-1]
	l.To.Offset--
	l.To.Col--
	w.To = l.To
	if l.Value == "" {
		w.Parts = w.Parts[:len(w.Parts)-1]
	}
	if len(w.Parts) == 0 {
		return nil
	}
	return w
}

// clauseAfterList reports an error for clauses after the list.
func (h *header) clauseAfterList() {
	for i := 1; i < len(h.list); i++ {
		t := literal(h.list[i])
		rest := h.list[i+1:]
		c := clauseOf(t)
		if c == nil {
			continue
		}
		whole := false // the clause, up to the end
		switch c.takes {
		case nothing:
			whole = len(rest) == 0
		case aCount:
			whole = len(rest) == 1 && isNumber(rest[0])
		case aDuration:
			whole = isDuration(rest)
		case aSignal:
			whole = len(rest) == 1 && isSignal(rest[0])
		case aSystem:
			whole = len(rest) == 1 && IsSystem(literal(rest[0]))
		case aFile:
			whole = len(rest) == 1 && (isFile(rest[0]) || h.expandsVariable(rest[0]))
		case more:
			whole = h.namesEach(t, rest)
		}
		if whole && h.accepts(t) {
			h.p.failIn(h.list[i].From, "clauses before in", `"`+t+`"`, h.open)
		}
	}
}

// namesEach reports whether words after a list are those of a scratch or through clause with a name
// for each word. The variable has no such value in the list.
func (h *header) namesEach(clause string, words []*ast.Word) bool {
	if len(words) > 1 && clause == "scratch" && literal(words[0]) == "file" {
		words = words[1:]
	}
	if len(words) > 1 && clause == "through" && literal(words[1]) == "for" && isDuration(words[2:]) {
		words = words[:1]
	}
	return len(words) == 1 && (h.expandsVariable(words[0]) || clause == "scratch" && isFile(words[0]))
}

// expandsVariable reports whether a word expands the variable of the block.
func (h *header) expandsVariable(w *ast.Word) bool {
	found := false
	ast.Walk(w, func(n ast.Node) bool {
		e, ok := n.(*ast.ParamExp)
		found = found || ok && e.Name == h.name
		return !found
	})
	return found
}

// text returns the word at i if it is literal. Otherwise, and at the end, it returns "".
func (h *header) text(i int) string {
	if i < 0 || i >= len(h.words) {
		return ""
	}
	return literal(h.words[i])
}

// dynamic reports whether the word at i holds an expansion (or quoting).
func (h *header) dynamic(i int) bool {
	if i >= len(h.words) {
		return false
	}
	_, ok := h.words[i].Literal()
	return !ok
}

// fail reports an error at word i, or after the last word.
func (h *header) fail(i int, expected string) {
	if i < len(h.words) {
		w := h.words[i]
		h.p.failInstead(w.From, expected, h.p.spelling(w), h.hint(i), h.open)
	}
	if h.in {
		h.p.failIn(h.inPos, expected, `"in"`, h.open)
	}
	h.p.expected(expected, h.open)
}
