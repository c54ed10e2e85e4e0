package interp

import (
	"cmp"
	"errors"
	"strings"

	"ftsh/internal/array"
	"ftsh/internal/builtin"
	"ftsh/internal/ere"
	"ftsh/internal/expand"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/vars"
	"ftsh/interp/event"
	"ftsh/parser/ast"
)

// testOp is [[ expression ]] of the dialect of bash.
type testOp struct {
	pos     ast.Pos
	line    uint32 // LINENO
	expr    *testExpr
	inCond  bool
	written written
}

// A testExpr is an expression of [[ ]], compiled.
type testExpr struct {
	kind        ast.TestKind
	op          string
	x, y        *expand.Word
	regex       *expand.Regex // the right operand of =~, in place of y
	left, right *testExpr
	negated     bool // after a !, for set -x
}

func (c *compiler) test(n *ast.Test) op {
	return &testOp{pos: n.Pos(), line: bashLine(n), expr: c.testExpr(n.Expr), inCond: c.cond,
		written: c.written(n)}
}

func (c *compiler) testExpr(n *ast.TestExpr) *testExpr {
	if n == nil {
		return nil
	}
	e := &testExpr{kind: n.Kind, op: n.Op, left: c.testExpr(n.Left), right: c.testExpr(n.Right)}
	if n.X != nil {
		e.x = c.words.Word(n.X)
	}
	if n.Kind == ast.TestNot {
		e.left.negated = true
	}
	switch {
	case n.Y == nil:
	case n.Op == "=~":
		e.regex = c.words.Regex(n.Y)
	case n.Op == "==" || n.Op == "=" || n.Op == "!=":
		e.y = c.words.ExtendedPattern(n.Y)
	default:
		e.y = c.words.Word(n.Y)
	}
	return e
}

func (o *testOp) exec(fr *frame) flow.Outcome {
	fr.env.vars.Line = o.line
	fr.regs.pos = o.pos
	fr.regs.subst = substResult{}
	result, err := o.expr.eval(fr)
	flushReports(fr)
	if err != nil {
		return fr.errexit(testFailed(fr, o.pos, err))
	}
	if out, stop := fr.substFailed(o.inCond); stop {
		return out
	}
	return verdict(fr, o.pos, o.written, result)
}

// verdict is the outcome of [[ ]] or (( )).
func verdict(fr *frame, pos ast.Pos, w written, result bool) flow.Outcome {
	if result {
		return flow.Outcome{}
	}
	if keepsFailures(fr) {
		fr.regs.failure = &failure{Failure: event.Failure{Place: fr.context.place(pos), Status: 1},
			written: w}
	}
	return fr.errexit(flow.Status(1))
}

// testFailed reports an error in an expression. As in bash it is the command's failure, unless an
// expansion in it failed.
func testFailed(fr *frame, pos ast.Pos, err error) flow.Outcome {
	var diverted *divertError
	var e *expand.Error
	var subscript *vars.ExpressionError // of -v
	if errors.As(err, &diverted) || fr.cancelled() || errors.As(err, &e) && (e.Unset || !e.Own) ||
		errors.As(err, &subscript) {
		return expansionFailed(fr, pos, err)
	}
	if e != nil && e.Pos.IsValid() {
		fr.regs.pos = e.Pos
	}
	message, status := messageOf(err), 1
	var regex *ere.Error
	if errors.As(err, &regex) {
		message, status = "bad regular expression: "+regex.Msg, flow.StatusUsage
	}
	fr.say("%s", message)
	failedIn(fr, pos, message, status)
	return flow.Status(status)
}

func (e *testExpr) eval(fr *frame) (bool, error) {
	switch e.kind {
	case ast.TestGroup:
		return e.left.eval(fr)
	case ast.TestNot:
		result, err := e.left.eval(fr)
		return !result, err
	case ast.TestAnd, ast.TestOr:
		result, err := e.left.eval(fr)
		if err != nil || result == (e.kind == ast.TestOr) {
			return result, err
		}
		return e.right.eval(fr)
	case ast.TestBinary:
		return e.binary(fr)
	}
	x, err := e.x.Text((*expander)(fr))
	if err != nil {
		return false, err
	}
	if fr.env.opts.Has(option.XTrace) {
		e.trace(fr, cmp.Or(e.op, "-n"), x)
	}
	if e.op == "-v" {
		return isSet(fr, x)
	}
	return unaryTest(fr, e.op, x), nil
}

// unaryTest applies a unary operator; "" is that of a word alone.
func unaryTest(fr *frame, op, x string) bool {
	switch op {
	case "", "-n":
		return x != ""
	case "-z":
		return x == ""
	case "-o":
		o, inverted, ok := option.BashByName(x)
		return ok && fr.env.opts.Has(o) != inverted
	case "-R":
		return fr.env.vars.IsReference(x)
	}
	return builtin.TestFile((*host)(fr), op[1], x)
}

// isSet reports whether a variable, an element of an array or a positional parameter is set.
func isSet(fr *frame, name string) (bool, error) {
	if n := strings.TrimLeft(name, "0123456789"); n == "" && name != "" {
		index := 0
		for i := range len(name) {
			index = min(index*10+int(name[i]-'0'), 1<<20)
		}
		return index <= len(fr.env.params), nil
	}
	return fr.env.vars.IsSetAsIs(name)
}

func (e *testExpr) binary(fr *frame) (bool, error) {
	switch e.op {
	case "-eq", "-ne", "-lt", "-le", "-gt", "-ge":
		return e.compare(fr)
	}
	x, err := e.x.Text((*expander)(fr))
	if err != nil {
		return false, err
	}
	switch e.op {
	case "==", "=", "!=":
		pat, err := e.y.TracedPattern((*expander)(fr), e.tracer(fr, x))
		if err != nil {
			return false, err
		}
		found, err := matchPattern(fr, pat, x)
		return found == (e.op != "!="), err
	case "=~":
		return e.matches(fr, x)
	}
	y, err := e.y.Text((*expander)(fr))
	if err != nil {
		return false, err
	}
	if fr.env.opts.Has(option.XTrace) {
		e.trace(fr, x, e.op, y)
	}
	switch e.op {
	case "<":
		return x < y, nil
	case ">":
		return x > y, nil
	}
	return builtin.TestFiles((*host)(fr), e.op, x, y), nil
}

// matches matches x with a regular expression. The match and its groups are in BASH_REMATCH
// afterwards.
func (e *testExpr) matches(fr *frame, x string) (bool, error) {
	groups, err := e.regex.Match((*expander)(fr), x, e.tracer(fr, x))
	if err != nil {
		return false, err
	}
	v := fr.env.vars
	name := v.Names().Ref("BASH_REMATCH")
	if err := v.Unset(name); err != nil {
		return groups != nil, nil // as in bash, a readonly one stays as it is
	}
	return groups != nil, v.ChangeIndexed(name, func(a *array.Indexed) {
		a.Replace(groups)
	})
}

// numbers returns the values of two arithmetic expressions. Both are expanded before one is
// evaluated.
func (e *testExpr) numbers(fr *frame) (x, y int64, err error) {
	sh := (*expander)(fr)
	left, err := e.x.Text(sh)
	if err != nil {
		return 0, 0, err
	}
	right, err := e.y.Text(sh)
	if err != nil {
		return 0, 0, err
	}
	if fr.env.opts.Has(option.XTrace) {
		e.trace(fr, left, e.op, right)
	}
	if x, err = e.x.NumberOf(sh, left); err == nil {
		y, err = e.y.NumberOf(sh, right)
	}
	return x, y, err
}

// compare compares two arithmetic expressions.
func (e *testExpr) compare(fr *frame) (bool, error) {
	x, y, err := e.numbers(fr)
	if err != nil {
		return false, err
	}
	switch e.op {
	case "-eq":
		return x == y, nil
	case "-ne":
		return x != y, nil
	case "-lt":
		return x < y, nil
	case "-le":
		return x <= y, nil
	case "-gt":
		return x > y, nil
	}
	return x >= y, nil
}
