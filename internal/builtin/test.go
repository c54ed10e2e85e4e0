package builtin

import (
	"math"
	"strings"

	"ftsh/internal/bashism"
	"ftsh/internal/flow"
)

// test is `test [expression]`.
func test(h files, args []string) flow.Outcome { return evaluate(h, args[1:]) }

// bracket is `[ [expression] ]`.
func bracket(h files, args []string) flow.Outcome {
	n := len(args) - 1
	if n == 0 || args[n] != "]" {
		h.Errorf("expected a ] at the end")
		return misuse()
	}
	return evaluate(h, args[1:n])
}

func evaluate(h files, args []string) flow.Outcome {
	return (&expression{h: h, args: args}).result()
}

// result evaluates the expression.
func (e *expression) result() flow.Outcome {
	var result bool
	switch args := e.args; len(args) {
	case 0:
	case 1:
		result = args[0] != ""
	case 2:
		result = e.two(args)
	case 3:
		result = e.three(args)
	case 4:
		result = e.four(args)
	default:
		result = e.general()
	}
	switch {
	case e.failed:
		return misuse()
	case result:
		return flow.Outcome{}
	}
	return flow.Outcome{Status: 1}
}

// An expression is one evaluation. With up to four arguments their number decides on their meaning
// (XCU test); with more, precedence does, as in dash.
type expression struct {
	h      files
	args   []string
	i      int
	failed bool         // and reported
	bash   bashTestHost // in the dialect of bash; else nil
}

func (e *expression) fail(format string, args ...any) bool {
	if !e.failed {
		e.h.Errorf(format, args...)
		e.failed = true
	}
	return false
}

func (e *expression) two(a []string) bool {
	if a[0] == "!" {
		return a[1] == ""
	}
	if op := e.unaryOp(a[0]); op != 0 {
		return e.unary(op, a[1])
	}
	return e.fail("expected a unary operator, found %q%s", a[0],
		instead(bashism.Operator(a[0], true)))
}

func (e *expression) three(a []string) bool {
	switch op := e.binaryOp(a[1]); {
	case op != 0:
		return e.binary(op, a[0], a[2])
	case a[0] == "!":
		return e.not(e.two(a[1:]))
	case a[0] == "(" && a[2] == ")":
		return a[1] != ""
	}
	return e.fail("expected a binary operator, found %q%s", a[1],
		instead(bashism.Operator(a[1], false)))
}

func (e *expression) four(a []string) bool {
	switch {
	case a[0] == "!":
		return e.not(e.three(a[1:]))
	case a[0] == "(" && a[3] == ")":
		return e.two(a[1:3])
	}
	return e.general()
}

func (e *expression) not(b bool) bool { return !b && !e.failed }

// general evaluates all arguments by precedence: `!` before -a before -o.
func (e *expression) general() bool {
	result := e.or()
	if e.i < len(e.args) {
		return e.fail("expected an operator, found %q%s", e.args[e.i],
			instead(bashism.Operator(e.args[e.i], false)))
	}
	return result
}

func (e *expression) or() bool {
	result := e.and()
	for e.accept("-o") {
		right := e.and()
		result = result || right
	}
	return result
}

func (e *expression) and() bool {
	result := e.negation()
	for e.accept("-a") {
		right := e.negation()
		result = result && right
	}
	return result
}

func (e *expression) accept(word string) bool {
	if e.i < len(e.args) && e.args[e.i] == word {
		e.i++
		return true
	}
	return false
}

func (e *expression) negation() bool {
	negate := false
	for e.i < len(e.args) && e.args[e.i] == "!" && !e.isOperand() {
		e.i++
		negate = !negate
	}
	return e.primary() != negate && !e.failed
}

// isOperand reports whether a word that looks like an operator is the left side of a binary one, or
// the last word.
func (e *expression) isOperand() bool {
	left := e.args[e.i:]
	switch {
	case len(left) == 1:
		return true
	case len(left) == 2:
		return false
	}
	op := e.binaryOp(left[1])
	return op != 0 && op != opAnd && op != opOr
}

func (e *expression) primary() bool {
	if e.i >= len(e.args) {
		return e.fail("expected an expression after %q", e.args[len(e.args)-1])
	}
	word := e.args[e.i]
	if word == "(" && (e.bash != nil && e.i+1 < len(e.args) || !e.isOperand()) {
		e.i++
		result := e.or()
		if !e.accept(")") {
			return e.fail("expected a )")
		}
		return result
	}
	if op := e.unaryOp(word); op != 0 && !e.isOperand() {
		e.i += 2
		return e.unary(op, e.args[e.i-1])
	}
	if e.i+1 < len(e.args) {
		if op := e.binaryOp(e.args[e.i+1]); op != 0 && op != opAnd && op != opOr {
			if e.i+2 >= len(e.args) {
				return e.fail("expected an operand after %q", e.args[e.i+1])
			}
			e.i += 3
			return e.binary(op, e.args[e.i-3], e.args[e.i-1])
		}
	}
	e.i++
	return word != ""
}

// integer reads an operand of -eq and its like: blanks, a sign, decimal digits.
func (e *expression) integer(s string) int64 {
	if n := len(s); n > 0 && n < 19 {
		v := int64(0)
		for i := 0; ; i++ {
			c := s[i] - '0'
			if c > 9 {
				break
			}
			v = v*10 + int64(c)
			if i+1 == n {
				return v
			}
		}
	}
	return e.slowInteger(s)
}

func (e *expression) slowInteger(s string) int64 {
	t := strings.Trim(s, " \t\n\v\f\r")
	negative := strings.HasPrefix(t, "-")
	if negative || strings.HasPrefix(t, "+") {
		t = t[1:]
	}
	v := uint64(0)
	for i := 0; i < len(t); i++ {
		c := t[i] - '0'
		if c > 9 {
			e.fail("%q is not an integer", s)
			return 0
		}
		if v > (math.MaxInt64-uint64(c))/10 {
			e.fail("%q is too large", s)
			return 0
		}
		v = v*10 + uint64(c)
	}
	if t == "" {
		e.fail("%q is not an integer", s)
		return 0
	}
	if negative {
		return -int64(v)
	}
	return int64(v)
}
