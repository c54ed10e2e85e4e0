package syntax

import (
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// theirs writes the tree of mvdan.cc/sh's parser.
type theirs struct{ form }

func (t *theirs) list(all []*syntax.Stmt) {
	for _, s := range all {
		t.within(func() {
			t.andOr(s)
			if s.Background {
				t.add(0, "&")
			}
		})
	}
}

func (t *theirs) andOr(s *syntax.Stmt) {
	b, ok := s.Cmd.(*syntax.BinaryCmd)
	if !ok || s.Negated || b.Op != syntax.AndStmt && b.Op != syntax.OrStmt {
		t.pipeline(s)
		return
	}
	t.andOr(b.X)
	t.add(0, b.Op.String())
	t.andOr(b.Y)
}

func (t *theirs) pipeline(s *syntax.Stmt) {
	negated, timed, p := s.Negated, "", ""
	for {
		c, ok := s.Cmd.(*syntax.TimeClause)
		if !ok {
			break
		}
		timed = " time"
		if c.PosixFormat {
			p = " -p"
		}
		if c.Stmt == nil {
			s = &syntax.Stmt{}
			break
		}
		s = c.Stmt
		negated = negated != s.Negated
	}
	what := "pipeline"
	if negated {
		what += " !"
	}
	t.add(0, what+timed+p)
	t.elements(s)
}

func (t *theirs) elements(s *syntax.Stmt) {
	b, ok := s.Cmd.(*syntax.BinaryCmd)
	if !ok || b.Op != syntax.Pipe && b.Op != syntax.PipeAll {
		t.within(func() { t.command(s) })
		return
	}
	t.elements(b.X)
	if b.Op == syntax.PipeAll {
		t.add(0, "|&")
	}
	t.elements(b.Y)
}

func (t *theirs) command(s *syntax.Stmt) {
	at := 0
	if s.Cmd != nil {
		at = int(s.Cmd.Pos().Offset())
	}
	switch c := s.Cmd.(type) {
	case nil, *syntax.CallExpr, *syntax.DeclClause, *syntax.LetClause:
		t.add(0, "simple")
		t.within(func() { t.simple(s.Cmd) })
	case *syntax.Block:
		t.add(at, "{")
		t.list(c.Stmts)
	case *syntax.Subshell:
		t.add(at, "(")
		t.list(c.Stmts)
	case *syntax.IfClause:
		t.add(at, "if")
		t.conditional(c)
	case *syntax.WhileClause:
		t.add(at, map[bool]string{false: "while", true: "until"}[c.Until])
		t.list(c.Cond)
		t.add(0, "do")
		t.list(c.Do)
	case *syntax.ForClause:
		t.loop(at, c)
	case *syntax.CaseClause:
		t.add(at, "case")
		t.node(c.Word)
		for _, item := range c.Items {
			for _, p := range item.Patterns {
				t.node(p)
			}
			t.add(0, item.Op.String())
			t.list(item.Stmts)
		}
	case *syntax.FuncDecl:
		t.add(at, "function "+c.Name.Value)
		t.within(func() { t.command(c.Body) })
	case *syntax.TestClause:
		t.add(at, "[[")
		t.within(func() { t.test(c.X) })
	case *syntax.ArithmCmd:
		t.add(at, "((")
		t.expression(c.X)
	case *syntax.CoprocClause:
		name := "COPROC"
		if c.Name != nil {
			name = t.text(int(c.Name.Pos().Offset()), int(c.Name.End().Offset()))
		}
		t.add(at, "coproc "+name)
		t.within(func() { t.command(c.Stmt) })
	default:
		t.add(at, fmt.Sprintf("%T", c))
	}
	for _, r := range s.Redirs {
		n := ""
		if r.N != nil {
			n = strings.TrimLeft(r.N.Value, "0")
			if n == "" {
				n = "0"
			}
		}
		t.add(0, n+r.Op.String())
		t.within(func() {
			t.node(r.Word)
			if r.Hdoc != nil {
				t.inside(r.Hdoc)
			}
		})
	}
}

func (t *theirs) simple(c syntax.Command) {
	switch c := c.(type) {
	case *syntax.CallExpr:
		for _, a := range c.Assigns {
			t.node(a)
		}
		for _, w := range c.Args {
			t.node(w)
		}
	case *syntax.DeclClause:
		t.node(c.Variant)
		for _, a := range c.Args {
			t.node(a)
		}
	case *syntax.LetClause:
		at := int(c.Let.Offset())
		t.add(at, t.text(at, at+len("let")))
		for _, e := range c.Exprs {
			t.node(e)
		}
	}
}

func (t *theirs) conditional(c *syntax.IfClause) {
	t.list(c.Cond)
	t.add(0, "then")
	t.list(c.Then)
	switch e := c.Else; {
	case e == nil:
	case e.ThenPos.IsValid():
		t.add(0, "elif")
		t.conditional(e)
	default:
		t.add(0, "else")
		t.list(e.Then)
	}
}

func (t *theirs) loop(at int, c *syntax.ForClause) {
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		t.add(at, map[bool]string{false: "for ", true: "select "}[c.Select]+l.Name.Value)
		if l.InPos.IsValid() {
			t.add(0, "in")
		}
		for _, w := range l.Items {
			t.node(w)
		}
	case *syntax.CStyleLoop:
		t.add(at, "for ((")
		for _, e := range []syntax.ArithmExpr{l.Init, l.Cond, l.Post} {
			t.expression(e)
		}
	}
	t.list(c.Do)
}

func (t *theirs) expression(e syntax.ArithmExpr) {
	if e == nil {
		t.add(0, "no expression")
		return
	}
	t.add(0, "expression")
	t.within(func() { t.inside(e) })
}

func (t *theirs) test(e syntax.TestExpr) {
	switch e := e.(type) {
	case *syntax.Word:
		t.add(0, "unary ")
		t.node(e)
	case *syntax.ParenTest:
		t.add(0, "group")
		t.within(func() { t.test(e.X) })
	case *syntax.UnaryTest:
		if e.Op == syntax.TsNot {
			t.add(0, "not")
			t.within(func() { t.test(e.X) })
			return
		}
		at := int(e.OpPos.Offset())
		t.add(0, "unary "+t.text(at, at+2))
		t.node(e.X)
	case *syntax.BinaryTest:
		if e.Op == syntax.AndTest || e.Op == syntax.OrTest {
			t.add(0, map[syntax.BinTestOperator]string{syntax.AndTest: "and", syntax.OrTest: "or"}[e.Op])
			t.within(func() { t.chain(e, e.Op) })
			return
		}
		op := e.Op.String()
		if op == "==" { // = is another way to write it
			at := int(e.OpPos.Offset())
			op = strings.TrimRight(t.text(at, at+2), " ")
		}
		t.add(0, "binary "+op)
		t.node(e.X)
		t.node(e.Y)
	}
}

// chain writes the operands of a && b && c.
func (t *theirs) chain(e syntax.TestExpr, op syntax.BinTestOperator) {
	b, ok := e.(*syntax.BinaryTest)
	if !ok || b.Op != op {
		t.test(e)
		return
	}
	t.chain(b.X, op)
	t.chain(b.Y, op)
}

func (t *theirs) node(n syntax.Node) {
	from, to := int(n.Pos().Offset()), int(n.End().Offset())
	t.add(from, t.text(from, to))
	t.within(func() { t.inside(n) })
}

func (t *theirs) inside(n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		if n == nil {
			return false
		}
		at := int(n.Pos().Offset())
		switch n := n.(type) {
		case *syntax.Assign: // Walk visits the index last
			if n.Index != nil {
				t.inside(n.Index)
			}
			if n.Value != nil {
				t.inside(n.Value)
			}
			if n.Array != nil {
				t.inside(n.Array)
			}
			return false
		case *syntax.ParamExp:
			if at < len(t.src) && t.src[at] == '$' { // else an element of an array in an expression
				t.add(at, "parameter "+n.Param.Value)
			}
		case *syntax.CmdSubst:
			t.add(at, "substitution")
			t.list(n.Stmts)
			return false
		case *syntax.ProcSubst:
			t.add(at, "process")
			t.list(n.Stmts)
			return false
		}
		return true
	})
}
