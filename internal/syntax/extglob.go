package syntax

import (
	"slices"
	"strings"

	"ftsh/parser/ast"
)

// followExtglob changes Options.Extglob as calls of `shopt -s extglob` and `shopt -u extglob` in a
// complete command do.
func (p *Parser) followExtglob(list *ast.List) {
	if !p.opts.Bash || p.calls&callsSet == 0 {
		return
	}
	walkCalls(list, "shopt", func(args []*ast.Word) {
		if !slices.ContainsFunc(args[2:], func(w *ast.Word) bool { return literal(w) == "extglob" }) {
			return
		}
		switch flag := literal(args[1]); {
		case strings.HasPrefix(flag, "-") && strings.Contains(flag, "s"):
			p.SetExtglob(true)
		case strings.HasPrefix(flag, "-") && strings.Contains(flag, "u"):
			p.SetExtglob(false)
		}
	})
}

// beforeGroup reports whether the unquoted text right before a parenthesis makes it a group of
// patterns, as in @(a|b).
func (p *Parser) beforeGroup(t *text) bool {
	last := t.last(p)
	return last != 0 && p.opts.Bash && strings.IndexByte("?*+@!", last) >= 0
}

// group takes a group of patterns from its ( to its ), with the groups in it. It may hold blanks and
// operators, as in bash.
func (p *Parser) group(t *text) {
	p.nest()
	open := p.start(`"("`)
	for depth := 0; ; {
		if !p.moreText() {
			p.unclosed(`")"`, open)
		}
		switch p.win.src[p.win.pos] {
		case '(':
			depth++
			p.win.pos++
		case ')':
			depth--
			p.win.pos++
			if depth == 0 {
				p.unnest()
				return
			}
		default:
			p.piece(t)
		}
	}
}
