package interp

import (
	"fmt"

	"ftsh/parser/ast"
)

// compileCommand contains the only type switch over the commands of the tree.
func compileCommand(c *compiler, cmd ast.Command) op {
	switch n := cmd.(type) {
	case *ast.Simple:
		return c.noted(n, c.simple(n))
	case *ast.Redirected:
		return c.redirected(n)
	case *ast.Brace:
		return c.list(n.Body)
	case *ast.Subshell:
		return c.noted(n, c.subshell(n))
	case *ast.If:
		return c.ifClause(n)
	case *ast.Loop:
		return c.loop(n)
	case *ast.For:
		return c.forLoop(n)
	case *ast.Case:
		return c.beforeTurn(n, c.caseClause(n))
	case *ast.FuncDecl:
		return c.function(n)
	case *ast.Try:
		return c.try(n)
	case *ast.Forany:
		return c.forany(n)
	case *ast.Forall:
		return c.forall(n)
	case *ast.Test:
		return c.noted(n, c.test(n))
	case *ast.ArithCommand:
		return c.noted(n, c.arith(n))
	case *ast.ForArith:
		return c.forArith(n)
	case *ast.Select:
		return c.beforeTurn(n, c.selectLoop(n))
	case *ast.Coproc:
		return c.coproc(n)
	}
	panic(fmt.Sprintf("interp: no op for %T", cmd))
}

// compileAndOr compiles an AND-OR list with its terminator.
func compileAndOr(c *compiler, a *ast.AndOr) op {
	if a.Background {
		return c.background(a)
	}
	return c.foreground(a)
}
