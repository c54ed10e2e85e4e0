package printer

import (
	"ftsh/parser/ast"
)

// bash writes a command of the dialect of bash. It returns false for other commands.
func (p *printer) bash(c ast.Command) bool {
	switch n := c.(type) {
	case *ast.Test:
		if p.src != nil {
			p.asWritten(n)
			break
		}
		p.add("[[ ")
		p.testExpr(n.Expr)
		p.add(" ]]")
	case *ast.ArithCommand:
		if p.src != nil {
			p.asWritten(n)
			break
		}
		p.add("((")
		p.arith(n.Expr)
		p.add("))")
	case *ast.ForArith:
		p.add("for ((")
		p.arith(n.Init)
		p.add("; ")
		p.arith(n.Cond)
		p.add("; ")
		p.arith(n.Step)
		p.add(")); do")
		p.body("", n.Body, "done")
	case *ast.Select:
		p.add("select ", n.Name)
		p.words(n.In, n.Words)
		p.add("; do")
		p.body("", n.Body, "done")
	case *ast.Coproc:
		p.add("coproc ")
		if n.Name != "COPROC" {
			p.add(n.Name, " ")
		}
		p.command(n.Body)
	default:
		return false
	}
	return true
}

// asWritten writes an expression as it is spelled, with the comments in it.
func (p *printer) asWritten(n ast.Node) {
	p.forgetComments(n)
	p.spelled(n.Pos(), n.End(), n)
}

// forgetComments leaves the comments up to the end of n to the spelling of n.
func (p *printer) forgetComments(n ast.Node) {
	s := p.src
	for len(s.left) > 0 && s.left[0].From.Offset < n.End().Offset {
		s.left = s.left[1:]
	}
}

// bashAssign writes an assignment that only the dialect of bash has.
func (p *printer) bashAssign(a *ast.Assign) {
	if p.src != nil {
		if a.Bash.Array != nil {
			p.forgetComments(a)
		}
		p.spelled(a.From, a.To, a)
		return
	}
	p.add(a.Name)
	if a.Bash.Index != nil {
		p.subscript(a.Bash.Index)
	}
	if a.Bash.Append {
		p.add("+")
	}
	p.add("=")
	if a.Bash.Array != nil {
		p.array(a.Bash.Array)
		return
	}
	p.word(a.Value)
}

// array writes the elements of an array in parentheses.
func (p *printer) array(a *ast.ArrayValue) {
	p.add("(")
	for i, e := range a.Elements {
		if i > 0 {
			p.add(" ")
		}
		if e.Index != nil {
			p.subscript(e.Index)
			if e.Append {
				p.add("+")
			}
			p.add("=")
		}
		p.word(e.Value)
	}
	p.add(")")
}

// arith writes an arithmetic expression without the parentheses around it.
func (p *printer) arith(e *ast.ArithExp) {
	switch {
	case e == nil:
	case p.src != nil:
		p.spelled(e.From, e.To, e)
	default:
		p.quoted(e.Parts)
	}
}

func (p *printer) testExpr(e *ast.TestExpr) { spellTest(e, p.add, p.word, "") }

// spellTest writes the expression of a [[ ]] by add, and its words by word. A word alone has
// implied before it.
func spellTest(e *ast.TestExpr, add func(...string), word func(*ast.Word), implied string) {
	switch e.Kind {
	case ast.TestUnary:
		if e.Op == "" {
			add(implied)
		} else {
			add(e.Op, " ")
		}
		word(e.X)
	case ast.TestBinary:
		word(e.X)
		add(" ", e.Op, " ")
		word(e.Y)
	case ast.TestGroup:
		add("( ")
		spellTest(e.Left, add, word, implied)
		add(" )")
	case ast.TestNot:
		add("! ")
		spellTest(e.Left, add, word, implied)
	case ast.TestAnd, ast.TestOr:
		spellTest(e.Left, add, word, implied)
		if e.Kind == ast.TestAnd {
			add(" && ")
		} else {
			add(" || ")
		}
		spellTest(e.Right, add, word, implied)
	}
}

// subscript writes [index].
func (p *printer) subscript(s *ast.Subscript) {
	p.add("[")
	if s.All != 0 {
		p.add(string(rune(s.All)))
	} else {
		p.word(s.Index)
	}
	p.add("]")
}

// pipe returns the operator after a command of a pipeline.
func pipe(c ast.Command) string {
	var redirs []*ast.Redirect
	switch c := c.(type) {
	case *ast.Simple:
		redirs = c.Redirs
	case *ast.Redirected:
		redirs = c.Redirs
	}
	if n := len(redirs); n > 0 && redirs[n-1].Piped {
		return " |&"
	}
	return " |"
}
