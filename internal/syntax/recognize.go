package syntax

import (
	"ftsh/internal/duration"
	"ftsh/internal/sig"
	"ftsh/parser/ast"
)

// blockCommand parses a block, if the word k at the current place opens one. It returns nil if the
// word is ordinary, and reports an error if the word closes or divides the block around this list.
func (p *Parser) blockCommand(k keyword) ast.Command {
	if !p.opts.Blocks {
		return nil
	}
	switch k {
	case kwCatch, kwCheck, kwSense, kwEnd:
		if p.list.block != noBlock {
			p.expected("a command", p.list.open)
		}
		return nil
	}
	if !p.opensBlock(k) {
		return nil
	}
	open := opened{`"` + blockWord(k) + `"`, p.here(), ""}
	cmd := p.redirected(p.block(k))
	if p.trying == 0 {
		p.bothOutputs(open, "")
	}
	return cmd
}

// opensBlock decides whether try, forany or forall opens a block (docs/language.md
// section 2, "Recognition"). Nothing is taken.
func (p *Parser) opensBlock(k keyword) bool {
	key := p.offset(p.win.pos)
	unique := p.win.segs == nil || !p.inAlias() // there is only one word at this offset
	if is, known := p.decided[key]; known && unique {
		return is
	}
	outer := p.trying
	if !unique && outer > maxTrying {
		return false
	}
	s, at := p.save(), p.here()
	p.trying++
	is := p.certain(k)
	p.restore(s)
	p.trying++
	var why *refusal
	switch {
	case is:
	case p.opts.ByCommand && p.opts.HasFunc != nil && p.opts.HasFunc(blockWord(k)):
	case p.opts.ByCommand || !unique:
		// The text after the header is unknown, or the decision cannot be remembered: the header
		// decides.
		why = p.attempt(func() { p.head(k) })
		is = why == nil
	default:
		why = p.attempt(func() { p.block(k) })
		is = why == nil
		if !is && k == kwTry {
			p.restore(s)
			p.upTo()
		}
		if !is && why.Incomplete && outer > 0 {
			// A rule that ran into the end of the text here does so in the surrounding blocks too.
			p.remember(key, false)
			p.notBlock(key, k, at, why)
			panic(bail{why})
		}
	}
	p.restore(s)
	if unique {
		p.remember(key, is)
		if why != nil {
			p.notBlock(key, k, at, why)
		}
	}
	return is
}

// upTo reports an error for a block beginning with `try up to 3 times`, unless the words call a
// function.
func (p *Parser) upTo() {
	p.take()
	p.skipBlank()
	at := p.here()
	if p.spelled() != "up" || p.spelled() != "to" || p.closing {
		return
	}
	h := &header{p: p, block: kwTry}
	n := &ast.Try{}
	err := p.attempt(func() {
		h.read()
		h.try(n)
	})
	if err == nil && len(h.words) > 0 && p.closes(h.open) {
		p.failIn(at, "a limit ("+h.source("try", 0, len(h.words))+")", `"up"`, opened{})
	}
}

// closes reports whether an end in the same list closes the block with the header just read, and
// the word try is no function's. Nothing is taken.
func (p *Parser) closes(open opened) bool {
	if p.opts.ByCommand || p.ownTry {
		return false
	}
	p.closing = true // inner ones are not looked at singly: that would take exponential time
	defer func() { p.closing = false }()
	s := p.save()
	var body, sense, check, catch *ast.List
	err := p.attempt(func() {
		p.headEnd("the header of try", open)
		p.lists(kwTry, blockHead{open: open, body: &body, sense: &sense, check: &check,
			catch: &catch, places: &ast.Places{}})
	})
	p.restore(s)
	return err == nil
}

// source returns the text of the header's words from index from up to index to, after the block's
// word.
func (h *header) source(word string, from, to int) string {
	for _, w := range h.words[from:to] {
		word += " " + literal(w)
	}
	return word
}

// remember notes the decision on the word at an offset.
func (p *Parser) remember(key int, is bool) {
	if p.decided == nil {
		p.decided = make(map[int]bool)
	}
	p.decided[key] = is
}

// maxTrying bounds the nesting of uncertain heads in the value of an alias. There a decision cannot
// be remembered.
const maxTrying = 3

// certain looks at the words after a block word.
func (p *Parser) certain(k keyword) bool {
	p.take()
	first := p.spelled()
	if k == kwTry {
		if first == "for" || first == "forever" {
			return true
		}
		_, number := duration.ParseNumber(first)
		return number || duration.LooksCompact(first)
	}
	if !isVariable(first) {
		return false
	}
	for {
		w := p.spelled()
		switch {
		case w == "in":
			return true
		case w == "via" || w == "journal" || w == "table": // any name
			if !p.pass() {
				return false
			}
			if s := p.save(); w != "journal" || p.spelled() != "keep" {
				p.restore(s)
			}
		case w == "scratch":
			if s := p.save(); p.spelled() != "file" {
				p.restore(s)
			}
			if !p.pass() {
				return false
			}
		case w == "through":
			if !p.pass() {
				return false
			}
			if s := p.save(); p.spelled() != "for" {
				p.restore(s)
			}
		case w == "" || !inHeader(w):
			return false
		}
	}
}

// spelled takes the next word and returns it as written, if it is literal. For an expansion, which
// may stand for a number, it returns "$". For anything else, or no word at all, it returns "".
func (p *Parser) spelled() string {
	c := p.skipBlank()
	if class[c]&isMeta != 0 || p.atEnd() {
		return ""
	}
	if word, end, ok := p.joined(); ok {
		p.win.pos = end
		return word
	}
	if c != '$' && c != '"' && c != '`' {
		return ""
	}
	if p.attempt(func() { p.word() }) != nil {
		return ""
	}
	return "$"
}

// pass takes the next word, of any kind, and reports whether there is one.
func (p *Parser) pass() bool {
	c := p.skipBlank()
	return class[c]&isMeta == 0 && !p.atEnd() && p.attempt(func() { p.word() }) == nil
}

// inHeader reports whether w may stand in a header between the name and in.
func inHeader(w string) bool {
	if w == "$" || clauseOf(w) != nil {
		return true
	}
	if _, ok := sig.ParseEnding(w); ok {
		return true
	}
	_, number := duration.ParseNumber(w)
	_, unit := duration.Unit(w)
	return number || unit || duration.LooksCompact(w)
}

// blockWord returns the word that opens a block.
func blockWord(k keyword) string {
	switch k {
	case kwTry:
		return "try"
	case kwForany:
		return "forany"
	}
	return "forall"
}
