package interp

import (
	"slices"
	"strings"

	"ftsh/internal/expand"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/parser/ast"
)

// arithOp is (( expression )) of the dialect of bash: it succeeds if the value is not 0.
type arithOp struct {
	pos     ast.Pos
	line    uint32 // LINENO
	expr    *expand.Word
	inCond  bool
	written written
}

func (c *compiler) arith(n *ast.ArithCommand) op {
	return &arithOp{pos: n.Pos(), line: bashLine(n), expr: c.expression(n.Expr), inCond: c.cond,
		written: c.written(n)}
}

// expression compiles an expression; nil stays nil.
func (c *compiler) expression(n *ast.ArithExp) *expand.Word {
	if n == nil {
		return nil
	}
	return c.words.Word(&ast.Word{Span: n.Span, Parts: []ast.WordPart{n}})
}

func (o *arithOp) exec(fr *frame) flow.Outcome {
	fr.env.vars.Line = o.line
	fr.regs.pos = o.pos
	n, failed := evaluate(fr, o.pos, o.expr, "")
	if failed != (flow.Outcome{}) {
		return fr.errexit(failed)
	}
	if out, stop := fr.substFailed(o.inCond); stop {
		return out
	}
	return verdict(fr, o.pos, o.written, n != 0)
}

// evaluate returns the value of an expression, or the outcome of the failed evaluation. set -x
// shows the expression without the characters of trim at its start.
func evaluate(fr *frame, pos ast.Pos, w *expand.Word, trim string) (int64, flow.Outcome) {
	fr.regs.subst = substResult{}
	var trace func(text string)
	if fr.env.opts.Has(option.XTrace) {
		trace = func(text string) { traceBash(fr, "(( "+strings.TrimLeft(text, trim)+" ))") }
	}
	n, err := w.TracedNumber((*expander)(fr), trace)
	flushReports(fr)
	if err != nil {
		return 0, testFailed(fr, pos, err)
	}
	return n, flow.Outcome{}
}

// forArithOp is for ((init; cond; step)).
type forArithOp struct {
	pos              ast.Pos
	init, cond, step forExpr
	body             op
}

// forExpr is one of the three expressions.
type forExpr struct {
	word  *expand.Word // nil: absent
	shown ast.Node     // for the trap of DEBUG: it as a command
}

func (c *compiler) forExpr(n *ast.ForArith, e *ast.ArithExp) forExpr {
	cmd := &ast.ArithCommand{Span: n.Span, Expr: e}
	one := ast.Lit{Span: n.Span, Value: "1"}
	switch {
	case e == nil:
		cmd.Expr = &ast.ArithExp{Span: n.Span, Parts: []ast.WordPart{&one}}
	case len(e.Parts) > 0:
		if l, ok := e.Parts[0].(*ast.Lit); ok {
			one.Value = strings.TrimLeft(l.Value, " \t")
			cmd.Expr = &ast.ArithExp{Span: e.Span, Parts: slices.Clone(e.Parts)}
			cmd.Expr.Parts[0] = &one
		}
	}
	return forExpr{c.expression(e), cmd}
}

func (c *compiler) forArith(n *ast.ForArith) op {
	return &forArithOp{pos: n.Pos(), init: c.forExpr(n, n.Init), cond: c.forExpr(n, n.Cond),
		step: c.forExpr(n, n.Step), body: c.list(n.Body)}
}

// exec runs the loop. As in bash, set -e and ERR do not count errors of its expressions.
func (o *forArithOp) exec(fr *frame) flow.Outcome {
	fr.context.loops++
	defer func() { fr.context.loops-- }()
	if _, failed := o.evaluate(fr, o.init); failed != (flow.Outcome{}) {
		return failed
	}
	var last flow.Outcome
	for {
		if fr.cancelled() {
			return fr.cancelOutcome()
		}
		n, failed := o.evaluate(fr, o.cond)
		if failed != (flow.Outcome{}) {
			return failed
		}
		if n == 0 {
			return last
		}
		var stop bool
		if last, stop = turn(fr, o.body); stop {
			return last
		}
		if _, failed := o.evaluate(fr, o.step); failed != (flow.Outcome{}) {
			return failed
		}
	}
}

// evaluate is the function evaluate for an expression that is true if it is absent.
func (o *forArithOp) evaluate(fr *frame, e forExpr) (int64, flow.Outcome) {
	if out, _ := debugPart(fr, e.shown, o.pos); out.Divert != flow.None {
		return 0, out
	}
	if e.word == nil {
		if fr.env.opts.Has(option.XTrace) {
			traceBash(fr, "(( 1 ))")
		}
		return 1, flow.Outcome{}
	}
	fr.env.vars.Line = o.pos.Line
	fr.regs.pos = o.pos
	return evaluate(fr, o.pos, e.word, " \t")
}
