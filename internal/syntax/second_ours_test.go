package syntax

import (
	"fmt"
	"slices"
	"strings"

	"ftsh/parser/ast"
)

// A form is a tree in the common form of two parsers: a line for each node, indented by its depth,
// with its offset. Words are text; the expansions in them follow, with the commands in these.
type form struct {
	src   string
	lines []string
	depth int
}

func (f *form) add(offset int, what string) {
	f.lines = append(f.lines, fmt.Sprintf("%s%d %s", strings.Repeat(" ", f.depth), offset, what))
}

func (f *form) within(fn func()) {
	f.depth++
	fn()
	f.depth--
}

// text returns the text between two offsets on one line, without line continuations.
func (f *form) text(from, to int) string {
	if from < 0 || from > to || to > len(f.src) {
		return "?"
	}
	return strings.ReplaceAll(strings.ReplaceAll(f.src[from:to], "\\\n", ""), "\n", "\u23ce")
}

// ours writes the tree of this package's parser.
type ours struct{ form }

func (o *ours) list(l *ast.List) {
	if l == nil {
		return
	}
	for _, a := range l.AndOrs {
		o.within(func() {
			for i, p := range a.Pipelines {
				if i > 0 {
					o.add(0, [...]string{"&&", "||"}[a.Ops[i-1]])
				}
				o.pipeline(p)
			}
			if a.Background {
				o.add(0, "&")
			}
		})
	}
}

func (o *ours) pipeline(p *ast.Pipeline) {
	what := "pipeline"
	if p.Negated {
		what += " !"
	}
	if p.Timed {
		what += " time"
	}
	if p.TimeP {
		what += " -p"
	}
	o.add(0, what)
	for i, c := range p.Commands {
		if i > 0 && piped(p.Commands[i-1]) {
			o.add(0, "|&")
		}
		o.within(func() { o.command(c, nil) })
	}
}

// piped reports whether |& follows a command.
func piped(c ast.Command) bool {
	var redirs []*ast.Redirect
	switch c := c.(type) {
	case *ast.Simple:
		redirs = c.Redirs
	case *ast.Redirected:
		redirs = c.Redirs
	}
	return slices.ContainsFunc(redirs, func(r *ast.Redirect) bool { return r.Piped })
}

func (o *ours) command(c ast.Command, redirs []*ast.Redirect) {
	at := int(c.Pos().Offset)
	switch c := c.(type) {
	case *ast.Simple:
		o.add(0, "simple")
		o.within(func() {
			for _, a := range c.Assigns {
				o.node(a)
			}
			for _, w := range c.Args {
				o.node(w)
			}
		})
		redirs = c.Redirs
	case *ast.Redirected:
		o.command(c.Inner, c.Redirs)
		return
	case *ast.Brace:
		o.add(at, "{")
		o.list(c.Body)
	case *ast.Subshell:
		o.add(at, "(")
		o.list(c.Body)
	case *ast.If:
		o.add(at, "if")
		o.list(c.Cond)
		o.add(0, "then")
		o.list(c.Then)
		for _, e := range c.Elifs {
			o.add(0, "elif")
			o.list(e.Cond)
			o.add(0, "then")
			o.list(e.Then)
		}
		if c.Else != nil {
			o.add(0, "else")
			o.list(c.Else)
		}
	case *ast.Loop:
		o.add(at, map[bool]string{false: "while", true: "until"}[c.Until])
		o.list(c.Cond)
		o.add(0, "do")
		o.list(c.Body)
	case *ast.For:
		o.add(at, "for "+c.Name)
		o.each(c.In, c.Words, c.Body)
	case *ast.Select:
		o.add(at, "select "+c.Name)
		o.each(c.In, c.Words, c.Body)
	case *ast.ForArith:
		o.add(at, "for ((")
		for _, e := range []*ast.ArithExp{c.Init, c.Cond, c.Step} {
			o.expression(e)
		}
		o.list(c.Body)
	case *ast.Case:
		o.add(at, "case")
		o.node(c.Word)
		for _, item := range c.Items {
			for _, p := range item.Patterns {
				o.node(p)
			}
			o.add(0, itemEnd(item.FallThrough, item.Continue))
			o.list(item.Body)
		}
	case *ast.FuncDecl:
		o.add(at, "function "+c.Name)
		o.within(func() { o.command(c.Body, nil) })
	case *ast.Test:
		o.add(at, "[[")
		o.within(func() { o.test(c.Expr) })
	case *ast.ArithCommand:
		o.add(at, "((")
		o.expression(c.Expr)
	case *ast.Coproc:
		o.add(at, "coproc "+c.Name)
		o.within(func() { o.command(c.Body, nil) })
	default:
		o.add(at, fmt.Sprintf("%T", c))
	}
	for _, r := range redirs {
		if r.Piped {
			continue
		}
		n := ""
		switch {
		case r.Var != "":
			n = "{" + r.Var + "}"
		case r.N >= 0:
			n = fmt.Sprint(r.N)
		}
		o.add(0, n+o.operator(r))
		o.within(func() {
			o.node(r.Target)
			if r.Here != nil && !r.HereQuoted {
				o.inside(r.Here)
			}
		})
	}
}

func itemEnd(through, more bool) string {
	switch {
	case through:
		return ";&"
	case more:
		return ";;&"
	}
	return ";;"
}

func (o *ours) operator(r *ast.Redirect) string {
	switch {
	case r.Op == ast.RedirHere && r.HereTabs:
		return "<<-"
	case r.Op == ast.RedirHere:
		return "<<"
	}
	return [...]string{"<", ">", ">|", ">>", "<>", "<&", ">&", "", "<<<", "&>", "&>>"}[r.Op]
}

func (o *ours) each(in bool, words []*ast.Word, body *ast.List) {
	if in {
		o.add(0, "in")
	}
	for _, w := range words {
		o.node(w)
	}
	o.list(body)
}

// expression writes an expression: where it is, and what it expands.
func (o *ours) expression(e *ast.ArithExp) {
	if e == nil {
		o.add(0, "no expression")
		return
	}
	o.add(0, "expression")
	o.within(func() { o.inside(e) })
}

func (o *ours) test(e *ast.TestExpr) {
	switch e.Kind {
	case ast.TestUnary:
		o.add(0, "unary "+e.Op)
		o.node(e.X)
	case ast.TestBinary:
		o.add(0, "binary "+e.Op)
		o.node(e.X)
		o.node(e.Y)
	case ast.TestGroup, ast.TestNot:
		o.add(0, map[ast.TestKind]string{ast.TestGroup: "group", ast.TestNot: "not"}[e.Kind])
		o.within(func() { o.test(e.Left) })
	default:
		o.add(0, map[ast.TestKind]string{ast.TestAnd: "and", ast.TestOr: "or"}[e.Kind])
		o.within(func() { o.chain(e, e.Kind) })
	}
}

// chain writes the operands of a && b && c, which is the same whatever && is seen first.
func (o *ours) chain(e *ast.TestExpr, kind ast.TestKind) {
	if e.Kind != kind {
		o.test(e)
		return
	}
	o.chain(e.Left, kind)
	o.chain(e.Right, kind)
}

// node writes a word or an assignment, and what is in it.
func (o *ours) node(n ast.Node) {
	from, to := int(n.Pos().Offset), int(n.End().Offset)
	o.add(from, o.text(from, to))
	o.within(func() { o.inside(n) })
}

// inside writes the expansions in a node.
func (o *ours) inside(n ast.Node) {
	ast.Walk(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ParamExp:
			o.add(int(n.From.Offset), "parameter "+n.Name)
		case *ast.BashExp:
			o.add(int(n.From.Offset), "parameter "+n.Name)
		case *ast.CmdSubst:
			o.add(int(n.From.Offset), "substitution")
			o.list(n.Body)
			return false
		case *ast.ProcSubst:
			o.add(int(n.From.Offset), "process")
			o.list(n.Body)
			return false
		}
		return true
	})
}
