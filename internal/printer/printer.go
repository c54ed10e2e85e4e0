// Package printer prints the tree as text: a piece of it on one line, for messages that must not
// show a command's expanded words, and a whole script laid out, for ftsh-fmt.
//
// The model: one walk over the tree writes commands. It asks the [source], if there is one, for
// line breaks, for comments before a token, and for the spelling of words. [Line] has no source. It
// writes the tree's own form with the least quoting, and stops once it has enough; of a
// here-document it shows the operator and the delimiter. [Script] has one: words keep their
// spelling, but for backquotes, changed to $( ).
//
// Invariants: tokens and comments are printed in the order of the source. A list stays on one line
// with its opening word if it has one command, begins on that line, and ends on the line of its
// closing word. Else each command, and the closing word, begins a line. Not here: the proof of the
// text's unchanged meaning, in package format.
package printer

import (
	"bytes"
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

// Lines is Line, but newlines in words stay as they are.
func Lines(n ast.Node, most int) string {
	p := printer{most: most, lines: true}
	p.node(n)
	return p.text()
}

// Command returns a simple command on one line, as Line does, with the name it was called by. The
// name replaces the first word, or precedes a word that may hold arguments as well ("$@").
func Command(n *ast.Simple, name string, most int) string {
	p := printer{most: most}
	p.simple(n, name)
	return p.text()
}

type printer struct {
	b     bytes.Buffer
	most  int
	src   *source // of Script; nil: all on one line
	lines bool    // newlines in words stay
}

func (p *printer) full() bool { return p.b.Len() > p.most }

func (p *printer) text() string {
	s := p.b.String()
	if !p.lines {
		s = strings.ReplaceAll(s, "\n", `\n`)
	}
	if len(s) <= p.most {
		return s
	}
	return strings.ToValidUTF8(s[:p.most], "") + "…"
}

func (p *printer) add(texts ...string) {
	for _, s := range texts {
		if s != "" && p.src != nil {
			p.src.begin(&p.b)
		}
		p.b.WriteString(s[:min(len(s), max(p.most+1-p.b.Len(), 0))])
	}
}

func (p *printer) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.List:
		p.list(n, false)
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

// list writes AND-OR lists; broken: each on a line of its own.
func (p *printer) list(l *ast.List, broken bool) {
	for i, a := range l.AndOrs {
		p.comments(a.From)
		switch {
		case broken || p.ended():
			p.line(&a.From)
		case i > 0:
			p.separate(l.AndOrs[i-1].Background)
			p.add(" ")
		}
		p.andOr(a)
		if p.full() {
			return
		}
	}
}

// separate writes the ; after a list, if it does not end in &.
func (p *printer) separate(background bool) {
	if !background {
		p.add(";")
	}
}

// body writes a list and the words around it. opener ends the opening word if the list is on its
// line.
func (p *printer) body(opener string, l *ast.List, closer string) {
	broken := p.inside(opener+" ", l, true)
	if broken || p.ended() {
		p.line(&p.src.closer)
		p.add(closer)
	} else {
		p.close(l, false, closer)
	}
}

// condition writes a list and the word after it. Comments before that word are printed after it.
func (p *printer) condition(l *ast.List, closer string) {
	p.close(l, p.inside(" ", l, false), closer)
}

// inside writes an inner list, and reports whether it broke lines.
func (p *printer) inside(opener string, l *ast.List, closed bool) (broken bool) {
	broken = p.breaks(l, closed)
	p.shift(broken, 1)
	if !broken {
		p.add(opener)
	}
	p.list(l, broken)
	if closed {
		p.closing(l, broken)
	} else {
		p.shift(broken, -1)
	}
	return broken
}

// close writes the closing word of a list.
func (p *printer) close(l *ast.List, broken bool, closer string) {
	if broken || p.ended() {
		p.line(nil)
	} else {
		n := len(l.AndOrs)
		p.separate(n > 0 && l.AndOrs[n-1].Background)
		p.add(" ")
	}
	p.add(closer)
}

func (p *printer) andOr(a *ast.AndOr) {
	shifted := false
	for i, pipe := range a.Pipelines {
		switch {
		case i == 0:
		case a.Ops[i-1] == ast.And:
			p.add(" &&")
		default:
			p.add(" ||")
		}
		if i > 0 {
			p.joint(a.Pipelines[i-1].To, pipe.From, &shifted)
		}
		p.pipeline(pipe)
	}
	p.shift(shifted, -1)
	if a.Background {
		p.add(" &")
	}
}

// isEmpty reports whether a command has no text: that of `time` alone, in the dialect of bash.
func isEmpty(c ast.Command) bool {
	s, ok := c.(*ast.Simple)
	return ok && len(s.Assigns)+len(s.Args)+len(s.Redirs) == 0
}

func (p *printer) pipeline(n *ast.Pipeline) {
	if n.Negated {
		p.add("! ")
	}
	if n.Timed {
		p.add("time")
	}
	if n.TimeP {
		p.add(" -p")
	}
	if n.Timed && !isEmpty(n.Commands[0]) {
		p.add(" ")
	}
	shifted := false
	for i, c := range n.Commands {
		if i > 0 {
			p.add(pipe(n.Commands[i-1]))
			p.joint(n.Commands[i-1].End(), c.Pos(), &shifted)
		}
		p.command(c)
	}
	p.shift(shifted, -1)
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
		p.body("", n.Body, "}")
	case *ast.Subshell:
		p.add("(")
		p.parenthesis(n.Body, p.apart(n.From))
	case *ast.If:
		p.ifClause(n)
	case *ast.Loop:
		word := "while"
		if n.Until {
			word = "until"
		}
		p.add(word)
		p.condition(n.Cond, "do")
		p.body("", n.Body, "done")
	case *ast.For:
		p.add("for ", n.Name)
		p.words(n.In, n.Words)
		p.add("; do")
		p.body("", n.Body, "done")
	case *ast.Case:
		p.caseClause(n)
	case *ast.FuncDecl:
		p.add(n.Name, "() ")
		p.comments(n.Body.Pos())
		if p.ended() {
			p.line(nil)
		}
		p.command(n.Body)
	default:
		if !p.bash(n) {
			p.block(n)
		}
	}
}

// parenthesis writes a list and its closing parenthesis.
func (p *printer) parenthesis(l *ast.List, opener string) {
	if p.inside(opener, l, true) || p.ended() || p.src != nil && len(p.src.documents) > 0 {
		p.line(&p.src.closer)
	}
	p.add(")")
}

// simple writes a command's words; with a source, in the source's order.
func (p *printer) simple(n *ast.Simple, name string) {
	var pieces []piece
	for _, a := range n.Assigns {
		pieces = append(pieces, piece{a, func() {
			if a.Bash != nil {
				p.bashAssign(a)
				return
			}
			p.add(a.Name, "=")
			p.word(a.Value)
		}})
	}
	for i, w := range n.Args {
		pieces = append(pieces, piece{w, func() {
			if i == 0 && name != "" {
				p.add(shown(name))
				if !manyWords(w) {
					return
				}
				p.add(" ")
			}
			p.word(w)
		}})
	}
	for _, r := range n.Redirs {
		if r.Piped {
			continue
		}
		pieces = append(pieces, piece{r, func() { p.redirect(r) }})
	}
	p.pieces(pieces)
}

// shown returns a name as most would type it.
func shown(name string) string {
	if quote.OfTest(name) {
		return name
	}
	return quote.Word(name)
}

// manyWords reports whether a command's first word is "$@" or similar, and so contains its
// arguments, too.
func manyWords(w *ast.Word) bool {
	many := false
	ast.Walk(w, func(n ast.Node) bool {
		if e, ok := n.(*ast.ParamExp); ok && (e.Name == "@" || e.Name == "*") {
			many = true
		}
		if e, ok := n.(*ast.BashExp); ok && (e.Subscript != nil && e.Subscript.All != 0 || e.Indirect ||
			e.Letter != 0 || e.Name == "@" || e.Name == "*") {
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
	if len(words) == 0 {
		return
	}
	p.add(" ")
	pieces := make([]piece, len(words))
	for i, w := range words {
		pieces[i] = piece{w, func() { p.word(w) }}
	}
	p.pieces(pieces)
}

func (p *printer) ifClause(n *ast.If) {
	p.add("if")
	p.condition(n.Cond, "then")
	last := n.Then
	for _, e := range n.Elifs {
		p.body("", last, "elif")
		p.condition(e.Cond, "then")
		last = e.Then
	}
	if n.Else != nil {
		p.body("", last, "else")
		last = n.Else
	}
	p.body("", last, "fi")
}

func (p *printer) caseClause(n *ast.Case) {
	p.add("case ")
	p.word(n.Word)
	p.add(" in")
	broken := false
	for _, item := range n.Items {
		p.next(broken, item.From)
		if first, _ := item.Patterns[0].Literal(); first == "esac" {
			p.add("(")
		}
		shifted := false
		for i, w := range item.Patterns {
			if i > 0 {
				p.add(" |")
				p.gap(item.Patterns[i-1].To, w.From, &shifted)
			}
			p.word(w)
		}
		p.shift(shifted, -1)
		p.add(")")
		end := ";;"
		switch {
		case item.FallThrough:
			end = ";&"
		case item.Continue:
			end = ";;&"
		}
		opener := " "
		if len(item.Body.AndOrs) == 0 {
			opener = ""
		}
		if broken = p.inside(opener, item.Body, true) || p.ended(); broken {
			p.shift(true, 1)
			p.line(&p.src.closer)
			p.add(end)
			p.shift(true, -1)
		} else {
			p.add(" ", end)
		}
	}
	end := n.To
	end.Offset -= uint32(min(len("esac"), int(end.Offset)))
	p.next(broken, end)
	p.add("esac")
}

// block writes a block. Without a source it is abbreviated: a failing block's header is shown
// elsewhere.
func (p *printer) block(c ast.Command) {
	switch n := c.(type) {
	case *ast.Try:
		if p.header("try … end", n, n.HeadEnd) {
			p.parts(n.Body, part{"sense", n.Sense}, part{"check", n.Check}, part{"catch", n.Catch})
		}
	case *ast.Forany:
		if p.header("forany "+n.Name+" … end", n, n.HeadEnd) {
			p.parts(n.Body, part{"catch", n.Catch})
		}
	case *ast.Forall:
		if p.header("forall "+n.Name+" … end", n, n.HeadEnd) {
			p.parts(n.Body, part{"catch", n.Catch})
		}
	}
}

// A part is a list of a block after its body; nil: it is absent.
type part struct {
	word string
	list *ast.List
}

// parts writes the lists of a block.
func (p *printer) parts(last *ast.List, parts ...part) {
	for _, next := range parts {
		if next.list != nil {
			p.body(";", last, next.word)
			last = next.list
		}
	}
	p.body(";", last, "end")
}

func (p *printer) redirects(all []*ast.Redirect) {
	for _, r := range all {
		if !r.Piped {
			p.add(" ")
			p.redirect(r)
		}
	}
}

// operator returns a redirection's operator as it is written.
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
	case ast.RedirHereString:
		return "<<<"
	case ast.RedirBoth:
		return "&>"
	case ast.RedirBothAppend:
		return "&>>"
	}
	if r.HereTabs {
		return "<<-"
	}
	return "<<"
}

func (p *printer) redirect(r *ast.Redirect) {
	switch {
	case r.Var != "":
		p.add("{", r.Var, "}")
	case r.N >= 0:
		p.add(strconv.Itoa(int(r.N)))
	}
	p.add(operator(r))
	if startsWithProcess(r.Target) {
		p.add(" ")
	}
	p.word(r.Target)
	if p.src != nil && r.Op == ast.RedirHere {
		p.src.document(r)
	}
}

// startsWithProcess reports whether a word begins with <( or >(, which a redirection's operator
// right before it would take the first character of.
func startsWithProcess(w *ast.Word) bool {
	if len(w.Parts) == 0 {
		return false
	}
	_, ok := w.Parts[0].(*ast.ProcSubst)
	return ok
}
