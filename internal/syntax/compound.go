package syntax

import (
	"strconv"
	"strings"

	"ftsh/parser/ast"
)

// start remembers a construct opened here.
func (p *Parser) start(what string) opened { return opened{what, p.here(), ""} }

func (p *Parser) brace() ast.Command {
	open := p.start(`"{"`)
	p.take()
	b := p.arena.brace.get()
	b.From = open.pos
	b.Body = p.compoundList(open, noBlock)
	p.want(kwRbrace, `"}"`, open)
	b.To = p.here()
	return b
}

func (p *Parser) subshell() ast.Command {
	open := p.start(`"("`)
	p.win.pos++
	s := p.arena.subshell.get()
	s.From = open.pos
	calls := p.calls
	s.Body = p.compoundList(open, noBlock)
	p.calls = calls
	if p.skipBlank() != ')' {
		p.expected(`")"`, open)
	}
	p.win.pos++
	s.To = p.here()
	return s
}

func (p *Parser) ifClause() ast.Command {
	open := p.start(`"if"`)
	p.take()
	c := p.arena.ifs.get()
	c.From = open.pos
	c.Cond = p.compoundList(open, noBlock)
	p.want(kwThen, `"then"`, open)
	c.Then = p.compoundList(open, noBlock)
	for {
		p.skipBlank()
		switch p.keyword() {
		case kwElif:
			e := &ast.Elif{}
			e.From = p.here()
			p.take()
			e.Cond = p.compoundList(open, noBlock)
			p.want(kwThen, `"then"`, open)
			e.Then = p.compoundList(open, noBlock)
			e.To = e.Then.To
			c.Elifs = append(c.Elifs, e)
			continue
		case kwElse:
			p.take()
			c.Else = p.compoundList(open, noBlock)
			p.want(kwFi, `"fi"`, open)
		case kwFi:
			p.take()
		default:
			p.expected(`"elif", "else" or "fi"`, open)
		}
		c.To = p.here()
		return c
	}
}

func (p *Parser) loop(until bool) ast.Command {
	open := p.start(`"while"`)
	if until {
		open.what = `"until"`
	}
	p.take()
	l := p.arena.loop.get()
	l.Until = until
	l.From = open.pos
	p.loops++
	l.Cond = p.compoundList(open, noBlock)
	l.Body = p.doGroup(open)
	p.loops--
	l.To = p.here()
	return l
}

// doGroup parses do list done.
func (p *Parser) doGroup(open opened) *ast.List {
	p.want(kwDo, `"do"`, open)
	body := p.compoundList(open, noBlock)
	p.want(kwDone, `"done"`, open)
	return body
}

func (p *Parser) forClause() ast.Command {
	open := p.start(`"for"`)
	p.take()
	if p.operand() == '(' && p.opts.Bash {
		return p.forArith(open)
	}
	return p.forWords(open)
}

// forWords parses for name [in words] from the name on.
func (p *Parser) forWords(open opened) *ast.For {
	f := p.arena.fors.get()
	f.From = open.pos
	name, end, ok := p.joined()
	switch {
	case ok && isVariable(name):
		f.Name = name
		p.win.pos = end
	case p.opts.Bash && !p.endsWord(p.cur()):
		from := p.win.pos
		p.word() // the loop reports it, when it is reached
		f.Name = p.win.src[from:p.win.pos]
	default:
		p.expected("a variable name", open)
	}
	if p.skipBlank() == ';' {
		p.win.pos++
		p.newlines()
	} else {
		p.newlines()
		if p.keyword() == kwNone {
			p.unalias(false)
		}
		if p.keyword() == kwIn {
			p.take()
			f.In = true
			f.Words = p.wordList()
			if c := p.skipBlank(); c != ';' && c != '\n' {
				p.expected(`a word, ";" or newline`, open)
			} else if c == ';' {
				p.win.pos++
			}
			p.newlines()
		}
	}
	p.loops++
	if p.opts.Bash && p.keyword() == kwLbrace {
		f.Body = p.brace().(*ast.Brace).Body // as in bash, although its manual lacks it
	} else {
		f.Body = p.doGroup(open)
	}
	p.loops--
	f.To = p.here()
	return f
}

// wordList parses words up to an operator.
func (p *Parser) wordList() []*ast.Word {
	base := len(p.st.words)
	for {
		if p.endsWord(p.operand()) {
			break
		}
		p.st.words = append(p.st.words, p.bashWord())
	}
	words := p.arena.words.keep(p.st.words[base:])
	p.st.words = p.st.words[:base]
	return words
}

func (p *Parser) caseClause() ast.Command {
	open := p.start(`"case"`)
	p.take()
	c := p.arena.cases.get()
	c.From = open.pos
	if p.endsWord(p.operand()) {
		p.expected("a word", open)
	}
	c.Word = p.bashWord()
	p.newlines()
	p.want(kwIn, `"in"`, open)
	p.newlines()
	base := len(p.st.items)
	for p.keyword() != kwEsac {
		last := p.caseItem(open)
		p.newlines()
		if last {
			break
		}
	}
	c.Items = p.arena.items.keep(p.st.items[base:])
	p.st.items = p.st.items[:base]
	p.want(kwEsac, `"esac"`, open)
	c.To = p.here()
	return c
}

// caseItem parses one item. It reports whether it is the last one, as no ;; ended it.
func (p *Parser) caseItem(open opened) (last bool) {
	item := p.arena.item.get()
	item.From = p.here()
	if p.cur() == '(' {
		p.win.pos++
	}
	item.Patterns = p.patterns(open)
	p.newlines()
	p.unalias(false)
	if p.keyword() == kwEsac || p.endsByOperator() {
		item.Body = p.arena.list.get()
		item.Body.From = p.here()
		item.Body.To = item.Body.From
	} else {
		item.Body = p.compoundList(open, noBlock)
	}
	item.To = item.Body.To
	last = true
	if p.skipBlank() == ';' {
		item.FallThrough = p.next() == '&'
		p.win.pos++
		if p.opts.Bash && !item.FallThrough && p.cur() == '&' {
			item.Continue = true
			p.win.pos++
		}
		item.To = p.here()
		last = false
	} else if p.keyword() != kwEsac {
		p.expected(`";;" or "esac"`, open)
	}
	p.st.items = append(p.st.items, item)
	return last
}

// patterns parses the patterns of a case item, and the ) after them.
func (p *Parser) patterns(open opened) []*ast.Word {
	base := len(p.st.words)
	for {
		if c := p.skipBlank(); class[c]&isMeta != 0 || p.atEnd() {
			what := "a pattern"
			if len(p.st.words) == base {
				what = `a pattern or "esac"`
			}
			p.expected(what, open)
		}
		p.st.words = append(p.st.words, p.word())
		switch p.skipBlank() {
		case '|':
			p.win.pos++
			continue
		case ')':
			p.win.pos++
			words := p.arena.words.keep(p.st.words[base:])
			p.st.words = p.st.words[:base]
			return words
		}
		p.expected(`")" or "|"`, open)
	}
}

// function parses a function definition from the ( on.
func (p *Parser) function(word *ast.Word) ast.Command {
	name, ok := word.Literal()
	p.win.pos++
	if p.skipBlank() != ')' {
		instead := ""
		if p.opts.Blocks && ok && IsBlockWord(name) {
			instead = "write " + name + " without ( ): help shows the blocks"
		}
		if p.opts.Blocks && name == "try" {
			instead = "write try; ...; end, without ( )"
		}
		p.expectedInstead(`")"`, instead, opened{"a function", word.From, name})
	}
	p.win.pos++
	if !ok || !isFunctionName(name) && !(p.opts.Bash && strings.Contains(name, "=")) {
		p.failAt(word.From, "a name for the function", p.spelling(word))
	}
	if isSpecialBuiltin(name) && !p.opts.Bash {
		p.failAt(word.From, "a name for the function", "the special builtin "+name)
	}
	return p.define(word.From, name)
}

// define parses a function definition from the end of its head on, which starts at a place.
func (p *Parser) define(from ast.Pos, name string) ast.Command {
	f := p.arena.function.get()
	f.Name, f.Bash, f.Extglob = name, p.opts.Bash, p.opts.Bash && p.opts.Extglob
	f.From = from
	p.ownTry = p.ownTry || name == "try"
	p.newlines()
	if p.skip(f) {
		return f
	}
	calls, pending, loops := p.calls, len(p.pending), p.loops
	p.loops = 0 // break in a function does not leave a loop around the call
	p.skipBlank()
	at := p.here()
	forgets := p.forgets()
	f.Body = p.functionBody(opened{"function", from, name})
	p.calls, p.loops = calls, loops
	f.To = f.Body.End()
	if forgets {
		p.dropBody(f, at)
	}
	p.note(f, at, pending)
	return f
}

// functionBody parses a compound command or block, with its redirections.
func (p *Parser) functionBody(open opened) ast.Command {
	p.nest()
	defer p.unnest()
	for {
		if p.skipBlank() == '(' {
			if p.opts.Bash {
				return p.redirected(p.parenthesis())
			}
			return p.redirected(p.subshell())
		}
		k := p.keyword()
		if k == kwNone && p.opts.Bash {
			k = p.bashKeyword()
		}
		if k > kwTime {
			if cmd := p.keywordCommand(k); cmd != nil {
				return cmd
			}
		} else if k != kwNone && k != kwIn && k != kwTime {
			if cmd := p.compound(k); cmd != nil {
				return p.redirected(cmd)
			}
		}
		if p.opts.Alias == nil || !p.aliasHere() {
			p.expected("a compound command as the body", open)
		}
	}
}

// spelling returns a word as it was written, for messages.
func (p *Parser) spelling(w *ast.Word) string {
	from, to := int(w.From.Offset)-p.in.base, int(w.To.Offset)-p.in.base
	if from < 0 || to > len(p.in.str) || from >= to {
		return "a word"
	}
	return strconv.Quote(p.in.str[from:to])
}

// isFunctionName reports whether s may name a function. Like other shells, ftsh allows more names
// than POSIX, but no reserved word and nothing in the form of an assignment.
func isFunctionName(s string) bool {
	return s != "" && !IsReserved(s) && !strings.Contains(s, "=") || s == "time"
}
