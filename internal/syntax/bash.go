package syntax

import (
	"strings"

	"ftsh/parser/ast"
)

// The dialect of bash, with Options.Bash. Its reserved words are looked up only with the option, and
// its operators are found where the parser would otherwise report an error. So other text costs
// nothing more.

// bashCommand parses a command that starts with a reserved word of bash. It returns nil if there is
// no dialect, and the word is an ordinary one.
func (p *Parser) bashCommand(k keyword) ast.Command {
	if !p.opts.Bash {
		return nil
	}
	switch k {
	case kwDblBracket:
		return p.redirected(p.test())
	case kwFunction:
		return p.functionClause()
	case kwSelect:
		return p.redirected(p.selectClause())
	}
	return p.coproc()
}

// bashKeyword is keyword for the words of the dialect alone.
func (p *Parser) bashKeyword() keyword {
	word, _, ok := p.joined()
	if !ok {
		return kwNone
	}
	return bashKeywordOf(word)
}

// parenthesis parses (( expression )) or ( list ). As in bash, text is an expression if its
// parentheses close like one.
func (p *Parser) parenthesis() ast.Command {
	if p.byteAfter() != '(' || !strings.HasPrefix(p.win.src[p.win.pos:], "((") {
		return p.subshell()
	}
	key := p.offset(p.win.pos)
	known := p.win.segs == nil || !p.inAlias()
	if is, ok := p.decided[key]; known && ok && !is {
		return p.subshell()
	}
	var cmd ast.Command
	s := p.save()
	err := p.attempt(func() { cmd = p.arithCommand() })
	if err == nil {
		return cmd
	}
	p.restore(s)
	if !known || err.hopeless {
		panic(bail{err})
	}
	p.remember(key, false)
	other := p.attempt(func() { cmd = p.subshell() })
	switch {
	case other == nil:
		return cmd
	case err.Incomplete:
		err.hopeless = other.Incomplete
		panic(bail{err})
	}
	panic(bail{other})
}

func (p *Parser) arithCommand() ast.Command {
	open := p.start(`"(("`)
	p.win.pos += 2
	c := &ast.ArithCommand{}
	c.From = open.pos
	if c.Expr = p.expression(open); c.Expr == nil {
		c.Expr = &ast.ArithExp{Span: ast.Span{From: p.here(), To: p.here()}}
	}
	p.closeArith(open)
	c.To = p.here()
	return c
}

// closeArith takes the )) of an expression.
func (p *Parser) closeArith(open opened) {
	if p.cur() != ')' || p.next() != ')' {
		p.expected(`"))"`, open)
	}
	p.win.pos++
}

// arithUpTo parses an expression up to the first character of which ends says so. It asks for each
// character that is neither quoted nor part of an expansion. what names the end in an error.
func (p *Parser) arithUpTo(what string, open opened, ends func(c byte) bool) *ast.ArithExp {
	e := p.arena.arith.get()
	e.From = p.here()
	base := len(p.st.parts)
	t := p.beginText()
	for {
		if !p.moreText() {
			p.unclosed(what, open)
		}
		switch c := p.win.src[p.win.pos]; {
		case c == '"':
			t.skip(p, 1)
		case class[c]&isDquote != 0:
			p.quotedPart(&t, inArith)
		case ends(c):
			t.flush(p)
			e.Parts = p.takeParts(base)
			e.To = p.here()
			return e
		default:
			p.win.pos++
		}
	}
}

// expression parses an expression up to a ; or a closing parenthesis of its own. It returns nil if
// there is none.
func (p *Parser) expression(open opened) *ast.ArithExp {
	depth := 0
	e := p.arithUpTo(`"))"`, open, func(c byte) bool {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case ';':
			return depth == 0
		}
		return depth < 0
	})
	if len(e.Parts) == 0 {
		return nil
	}
	return e
}

// bracketed parses $[expression], bash's older way to write $((expression)); its bracket is at next.
func (p *Parser) bracketed(next int) ast.WordPart {
	from := p.here()
	p.win.pos = next + 1
	depth := 0
	e := p.arithUpTo(`"]"`, opened{`"$["`, from, ""}, func(c byte) bool {
		switch c {
		case '[':
			depth++
		case ']':
			depth--
		}
		return depth < 0
	})
	p.win.pos++
	e.From, e.To = from, p.here()
	return e
}

// forArith parses for ((init; cond; step)) from its parentheses on.
func (p *Parser) forArith(open opened) ast.Command {
	if p.next() != '(' {
		p.expected(`"(("`, open)
	}
	p.win.pos++
	f := &ast.ForArith{}
	f.From = open.pos
	for i, part := range []**ast.ArithExp{&f.Init, &f.Cond, &f.Step} {
		*part = p.blankless(p.expression(open))
		switch {
		case i == 2:
		case p.cur() != ';':
			p.expected(`";"`, open)
		default:
			p.win.pos++
		}
	}
	p.closeArith(open)
	if p.skipBlank() == ';' {
		p.win.pos++
	}
	p.newlines()
	p.loops++
	if p.keyword() == kwLbrace {
		f.Body = p.brace().(*ast.Brace).Body
	} else {
		f.Body = p.doGroup(open)
	}
	p.loops--
	f.To = p.here()
	return f
}

// blankless returns an expression without the blanks before it, as bash keeps it, or nil if it has
// only blanks.
func (p *Parser) blankless(e *ast.ArithExp) *ast.ArithExp {
	if e == nil || len(e.Parts) == 0 {
		return e
	}
	l, ok := e.Parts[0].(*ast.Lit)
	if !ok {
		return e
	}
	rest := strings.TrimLeft(l.Value, " \t\n")
	blanks := l.Value[:len(l.Value)-len(rest)]
	switch {
	case rest == "" && len(e.Parts) == 1:
		return nil
	case rest == "":
		e.Parts = e.Parts[1:]
		e.From = e.Parts[0].Pos()
	default:
		l.Value = rest
		l.From.Offset += uint32(len(blanks))
		l.From.Col += uint32(len(blanks))
		if n := strings.Count(blanks, "\n"); n > 0 {
			l.From.Line += uint32(n)
			l.From.Col = uint32(len(blanks) - strings.LastIndexByte(blanks, '\n'))
		}
		e.From = l.From
	}
	return e
}

// functionClause parses function name [()] body.
func (p *Parser) functionClause() ast.Command {
	open := p.start(`"function"`)
	p.take()
	if c := p.skipBlank(); class[c]&isMeta != 0 || p.atEnd() {
		p.expected("a name for the function", open)
	}
	word := p.word()
	name, ok := word.Literal()
	if !ok || name == "" {
		p.failAt(word.From, "a name for the function", p.spelling(word))
	}
	if p.skipBlank() == '(' && p.byteAfter() == ')' {
		p.next()
		p.win.pos++
	}
	return p.define(open.pos, name)
}

func (p *Parser) selectClause() ast.Command {
	open := p.start(`"select"`)
	p.take()
	p.operand()
	f := p.forWords(open)
	s := &ast.Select{Name: f.Name, In: f.In, Words: f.Words, Body: f.Body}
	s.Span = f.Span
	return s
}

// coproc parses coproc [name] command. A name needs a compound command after it.
func (p *Parser) coproc() ast.Command {
	open := p.start(`"coproc"`)
	p.take()
	p.skipBlank()
	c := &ast.Coproc{Name: "COPROC"}
	c.From = open.pos
	if name, end, ok := p.joined(); ok && name != "" && p.keyword() == kwNone {
		before := p.win
		p.win.pos = end
		k := kwNone
		if p.skipBlank() != '(' {
			k = p.keyword()
			if k == kwNone {
				k = p.bashKeyword()
			}
		}
		if p.cur() == '(' && p.byteAfter() != ')' || k == kwLbrace || k >= kwCase && k < kwTime ||
			k == kwDblBracket {
			c.Name = name
		} else {
			p.goBack(before)
		}
	}
	c.Body = p.command()
	c.To = c.Body.End()
	return c
}

// nothingFollows reports whether a pipeline ends after its ! or time.
func (p *Parser) nothingFollows() bool {
	switch p.skipBlank() {
	case '\n', ';', '&', '|', ')', 0:
		return !p.redirectHere()
	}
	return false
}

// bashRedirect reports whether a redirection in the form of bash starts here, with c: &> or {name}>.
func (p *Parser) bashRedirect(c byte) bool {
	switch c {
	case '&':
		return p.byteAfter() == '>'
	case '{':
		_, ok := p.redirectVariable()
		return ok
	}
	return false
}

// redirectVariable returns the length of {name} before the < or > of a redirection.
func (p *Parser) redirectVariable() (n int, ok bool) {
	s := p.win.src[p.win.pos:]
	end := strings.IndexByte(s, '}')
	if end < 0 || end+1 >= len(s) || s[end+1] != '<' && s[end+1] != '>' || !isRedirected(s[1:end]) {
		return 0, false
	}
	return end + 1, true
}

// isRedirected reports whether s is a variable, or an element with a subscript that needs no quotes.
func isRedirected(s string) bool {
	if n := strings.IndexByte(s, '['); n > 0 && strings.HasSuffix(s, "]") {
		sub := s[n+1 : len(s)-1]
		return isVariable(s[:n]) && sub != "" && !strings.ContainsAny(sub, " \t\n'\"`\\[](){}<>|&;")
	}
	return isVariable(s)
}

// bashOperator takes {name} and the operator after it, or &> or &>>.
func (p *Parser) bashOperator(r *ast.Redirect) {
	if p.cur() == '{' {
		n, _ := p.redirectVariable()
		r.Var = p.win.src[p.win.pos+1 : p.win.pos+n-1]
		p.win.pos += n
		r.Op = p.redirectOp(r)
		return
	}
	p.next()
	r.Op = ast.RedirBoth
	if p.next() == '>' {
		r.Op = ast.RedirBothAppend
		p.win.pos++
	}
}

// pipeBoth takes the & of |&, and makes the command just read write its standard error to the pipe.
func (p *Parser) pipeBoth(cmd ast.Command) {
	at := p.here()
	p.win.pos++
	r := &ast.Redirect{N: 2, Op: ast.RedirDupOut, Piped: true}
	r.From, r.To = at, at
	r.Target = &ast.Word{Span: r.Span, Parts: []ast.WordPart{&ast.Lit{Span: r.Span, Value: "1"}}}
	last := &p.st.commands[len(p.st.commands)-1]
	switch c := cmd.(type) {
	case *ast.Simple:
		c.Redirs = append(c.Redirs[:len(c.Redirs):len(c.Redirs)], r)
	case *ast.Redirected:
		c.Redirs = append(c.Redirs[:len(c.Redirs):len(c.Redirs)], r)
	case *ast.FuncDecl:
		brace := &ast.Brace{}
		brace.From, brace.To = c.From, c.To
		ao, pl := &ast.AndOr{}, &ast.Pipeline{Commands: []ast.Command{c}}
		pl.Span, ao.Span = c.Span, c.Span
		ao.Pipelines = []*ast.Pipeline{pl}
		brace.Body = &ast.List{Span: c.Span, AndOrs: []*ast.AndOr{ao}}
		*last = redirectedBy(brace, r)
	default:
		*last = redirectedBy(cmd, r)
	}
}

func redirectedBy(cmd ast.Command, r *ast.Redirect) *ast.Redirected {
	all := &ast.Redirected{Inner: cmd, Redirs: []*ast.Redirect{r}}
	all.From, all.To = cmd.Pos(), cmd.End()
	return all
}

// processHere reports whether a process substitution starts at the current place, which has a < or
// a >.
func (p *Parser) processHere() bool { return p.opts.Bash && p.byteAfter() == '(' }

// processAt is processHere for any byte of the window.
func (p *Parser) processAt(i int) bool {
	if c := p.win.src[i]; !p.opts.Bash || c != '<' && c != '>' {
		return false
	}
	from := p.win.pos
	p.win.pos = i
	is := p.processHere()
	p.win.pos = from
	return is
}

// endsWord reports whether no word starts at the current place, which has the byte c.
func (p *Parser) endsWord(c byte) bool {
	return class[c]&isMeta != 0 && !((c == '<' || c == '>') && p.processHere()) || p.atEnd()
}

// processSubst parses <( list ) or >( list ), a part of a word.
func (p *Parser) processSubst(t *text) {
	t.flush(p)
	p.nest()
	e := &ast.ProcSubst{Out: p.cur() == '>'}
	e.From = p.here()
	open := opened{`"<("`, e.From, ""}
	if e.Out {
		open.what = `">("`
	}
	p.next()
	p.win.pos++
	e.Body = p.substList(open)
	if p.skipBlank() != ')' {
		p.expected(`")"`, open)
	}
	p.win.pos++
	e.To = p.here()
	p.unnest()
	p.st.parts = append(p.st.parts, e)
	t.restart(p)
}

// place returns the position of an offset in the window.
func (p *Parser) place(off int) ast.Pos { return p.in.position(p.offset(off)) }
