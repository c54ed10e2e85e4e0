package lint

import (
	"strconv"
	"strings"

	"ftsh/parser/ast"
)

// waitLoop looks for a loop that waits for a state without a limit: until LOOK, while ! LOOK or
// while [ ! -e FILE ], with a body that only waits and prints messages.
func (w walker) waitLoop(n *ast.Loop, in around) {
	if in.limited || len(n.Cond.AndOrs) != 1 || len(n.Cond.AndOrs[0].Pipelines) != 1 {
		return
	}
	pl := n.Cond.AndOrs[0].Pipelines[0]
	looks, within := w.looksAt(pl.Commands[len(pl.Commands)-1])
	switch {
	case n.Until && pl.Negated, !n.Until && pl.Negated == within:
		return
	case n.Until && !looks, !n.Until && !within && !looks:
		return
	}
	pause, idle := w.idles(n.Body)
	if !idle || pause == "" {
		return
	}
	span := ast.Span{From: pl.Commands[0].Pos(), To: pl.To}
	condition := w.source(&span)
	if within {
		condition = strings.Replace(condition, "! ", "", 1)
	}
	head := ast.Span{From: n.From, To: n.Cond.To}
	w.report(WaitWithoutLimit, &head,
		"this loop waits without a time limit: write try for 10 minutes every %s; %s; end", interval(pause), condition)
}

// looksAt reports whether a command looks at a state changed by other processes, or within its test
// whether a file is not there: [ ! -e FILE ].
func (w walker) looksAt(c ast.Command) (looks, within bool) {
	switch c := c.(type) {
	case *ast.Simple:
		return w.looks(c), isFileTest(c, 2) && text(c.Args, 1) == "!"
	case *ast.Test:
		if e := c.Expr; e.Kind == ast.TestNot {
			return false, isFileOperator(e.Left.Op) && e.Left.Kind == ast.TestUnary
		}
		return c.Expr.Kind == ast.TestUnary && isFileOperator(c.Expr.Op), false
	}
	return false, false
}

// looks reports whether a command looks at a state changed by other processes.
func (w walker) looks(c *ast.Simple) bool {
	words := utility(c.Args)
	n := text(words, 0)
	if w.facts.functions[n] {
		return false
	}
	switch n {
	case "grep", "egrep", "fgrep", "pgrep", "pidof", "mountpoint", "cmp", "diff":
		return true
	}
	return isFileTest(c, 1)
}

// isFileTest reports whether a command tests one file, with the operator at index i.
func isFileTest(c *ast.Simple, i int) bool {
	words := c.Args
	switch name(c) {
	case "[":
		words = words[:len(words)-1]
	case "test":
	default:
		return false
	}
	op := text(words, i)
	return len(words) == i+2 && isFileOperator(op)
}

// isFileOperator reports whether an operator of a test asks about a file.
func isFileOperator(op string) bool {
	return len(op) == 2 && op[0] == '-' && strings.IndexByte("bcdefgGhLOprsSuwx", op[1]) >= 0
}

// interval returns the time of a sleep in the words of a clause.
func interval(pause string) string {
	words := strings.Fields(pause)
	if len(words) == 2 {
		if n, err := strconv.Atoi(words[1]); err == nil && n > 1 {
			return words[1] + " seconds"
		}
	}
	return "1 second"
}
