package printer

import (
	"math"
	"strconv"
	"strings"

	"ftsh/parser/ast"
)

// BashFunction returns the definition of a function as bash prints it, from the text that it was
// read from, or without one ("") in the tree's own form of words. ok is false if something in it
// has no such form: a here-document, or a block.
func BashFunction(name string, body ast.Command, source string) (text string, ok bool) {
	if int(body.End().Offset) > len(source) && source != "" {
		return "", false
	}
	l := bashLayout{source: source, ok: true}
	l.add(name + " () \n")
	l.function(body)
	return l.b.String(), l.ok
}

// BashCommand returns a command as bash's BASH_COMMAND shows it, if it has such a form.
func BashCommand(c ast.Command) (text string, ok bool) {
	l := bashLayout{ok: true}
	l.command(c)
	return l.b.String(), l.ok
}

// A bashLayout is a function being printed as bash does it.
type bashLayout struct {
	b      strings.Builder
	source string
	indent int
	ok     bool
}

func (l *bashLayout) add(texts ...string) {
	for _, s := range texts {
		l.b.WriteString(s)
	}
}

// function writes the body of a function, in braces even if it has none.
func (l *bashLayout) function(body ast.Command) {
	inner := body
	if r, ok := body.(*ast.Redirected); ok {
		inner = r.Inner
	}
	if _, braces := inner.(*ast.Brace); braces {
		l.command(body)
		return
	}
	l.add("{ ")
	l.indent += 4
	l.line("")
	l.command(body)
	l.indent -= 4
	l.line("}")
}

// line begins a line.
func (l *bashLayout) line(text string) { l.add("\n", strings.Repeat(" ", l.indent), text) }

// spelled writes a node as it is written in the source. A word that came from an alias has no place
// there.
func (l *bashLayout) spelled(n ast.Node) {
	from, to := int(n.Pos().Offset), int(n.End().Offset)
	w, isWord := n.(*ast.Word)
	switch {
	case l.source == "":
		l.add(plain(n))
	case isWord && to <= len(l.source) && from <= to && aliased(w, l.source[from:to]):
		l.add(plain(w))
	case from > to || to > len(l.source) || from == to && !isWord || bodyAfter(n):
		l.ok = false
	default:
		l.add(l.source[from:to])
	}
}

// bodyAfter reports whether a here-document in a $(…) of the node has its body after the node.
func bodyAfter(n ast.Node) (after bool) {
	ast.Walk(n, func(m ast.Node) bool {
		if r, ok := m.(*ast.Redirect); ok && r.Here != nil && r.Here.End().Offset > n.End().Offset {
			after = true
		}
		return !after
	})
	return after
}

// plain returns a node in the tree's own form.
func plain(n ast.Node) string {
	p := printer{most: math.MaxInt32}
	switch n := n.(type) {
	case *ast.Assign:
		p.simple(&ast.Simple{Assigns: []*ast.Assign{n}}, "")
	case *ast.ArithExp:
		p.arith(n)
	default:
		p.node(n)
	}
	return p.b.String()
}

// aliased reports whether a word is not the one at its place in the source: an alias stands there.
func aliased(w *ast.Word, written string) bool {
	if strings.ContainsAny(written, "'\"$`\\~<>({") {
		return false
	}
	text, _ := w.Literal()
	return text != written
}

func (l *bashLayout) words(ws []*ast.Word) {
	for i, w := range ws {
		if i > 0 {
			l.add(" ")
		}
		l.spelled(w)
	}
}

// list writes commands, each but the first on a line of its own, unless the one before it is
// asynchronous.
func (l *bashLayout) list(n *ast.List) {
	for i, a := range n.AndOrs {
		switch {
		case i == 0:
		case n.AndOrs[i-1].Background:
			l.add(" ")
		default:
			l.add(";")
			l.line("")
		}
		for j, p := range a.Pipelines {
			if j > 0 {
				l.add([...]string{" && ", " || "}[a.Ops[j-1]])
			}
			l.pipeline(p)
		}
		if a.Background {
			l.add(" &")
		}
	}
}

// body writes an indented list and the word after it.
func (l *bashLayout) body(n *ast.List, closer string) {
	l.indent += 4
	l.line("")
	l.list(n)
	l.indent -= 4
	l.semicolon()
	l.line(closer)
}

// semicolon ends a command, unless an & does.
func (l *bashLayout) semicolon() {
	if !strings.HasSuffix(l.b.String(), "&") {
		l.add(";")
	}
}

func (l *bashLayout) pipeline(p *ast.Pipeline) {
	if p.Timed {
		l.add("time ")
	}
	if p.TimeP {
		l.add("-p ")
	}
	if p.Negated {
		l.add("! ")
	}
	for i, c := range p.Commands {
		if i > 0 {
			l.add(" | ")
		}
		l.command(c)
	}
}

func (l *bashLayout) command(c ast.Command) {
	switch n := c.(type) {
	case *ast.Simple:
		l.simple(n)
	case *ast.Redirected:
		l.command(n.Inner)
		l.redirects(n.Redirs)
	case *ast.Brace:
		l.add("{ ")
		l.indent += 4
		l.line("")
		l.list(n.Body)
		l.indent -= 4
		l.line("}")
	case *ast.Subshell:
		l.add("( ")
		l.list(n.Body)
		l.add(" )")
	case *ast.If:
		l.conditional(n)
	case *ast.Loop:
		l.add(map[bool]string{false: "while ", true: "until "}[n.Until])
		l.list(n.Cond)
		l.semicolon()
		l.add(" do")
		l.body(n.Body, "done")
	case *ast.For:
		l.each("for ", n.Name, n.In, n.Words, n.Body)
	case *ast.Select:
		l.each("select ", n.Name, n.In, n.Words, n.Body)
	case *ast.Case:
		l.cases(n)
	case *ast.FuncDecl:
		l.add("function ", n.Name, " () ")
		l.line("")
		l.function(n.Body)
	case *ast.ForArith:
		l.add("for ((")
		for i, e := range []*ast.ArithExp{n.Init, n.Cond, n.Step} {
			if i > 0 {
				l.add("; ")
			}
			l.expression(e)
		}
		l.add("))")
		l.line("do")
		l.body(n.Body, "done")
	case *ast.Test:
		l.add("[[ ")
		l.test(n.Expr)
		l.add(" ]]")
	default: // the arithmetic commands have other blanks in bash, blocks no form at all
		if _, arithmetic := c.(*ast.ArithCommand); arithmetic {
			l.spelled(c)
			return
		}
		l.ok = false
	}
}

func (l *bashLayout) simple(n *ast.Simple) {
	pieces := 0
	blank := func() {
		if pieces++; pieces > 1 {
			l.add(" ")
		}
	}
	for _, a := range n.Assigns {
		blank()
		l.assign(a)
	}
	for _, w := range n.Args {
		blank()
		l.word(w)
	}
	if pieces == 0 && len(n.Redirs) > 0 {
		var all bashLayout
		all.source, all.ok = l.source, true
		all.redirects(n.Redirs)
		l.ok = l.ok && all.ok
		l.add(strings.TrimPrefix(all.b.String(), " "))
		return
	}
	l.redirects(n.Redirs)
}

// assign writes an assignment. Between the elements of an array there is one blank.
func (l *bashLayout) assign(a *ast.Assign) {
	if a.Bash == nil || a.Bash.Array == nil || l.source == "" {
		l.spelled(a)
		return
	}
	l.array(a.From, a.Bash.Array)
}

// word writes an argument, perhaps one that assigns an array.
func (l *bashLayout) word(w *ast.Word) {
	if n := len(w.Parts); n > 0 && l.source != "" {
		if array, ok := w.Parts[n-1].(*ast.ArrayValue); ok {
			l.array(w.From, array)
			return
		}
	}
	l.spelled(w)
}

// array writes an assignment of an array, whose name is at from.
func (l *bashLayout) array(from ast.Pos, array *ast.ArrayValue) {
	l.spelled(&ast.Span{From: from, To: array.From})
	l.add("(")
	for i, e := range array.Elements {
		if i > 0 {
			l.add(" ")
		}
		l.spelled(e)
	}
	l.add(")")
}

// expression writes a part of for ((…)); one that is absent is 1.
func (l *bashLayout) expression(e *ast.ArithExp) {
	if e == nil {
		l.add("1")
		return
	}
	text := plain(e)
	if from, to := int(e.Pos().Offset), int(e.End().Offset); l.source != "" {
		text = l.source[from:to]
	}
	l.add(strings.TrimLeft(text, " \t\n"))
}

func (l *bashLayout) redirects(all []*ast.Redirect) {
	for _, r := range all {
		l.add(" ")
		switch {
		case r.Op == ast.RedirHere:
			l.ok = false
			return
		case r.Piped:
			l.add("2>&1")
			continue
		case r.Var != "":
			l.add("{", r.Var, "}")
		case r.N >= 0 && !(r.N == 0 && input(r.Op) || r.N == 1 && !input(r.Op)):
			l.add(strconv.Itoa(int(r.N)))
		}
		if r.Op == ast.RedirDupIn || r.Op == ast.RedirDupOut {
			if r.Var != "" {
				// no number: {name}1>&2 would be a word
			} else if r.N < 0 {
				l.add(map[bool]string{true: "0", false: "1"}[r.Op == ast.RedirDupIn])
			} else if r.N < 2 && r.Var == "" && (r.N == 0) == input(r.Op) {
				l.add(strconv.Itoa(int(r.N)))
			}
			l.add(operator(r))
		} else {
			l.add(operator(r), " ")
		}
		l.spelled(r.Target)
	}
}

// input reports whether the operator's default is descriptor 0.
func input(op ast.RedirOp) bool {
	switch op {
	case ast.RedirIn, ast.RedirInOut, ast.RedirDupIn, ast.RedirHere, ast.RedirHereString:
		return true
	}
	return false
}

// conditional writes an if, whose elif is an if of its own in its else.
func (l *bashLayout) conditional(n *ast.If) {
	l.add("if ")
	l.list(n.Cond)
	l.semicolon()
	l.add(" then")
	if len(n.Elifs) == 0 && n.Else == nil {
		l.body(n.Then, "fi")
		return
	}
	l.body(n.Then, "else")
	if len(n.Elifs) == 0 {
		l.body(n.Else, "fi")
		return
	}
	e := n.Elifs[0]
	l.indent += 4
	l.line("")
	l.conditional(&ast.If{Cond: e.Cond, Then: e.Then, Elifs: n.Elifs[1:], Else: n.Else})
	l.indent -= 4
	l.semicolon()
	l.line("fi")
}

// each writes a for or a select.
func (l *bashLayout) each(word, name string, in bool, words []*ast.Word, body *ast.List) {
	l.add(word, name, " in ")
	if in {
		l.words(words)
	} else {
		l.add(`"$@"`)
	}
	l.add(";")
	l.line("do")
	l.body(body, "done")
}

func (l *bashLayout) cases(n *ast.Case) {
	l.add("case ")
	l.spelled(n.Word)
	l.add(" in ")
	l.indent += 4
	for _, item := range n.Items {
		l.line("")
		for i, p := range item.Patterns {
			if i > 0 {
				l.add(" | ")
			}
			l.spelled(p)
		}
		l.add(")")
		l.indent += 4
		if len(item.Body.AndOrs) > 0 {
			l.line("")
			l.list(item.Body)
		} else {
			l.add("\n")
		}
		l.indent -= 4
		switch {
		case item.FallThrough:
			l.line(";&")
		case item.Continue:
			l.line(";;&")
		default:
			l.line(";;")
		}
	}
	l.indent -= 4
	l.line("esac")
}

func (l *bashLayout) test(e *ast.TestExpr) {
	spellTest(e, l.add, func(w *ast.Word) { l.spelled(w) }, "-n ")
}
