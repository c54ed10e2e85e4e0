package syntax

import (
	"ftsh/parser/ast"
)

// command parses one element of a pipeline.
func (p *Parser) command() ast.Command {
	p.nest()
	defer p.unnest()
	for {
		switch c := p.skipBlank(); c {
		case '(':
			return p.redirected(p.subshell())
		case '\n', ';', '&', '|', ')':
			p.expected("a command", p.list.open)
		case 0:
			if p.atEnd() {
				p.expected("a command", p.list.open)
			}
		}
		k := p.keyword()
		if k != kwNone {
			if cmd := p.keywordCommand(k); cmd != nil {
				return cmd
			}
		}
		if p.opts.Alias == nil || !p.aliasHere() {
			if p.win.blank >= 0 && p.win.pos >= p.win.blank {
				p.win.blank = -1 // this word was looked up
			}
			return p.simple()
		}
	}
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
	pos := p.here()
	p.win.pos = end
	if p.alias(word, start, pos) {
		return true
	}
	p.win.pos = start
	return false
}

// keywordCommand parses a command that starts with a reserved word. It returns
// nil if the word is an ordinary one here.
func (p *Parser) keywordCommand(k keyword) ast.Command {
	if k == kwTime || k == kwIn {
		return nil
	}
	if k > kwTime {
		return p.blockCommand(k)
	}
	if cmd := p.compound(k); cmd != nil {
		return p.redirected(cmd)
	}
	p.expected("a command", p.list.open)
	return nil
}

// compound parses a compound command that starts with k; nil if none does.
func (p *Parser) compound(k keyword) ast.Command {
	switch k {
	case kwLbrace:
		return p.brace()
	case kwIf:
		return p.ifClause()
	case kwWhile, kwUntil:
		return p.loop(k == kwUntil)
	case kwFor:
		return p.forClause()
	case kwCase:
		return p.caseClause()
	}
	return nil
}

// redirected parses the redirections behind a compound command.
func (p *Parser) redirected(cmd ast.Command) ast.Command {
	base := len(p.st.redirects)
	for p.redirectHere() {
		p.st.redirects = append(p.st.redirects, p.redirect())
	}
	if len(p.st.redirects) == base {
		return cmd
	}
	r := p.arena.redir.get()
	r.Inner = cmd
	r.Redirs = p.arena.redirects.keep(p.st.redirects[base:])
	p.st.redirects = p.st.redirects[:base]
	r.From, r.To = cmd.Pos(), r.Redirs[len(r.Redirs)-1].To
	return r
}

// unalias replaces the word that a command may start with by its alias, as long
// as it has one, and reports whether it did. In a list that newlines divide, it
// goes on behind newlines too.
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
		if k := p.keyword(); k != kwNone && k <= kwTime || p.ends() != kwNone || !p.aliasHere() {
			return did
		}
		did = true
	}
}
