package builtin

import (
	"ftsh/internal/flow"
	"ftsh/internal/option"
)

// bashTestHost is the part of the shell used by bash's test.
type bashTestHost interface {
	files
	Variables
	Parameters
	Options
}

// bashTest is bash's `test [expression]`, with ==, -v, -o, -a, -N and -R in addition.
func bashTest(h bashTestHost, args []string) flow.Outcome {
	return (&expression{h: h, args: args[1:], bash: h}).result()
}

// bashBracket is bash's `[ [expression] ]`.
func bashBracket(h bashTestHost, args []string) flow.Outcome {
	n := len(args) - 1
	if n == 0 || args[n] != "]" {
		h.Errorf("expected a ] at the end")
		return misuse()
	}
	return (&expression{h: h, args: args[1:n], bash: h}).result()
}

// unaryOp returns the letter of a unary operator; 0 if there is none.
func (e *expression) unaryOp(s string) byte {
	op := unaryOp(s)
	if op == 0 && e.bash != nil {
		switch s {
		case "-v", "-o", "-a", "-N", "-R":
			return s[1]
		}
	}
	return op
}

// binaryOp returns a binary operator; 0 if there is none.
func (e *expression) binaryOp(s string) binaryOperator {
	op := binaryOp(s)
	if op == 0 && e.bash != nil && s == "==" {
		return opEqual
	}
	return op
}

// bashUnary applies a unary operator that only bash has; ok is false if op is none.
func (e *expression) bashUnary(op byte, arg string) (result, ok bool) {
	switch op {
	case 'v':
		if n, isNumber := number(arg); isNumber {
			return n <= len(e.bash.Params()), true
		}
		set, err := e.bash.Vars().IsSet(e.bash.Target(arg))
		if err != nil {
			return e.fail("%v", err), true
		}
		return set, true
	case 'o':
		o, inverted, known := option.BashByName(arg)
		return known && e.bash.Options().Has(o) != inverted, true
	case 'R':
		return e.bash.Vars().IsReference(arg), true
	case 'a':
		_, err := stat(e.h, arg, true)
		return err == nil, true
	case 'N':
		st, err := stat(e.h, arg, true)
		return err == nil && st.Modified.After(st.Accessed), true
	}
	return false, false
}
