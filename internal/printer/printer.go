// Package printer shows a piece of the tree as a script may have it, on one line: for
// messages that must not show what a command expanded to.
//
// The model: [Line] writes the tree's own form, with the least quoting, and stops once it has
// enough; a here-document is its operator and its delimiter. What is not here: the script's layout,
// comments and its way of quoting, which the tree does not have.
package printer

import (
	"strconv"
	"strings"

	"ftsh/internal/quote"
	"ftsh/parser/ast"
)

// Line returns n on one line, at most most bytes of it and then "…".
func Line(n ast.Node, most int) string {
	p := printer{most: most}
	p.node(n)
	return p.text()
}

// Command returns a simple command on one line, as Line does, under the name that it was called
// by: in place of the first word, or before one that may hold arguments as well ("$@").
func Command(n *ast.Simple, name string, most int) string {
	p := printer{most: most}
	p.simple(n, name)
	return p.text()
}

type printer struct {
	b    strings.Builder
	most int
}

func (p *printer) full() bool { return p.b.Len() > p.most }

func (p *printer) text() string {
	s := strings.ReplaceAll(p.b.String(), "\n", `\n`)
	if len(s) <= p.most {
		return s
	}
	return strings.ToValidUTF8(s[:p.most], "") + "…"
}

func (p *printer) add(texts ...string) {
	for _, s := range texts {
		p.b.WriteString(s[:min(len(s), max(p.most+1-p.b.Len(), 0))])
	}
}

func (p *printer) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.List:
		p.list(n)
	case *ast.AndOr:
		p.andOr(n)
	case *ast.Pipeline:
		p.pipeline(n)
	case ast.Command:
		p.command(n)
	case *ast.Word:
		p.word(n)
	}
}

// list writes and-or lists, separated; what follows it on the line needs end.
func (p *printer) list(l *ast.List) {
	for i, a := range l.AndOrs {
		if i > 0 {
			if l.AndOrs[i-1].Background {
				p.add(" ")
			} else {
				p.add("; ")
			}
		}
		p.andOr(a)
		if p.full() {
			return
		}
	}
}

// body writes a list and the word that ends it.
func (p *printer) body(l *ast.List, end string) {
	p.add(" ")
	p.list(l)
	if n := len(l.AndOrs); n == 0 || !l.AndOrs[n-1].Background {
		p.add(";")
	}
	p.add(" ", end)
}

func (p *printer) andOr(a *ast.AndOr) {
	for i, pipe := range a.Pipelines {
		switch {
		case i == 0:
		case a.Ops[i-1] == ast.And:
			p.add(" && ")
		default:
			p.add(" || ")
		}
		p.pipeline(pipe)
	}
	if a.Background {
		p.add(" &")
	}
}

func (p *printer) pipeline(n *ast.Pipeline) {
	if n.Negated {
		p.add("! ")
	}
	if n.Timed {
		p.add("time ")
	}
	if n.TimeP {
		p.add("-p ")
	}
	for i, c := range n.Commands {
		if i > 0 {
			p.add(" | ")
		}
		p.command(c)
	}
}

func (p *printer) command(c ast.Command) {
	switch n := c.(type) {
	case *ast.Simple:
		p.simple(n, "")
	case *ast.Redirected:
		p.command(n.Inner)
		p.redirects(n.Redirs)
	case *ast.Brace:
		p.add("{")
		p.body(n.Body, "}")
	case *ast.Subshell:
		p.add("(")
		p.list(n.Body)
		p.add(")")
	case *ast.If:
		p.ifClause(n)
	case *ast.Loop:
		word := "while"
		if n.Until {
			word = "until"
		}
		p.add(word)
		p.body(n.Cond, "do")
		p.body(n.Body, "done")
	case *ast.For:
		p.add("for ", n.Name)
		p.words(n.In, n.Words)
		p.add("; do")
		p.body(n.Body, "done")
	case *ast.Case:
		p.caseClause(n)
	case *ast.FuncDecl:
		p.add(n.Name, "() ")
		p.command(n.Body)
	default:
		p.block(n)
	}
}

func (p *printer) simple(n *ast.Simple, name string) {
	start := p.b.Len()
	for _, a := range n.Assigns {
		p.space(start)
		p.add(a.Name, "=")
		p.word(a.Value)
	}
	for i, w := range n.Args {
		p.space(start)
		if i == 0 && name != "" {
			p.add(shown(name))
			if !manyWords(w) {
				continue
			}
			p.add(" ")
		}
		p.word(w)
		if p.full() {
			return
		}
	}
	if len(n.Assigns)+len(n.Args) > 0 {
		p.redirects(n.Redirs)
		return
	}
	for _, r := range n.Redirs {
		p.space(start)
		p.redirect(r)
	}
}

func (p *printer) space(start int) {
	if p.b.Len() > start {
		p.add(" ")
	}
}

// shown is a name as most would type it.
func shown(name string) string {
	if quote.OfTest(name) {
		return name
	}
	return quote.Word(name)
}

// manyWords reports whether a command's first word is "$@" or the like, and so has its arguments, too.
func manyWords(w *ast.Word) bool {
	many := false
	ast.Walk(w, func(n ast.Node) bool {
		if e, ok := n.(*ast.ParamExp); ok && (e.Name == "@" || e.Name == "*") {
			many = true
		}
		return !many
	})
	return many
}

func (p *printer) words(in bool, words []*ast.Word) {
	if in {
		p.add(" in")
	}
	for _, w := range words {
		p.add(" ")
		p.word(w)
	}
}

func (p *printer) ifClause(n *ast.If) {
	p.add("if")
	p.body(n.Cond, "then")
	p.listAfter(n.Then)
	for _, e := range n.Elifs {
		p.add(" elif")
		p.body(e.Cond, "then")
		p.listAfter(e.Then)
	}
	if n.Else != nil {
		p.add(" else")
		p.listAfter(n.Else)
	}
	p.add(" fi")
}

// listAfter writes a list that a word follows, which is to come.
func (p *printer) listAfter(l *ast.List) {
	p.add(" ")
	p.list(l)
	if n := len(l.AndOrs); n == 0 || !l.AndOrs[n-1].Background {
		p.add(";")
	}
}

func (p *printer) caseClause(n *ast.Case) {
	p.add("case ")
	p.word(n.Word)
	p.add(" in")
	for _, item := range n.Items {
		p.add(" ")
		for i, w := range item.Patterns {
			if i > 0 {
				p.add("|")
			}
			p.word(w)
		}
		p.add(") ")
		if item.Body != nil {
			p.list(item.Body)
		}
		if item.FallThrough {
			p.add(" ;&")
		} else {
			p.add(" ;;")
		}
	}
	p.add(" esac")
}

// block shows of a block what it is: its header is shown where it fails.
func (p *printer) block(c ast.Command) {
	switch n := c.(type) {
	case *ast.Try:
		p.add("try … end")
	case *ast.Forany:
		p.add("forany ", n.Name, " … end")
	case *ast.Forall:
		p.add("forall ", n.Name, " … end")
	}
}

func (p *printer) redirects(all []*ast.Redirect) {
	for _, r := range all {
		p.add(" ")
		p.redirect(r)
	}
}

// operator is a redirection's, as it is written.
func operator(r *ast.Redirect) string {
	switch r.Op {
	case ast.RedirIn:
		return "<"
	case ast.RedirOut:
		return ">"
	case ast.RedirClobber:
		return ">|"
	case ast.RedirAppend:
		return ">>"
	case ast.RedirInOut:
		return "<>"
	case ast.RedirDupIn:
		return "<&"
	case ast.RedirDupOut:
		return ">&"
	}
	if r.HereTabs {
		return "<<-"
	}
	return "<<"
}

func (p *printer) redirect(r *ast.Redirect) {
	if r.N >= 0 {
		p.add(strconv.Itoa(r.N))
	}
	p.add(operator(r))
	p.word(r.Target)
}
