package syntax

import "ftsh/parser/ast"

// A listContext is the list being parsed: its block, the construct around it, and its possible
// ends.
type listContext struct {
	block part   // the list's part in a block
	open  opened // the construct around the list
}

// A part is a list of a block.
type part uint8

const (
	noBlock   part = iota // not a block's list
	tryBody               // sense, check, catch or end may follow
	eachBody              // of forany and forall: catch or end may follow
	sensePart             // check, catch or end may follow
	checkPart             // catch or end may follow
	catchPart             // end may follow
)

// commandLine parses and-or lists up to the newline after them all.
func (p *Parser) commandLine() *ast.List {
	return p.listIn(listContext{}, true)
}

// compoundList parses the list inside a compound command. It is not empty, and newlines divide it.
// It stops before the first token outside the list.
func (p *Parser) compoundList(open opened, block part) *ast.List {
	ctx := listContext{block: block, open: open}
	p.newlines()
	outer := p.list
	p.list = ctx
	p.unalias(false)
	if k := p.ends(); k != kwNone || p.endsByOperator() {
		instead := ""
		if k > kwTime {
			instead = ctx.nothing()
		}
		p.expectedInstead("a command", instead, open)
	}
	p.list = outer
	return p.listIn(ctx, false)
}

// listIn parses a list. If line is set, the list ends at the first newline.
func (p *Parser) listIn(ctx listContext, line bool) *ast.List {
	outer := p.list
	p.list = ctx
	list := p.arena.list.get()
	list.From = p.here()
	base := len(p.st.andOrs)
	for {
		ao := p.andOr()
		p.st.andOrs = append(p.st.andOrs, ao)
		list.To = ao.To
		if !p.separator(ao, line) {
			break
		}
		list.To = ao.To
		if line && p.skipBlank() == '\n' {
			break
		}
		p.unalias(line)
		if p.ends() != kwNone || p.endsByOperator() || line && p.skipBlank() == '\n' {
			break // after an alias with an empty value, too
		}
	}
	list.AndOrs = p.arena.andOrs.keep(p.st.andOrs[base:])
	p.st.andOrs = p.st.andOrs[:base]
	p.list = outer
	return list
}

// separator reads a separator of and-or lists, and reports whether there was any.
func (p *Parser) separator(ao *ast.AndOr, line bool) bool {
	switch p.skipBlank() {
	case ';':
		if c := p.byteAfter(); c == ';' || c == '&' {
			return false
		}
		p.win.pos++
	case '&':
		if p.bashHere() {
			p.bothOutputs(p.list.open, "")
		}
		p.win.pos++
		if p.cur() == '&' {
			p.win.pos--
			p.expected("a command", p.list.open)
		}
		ao.Background = true
		ao.To = p.here()
	case '\n':
		if line {
			return false
		}
	default:
		return false
	}
	if !line {
		p.newlines()
	}
	return true
}

// byteAfter returns the byte after the current one, with line continuations skipped.
func (p *Parser) byteAfter() byte {
	s := p.win.pos
	c := p.next()
	if len(p.win.src) > s {
		p.win.pos = s
	}
	return c
}

// newlines skips newlines, with the here-documents after them, and leaves the parser at a token.
func (p *Parser) newlines() {
	for p.skipBlank() == '\n' {
		p.newline()
	}
}

// newline takes one newline and the bodies of here-documents after it.
func (p *Parser) newline() {
	p.win.pos++
	if len(p.pending) > 0 {
		p.hereDocs()
	}
}

// endsByOperator reports whether the list ends here, before an operator or at the end of the text.
// A ; is no end but an error, reported by the next command.
func (p *Parser) endsByOperator() bool {
	switch p.skipBlank() {
	case ')':
		return true
	case ';':
		c := p.byteAfter()
		return c == ';' || c == '&'
	case 0:
		return p.atEnd()
	}
	return false
}

// ends returns the reserved word at the list's end here, if there is one.
func (p *Parser) ends() keyword {
	c := p.cur()
	if c < 'a' && c != '}' {
		return kwNone
	}
	if k := p.keyword(); p.endsBy(k) {
		return k
	}
	return kwNone
}

// endsBy reports whether the reserved word k is at the list's end.
func (p *Parser) endsBy(k keyword) bool {
	switch k {
	case kwThen, kwElse, kwElif, kwFi, kwDo, kwDone, kwEsac, kwRbrace:
		return true
	case kwCatch, kwCheck, kwSense, kwEnd:
		return p.opts.Blocks && p.list.block != noBlock
	}
	return false
}

// keyword looks up the word at the current place, without taking it. The word must be literal and
// alone.
func (p *Parser) keyword() keyword {
	s, i := p.win.src, p.win.pos
	from := i
	for i < len(s) && class[s[i]]&(isMeta|isSpecial) == 0 {
		i++
	}
	if i < len(s) && class[s[i]]&isSpecial != 0 {
		if s[i] != '\\' || i-from > 6 || i+1 >= len(s) || s[i+1] != '\n' {
			return kwNone
		}
		word, _, ok := p.joined()
		if !ok {
			return kwNone
		}
		return keywordOf(word)
	}
	return keywordOf(s[from:i])
}

// joined returns the literal word at the current place, with line continuations removed, and the
// place after it. ok is false if the word is not literal.
func (p *Parser) joined() (word string, end int, ok bool) {
	from := p.win.pos
	s, i := p.win.src, from
	for i < len(s) && class[s[i]]&(isMeta|isSpecial) == 0 {
		i++
	}
	if i < len(s) && (s[i] != '\\' || i+1 == len(s) || s[i+1] != '\n') {
		return s[from:i], i, class[s[i]]&isMeta != 0
	}
	var b []byte
	for {
		c := p.cur()
		if class[c]&isMeta != 0 || p.atEnd() {
			break
		}
		if class[c]&isSpecial != 0 {
			p.win.pos = from
			return "", 0, false
		}
		b = append(b, c)
		p.win.pos++
	}
	end = p.win.pos
	p.win.pos = from
	return string(b), end, true
}

// take skips the keyword at the current place.
func (p *Parser) take() {
	for {
		s, i := p.win.src, p.win.pos
		for i < len(s) && class[s[i]]&(isMeta|isSpecial) == 0 {
			i++
		}
		p.win.pos = i
		if i < len(s) && s[i] == '\\' && class[p.cur()]&isMeta == 0 && !p.atEnd() {
			continue
		}
		return
	}
}

// want takes the reserved word k, called name. It reports an error if k is not here.
func (p *Parser) want(k keyword, name string, open opened) {
	p.skipBlank()
	if p.keyword() != k {
		p.unalias(false)
		if p.keyword() != k {
			p.expected(name, open)
		}
	}
	p.take()
}

// unexpected reports an error at a token not accepted by any rule here.
func (p *Parser) unexpected() {
	what := "newline, ; or &"
	if k := p.keyword(); k != kwNone && k < kwTime && k != kwNot && k != kwIn {
		what = "a command"
	} else if p.cur() == ')' || p.cur() == ';' {
		what = "a command"
	}
	p.expected(what, opened{})
}

// andOr parses pipelines joined by && and ||.
func (p *Parser) andOr() *ast.AndOr {
	ao := p.arena.andOr.get()
	base, ops := len(p.st.pipelines), len(p.st.ops)
	for {
		pl := p.pipeline()
		if len(p.st.pipelines) == base {
			ao.From = pl.From
		}
		ao.To = pl.To
		p.st.pipelines = append(p.st.pipelines, pl)
		c := p.skipBlank()
		if c != '&' && c != '|' || p.byteAfter() != c {
			break
		}
		op := ast.And
		if c == '|' {
			op = ast.Or
		}
		p.next()
		p.win.pos++
		p.st.ops = append(p.st.ops, op)
		p.newlines()
		p.unalias(false)
	}
	ao.Pipelines = p.arena.pipelines.keep(p.st.pipelines[base:])
	ao.Ops = p.arena.ops.keep(p.st.ops[ops:])
	p.st.pipelines, p.st.ops = p.st.pipelines[:base], p.st.ops[:ops]
	return ao
}

// pipeline parses commands joined by |, with ! and time before them.
func (p *Parser) pipeline() *ast.Pipeline {
	pl := p.arena.pipeline.get()
	p.skipBlank()
	pl.From = p.here()
	alone := p.prefixes(pl)
	base := len(p.st.commands)
	for {
		var cmd ast.Command
		if alone {
			s := p.arena.simple.get()
			s.From = p.here()
			s.To = s.From
			cmd = s
		} else {
			cmd = p.command()
		}
		if len(p.st.commands) > base {
			p.readsPipe(cmd)
		}
		p.st.commands = append(p.st.commands, cmd)
		pl.To = cmd.End()
		if p.skipBlank() != '|' || p.byteAfter() == '|' {
			break
		}
		p.win.pos++
		if p.opts.Bash && p.cur() == '&' {
			p.pipeBoth(cmd)
		}
		alone = false
		p.newlines()
		p.unalias(false)
	}
	pl.Commands = p.arena.commands.keep(p.st.commands[base:])
	p.st.commands = p.st.commands[:base]
	return pl
}

// prefixes reads ! and time. It reports whether time stands alone, with nothing to measure.
func (p *Parser) prefixes(pl *ast.Pipeline) (alone bool) {
	for {
		c := p.cur()
		if c == '!' && (!pl.Negated || p.opts.Bash) && p.keyword() == kwNot {
			p.take()
			pl.Negated = !pl.Negated
			if p.opts.Bash {
				alone = p.nothingFollows()
				continue
			}
			if c := p.skipBlank(); c == '\n' || p.endsByOperator() {
				p.expected("a command", p.list.open)
			}
			alone = false
			continue
		}
		if c != 't' || p.keyword() != kwTime || !p.timeKeyword(pl) {
			return alone
		}
		switch c := p.skipBlank(); c {
		case '\n', ';', '&', '|', ')', 0:
			alone = !pl.Negated
		default:
			alone = false
		}
	}
}

// timeKeyword takes time, and -p after it. It returns false if time is a utility here, since
// another option follows.
func (p *Parser) timeKeyword(pl *ast.Pipeline) bool {
	start := p.win
	p.take()
	if p.skipBlank() == '-' {
		if word, end, ok := p.joined(); ok && word == "-p" {
			p.win.pos = end
			pl.TimeP = true
			p.skipBlank()
		} else if !ok || word != "--" {
			p.goBack(start)
			return false
		}
	}
	if p.cur() == '(' && p.byteAfter() == ')' { // a function of that name
		p.goBack(start)
		return false
	}
	pl.Timed = true
	return true
}
