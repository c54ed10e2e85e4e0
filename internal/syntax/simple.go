package syntax

import (
	"strings"

	"ftsh/parser/ast"
)

// A utility determines how to parse a simple command's arguments, from the words so far.
type utility uint8

const (
	noUtility   utility = iota // no word yet
	commandWord                // command, with the kind of its next word
	declaration                // export, readonly, local
	evaluation                 // eval and let of bash: an argument may be a text like a=(…)
	ordinary
)

// after returns the kind of arguments after word, and notes the utilities of interest to Check.
func (p *Parser) after(u utility, word *ast.Word) utility {
	if u >= declaration {
		return u
	}
	s, ok := Static(word)
	switch {
	case !ok:
		return ordinary
	case s == "alias":
		p.calls |= callsAlias
	case s == "." || s == "eval" || s == "source":
		p.calls |= callsText
		if p.opts.Bash && s == "eval" && declares(u, word) {
			return evaluation
		}
	case p.opts.Bash && s == "let" && declares(u, word):
		return evaluation
	case s == "set" || s == "shopt":
		p.calls |= callsSet
	case s == "export" || s == "readonly" || s == "local":
		if p.opts.Bash && !declares(u, word) {
			return ordinary
		}
		return declaration
	case s == "command":
		return commandWord
	case u == commandWord && s == "-p":
		return u
	case p.opts.Bash && (s == "declare" || s == "typeset"):
		if !declares(u, word) {
			return ordinary
		}
		return declaration
	case p.opts.Bash && s == "builtin":
		return commandWord
	}
	return ordinary
}

// declares reports whether the name of a declaration utility makes its arguments assignments in the
// dialect of bash: it is the first word, and nothing in it is quoted.
func declares(u utility, word *ast.Word) bool {
	_, literal := word.Literal()
	return u == noUtility && literal
}

// simple parses a simple command, or a function definition.
func (p *Parser) simple() ast.Command {
	cmd := p.arena.simple.get()
	cmd.From = p.here()
	cmd.To = cmd.From
	assigns, redirs, words := len(p.st.assigns), len(p.st.redirects), len(p.st.words)
	var util utility
	for {
		c := p.skipBlank()
		if util != noUtility && p.win.blank >= 0 {
			c = p.operand()
		}
		if (c == '<' || c == '>') && !p.processHere() || (digit(c) || c == '{' || c == '&') && p.redirectHere() {
			r := p.redirect()
			p.st.redirects = append(p.st.redirects, r)
			cmd.To = r.To
			continue
		}
		if p.endsWord(c) {
			if c == '(' {
				p.openParenthesis(util, words)
			}
			break
		}
		if util == noUtility {
			if n := p.assignment(); n > 0 {
				a := p.assign(n)
				p.st.assigns = append(p.st.assigns, a)
				cmd.To = a.To
				continue
			}
			if len(p.st.assigns) > assigns || len(p.st.redirects) > redirs {
				if p.notFirst() {
					continue
				}
			}
		}
		w := p.argument(util)
		p.st.words = append(p.st.words, w)
		cmd.To = w.To
		if util == noUtility && p.cur() <= '(' && p.skipBlank() == '(' &&
			len(p.st.assigns) == assigns && len(p.st.redirects) == redirs {
			p.st.words = p.st.words[:words]
			return p.function(w)
		}
		util = p.after(util, w)
	}
	cmd.Assigns = p.arena.assigns.keep(p.st.assigns[assigns:])
	cmd.Redirs = p.arena.redirects.keep(p.st.redirects[redirs:])
	cmd.Args = p.arena.words.keep(p.st.words[words:])
	p.st.assigns, p.st.redirects, p.st.words = p.st.assigns[:assigns], p.st.redirects[:redirs],
		p.st.words[:words]
	if p.bashHere() && !p.opts.Bash {
		p.doubleEquals(cmd.Args)
	}
	return cmd
}

// notFirst looks at the first word of a command after assignments and redirections, and reports
// whether it replaced an alias. A block's word is an error there.
func (p *Parser) notFirst() bool {
	if p.list.block != noBlock && p.opts.Blocks {
		switch k := p.keyword(); k {
		case kwEnd, kwCatch, kwCheck:
			p.expected("a command", p.list.open)
		}
	}
	return p.opts.Alias != nil && p.aliasHere()
}

// openParenthesis reports an error for a ( after the words of a simple command.
func (p *Parser) openParenthesis(util utility, words int) {
	if util == noUtility {
		p.expected("a command name", p.list.open)
	}
	p.expected("a word, a redirection or the end of the command", p.list.open)
}

// argument parses a word of a simple command.
func (p *Parser) argument(util utility) *ast.Word {
	if util == declaration {
		if n := p.assignment(); n > 0 {
			if p.opts.Bash {
				return p.declared(n)
			}
			w := p.wordAfter(n)
			w.Assign = true
			return w
		}
	}
	if util == evaluation {
		if i := p.assignment() + p.win.pos; i > p.win.pos && strings.HasPrefix(p.win.src[i:], "(") {
			return p.arrayText(i - p.win.pos)
		}
	}
	return p.bashWord()
}

// bashWord is word where the dialect of bash takes name=~ and the like as it does in assignments: a
// tilde may follow the = and colons.
func (p *Parser) bashWord() *ast.Word {
	if p.opts.Bash && p.assignsTilde() && p.assignment() > 0 {
		w := p.declared(p.assignment())
		w.Assign = false
		return w
	}
	return p.word()
}

// assignsTilde reports whether a word with a tilde looks like an assignment. It looks only at the
// word.
func (p *Parser) assignsTilde() bool {
	s, i := p.win.src, p.win.pos
	if i >= len(s) || !nameStart(s[i]) {
		return false
	}
	for i < len(s) && class[s[i]]&isName != 0 {
		i++
	}
	if i < len(s) && s[i] == '[' {
		for i < len(s) && s[i] != ']' && class[s[i]]&isMeta == 0 {
			i++
		}
		i++
	}
	if i < len(s) && s[i] == '+' {
		i++
	}
	if i >= len(s) || s[i] != '=' {
		return false
	}
	for i < len(s) && s[i] != '~' && class[s[i]]&isMeta == 0 {
		i++
	}
	return i < len(s) && s[i] == '~'
}

// assignment returns the length of name= at the current place, or 0 if there is none.
func (p *Parser) assignment() int {
	s, i := p.win.src, p.win.pos
	if !nameStart(s[i]) {
		return 0
	}
	for i < len(s) && class[s[i]]&isName != 0 {
		i++
	}
	if i == len(s) {
		return 0
	}
	if s[i] == '=' {
		return i + 1 - p.win.pos
	}
	if p.opts.Bash && (s[i] == '+' || s[i] == '[') {
		return p.bashAssignment(i)
	}
	if s[i] != '\\' || i+1 == len(s) || s[i+1] != '\n' {
		return 0
	}
	// A line continuation within the name.
	from := p.win.pos
	for class[p.cur()]&isName != 0 {
		p.win.pos++
	}
	n := 0
	if p.cur() == '=' {
		n = p.win.pos + 1 - from
	}
	p.win.pos = from
	return n
}

// assign parses an assignment whose name= has n bytes.
func (p *Parser) assign(n int) *ast.Assign {
	a := p.arena.assign.get()
	a.From = p.here()
	if p.opts.Bash {
		p.bashAssign(a, n)
		return a
	}
	a.Name = unfold(p.win.src[p.win.pos : p.win.pos+n-1])
	p.win.pos += n
	a.Value = p.value()
	a.To = a.Value.To
	return a
}
