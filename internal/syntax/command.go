package syntax

import (
	"ftsh/parser/ast"
)

// command parses one element of a pipeline.
func (p *Parser) command() ast.Command {
	p.nest()
	defer p.unnest()
	for {
		c := p.skipBlank()
		p.noCommand()
		switch c {
		case '(':
			if p.opts.Bash {
				return p.redirected(p.parenthesis())
			}
			return p.redirected(p.subshell())
		case '&':
			if p.opts.Bash && p.redirectHere() {
				return p.simple()
			}
			p.expected("a command", p.list.open)
		case '\n', ';', '|', ')':
			p.expected("a command", p.list.open)
		case 0:
			if p.atEnd() {
				p.expected("a command", p.list.open)
			}
		}
		k := p.keyword()
		if k == kwNone && p.opts.Bash {
			k = p.bashKeyword()
		}
		if k != kwNone {
			if cmd := p.keywordCommand(k); cmd != nil {
				return cmd
			}
		}
		if p.opts.Alias == nil || !p.aliasHere() {
			if p.win.blank >= 0 && p.win.pos >= p.win.blank {
				p.win.blank = -1 // an ordinary word here, since it was looked up as a block's
			}
			return p.simple()
		}
	}
}

// keywordCommand parses a command that starts with a reserved word. It returns
// nil if the word is an ordinary one here.
func (p *Parser) keywordCommand(k keyword) ast.Command {
	if k == kwTime || k == kwIn {
		return nil
	}
	if k > kwTime {
		if k > kwEnd {
			return p.bashCommand(k)
		}
		return p.blockCommand(k)
	}
	if cmd := p.compound(k); cmd != nil {
		return p.redirected(cmd)
	}
	p.expected("a command", p.list.open)
	return nil
}

// compound parses a compound command beginning with k. It returns nil if there is none.
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

// redirected parses the redirections after a compound command. No command can start there, but
// other shells replace aliases (XCU 2.3.1 leaves it open).
func (p *Parser) redirected(cmd ast.Command) ast.Command {
	base := len(p.st.redirects)
	for p.redirectHere() || p.unalias(true) {
		if p.redirectHere() {
			p.st.redirects = append(p.st.redirects, p.redirect())
		}
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
