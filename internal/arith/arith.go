// Package arith evaluates arithmetic expressions, the inside of $((…)) (XCU 2.6.4).
//
// The model: [Parse] turns a text into an [Expr], instructions for a stack machine; [Expr.Eval]
// runs them against the variables of an [Env]. A function resolves names while parsing and gives
// each a slot, so a loop looks nothing up by name. Both steps are cheap enough for expressions
// known only after expansion. A literal expression is parsed once.
//
// Numbers are signed, of 64 bits, and wrap around. The operators are those required by POSIX, with
// the precedence of C. A variable's value is an integer constant with an optional sign, not an
// expression; unset and empty are 0.
//
// [ParseBash] parses bash's dialect into a [BashExpr]: the same machine with more instructions.
// There a variable's value is an expression, and variables may be arrays.
//
// Where POSIX leaves a choice, plain expressions follow dash. There are no ++ and -- (`--x` is x),
// no comma and no **. An expression may not be empty. A constant beyond the range is the greatest
// number, such a value of a variable an error (but the least number may be written with its minus).
// A shift counts by the low six bits. The variable of `x += e` is read after the evaluation of e.
//
// Invariants: an Expr is immutable and may be evaluated by several goroutines at once. Nesting is
// limited, evaluation does not recurse, and nothing panics, whatever the text.
//
// Not here: expansion of $x inside the text, which comes before, and assignment rules such as
// readonly, which belong to the Env.
package arith

import (
	"fmt"
	"strconv"
)

// Env holds the variables of an expression, by the slots returned to Parse.
type Env interface {
	// Get returns the value of a variable and whether it is set. An error (for example, an unset
	// variable under set -u) ends the evaluation.
	Get(slot int) (value string, set bool, err error)
	// Set assigns to a variable. An error (a readonly variable) ends the evaluation.
	Set(slot int, value string) error
}

// Error describes an error in an expression or in a value used by it.
type Error struct {
	Offset int    // in bytes, into the text given to Parse
	Msg    string // expected and found text

	inner bool // Msg names the value of a variable
}

func (e *Error) Error() string { return e.Msg }

// Expr is a parsed expression.
type Expr struct {
	code  []instr
	names []string
	depth int      // the greatest number of values on the stack
	buf   [5]instr // of code, while it is short
}

// Names returns the variables of the expression, in the order of their first mention.
func (e *Expr) Names() []string { return e.names }

// An instr is one step of the stack machine. Its operands are the values on top of the stack.
type instr struct {
	op   op    // the operation
	bin  op    // opAssign: the operator before the =, or opSet
	name int32 // index into names
	pos  int32 // its position in the text
	n    int64 // a constant, a slot, or the next instruction to run
}

type op uint8

const (
	opConst  op = iota // push n
	opLoad             // push the variable
	opAssign           // replace the top by the result of assigning it
	opSet              // plain = of opAssign

	opMul
	opDiv
	opMod
	opAdd
	opSub
	opShl
	opShr
	opLt
	opLe
	opGt
	opGe
	opEq
	opNe
	opAnd
	opXor
	opOr

	opNeg
	opNot
	opCom
	opBool // 1 unless 0

	opJump      // go to n
	opJumpFalse // pop, go to n if it was 0
	opAndThen   // go to n if the top is 0, else pop
	opOrElse    // go to n with 1 if the top is not 0, else pop
)

// Eval runs the expression. The error is an *Error, or an error of env. Assignments made before the
// error remain.
func (e *Expr) Eval(env Env) (int64, error) {
	var small [16]int64
	stack := small[:]
	if e.depth > len(small) {
		stack = make([]int64, e.depth)
	}
	top := -1
	for pc := 0; pc < len(e.code); pc++ {
		in := &e.code[pc]
		switch in.op {
		case opConst:
			top++
			stack[top] = in.n
		case opLoad:
			v, err := e.load(env, pc)
			if err != nil {
				return 0, err
			}
			top++
			stack[top] = v
		case opAssign:
			v, err := e.assign(env, pc, stack[top])
			if err != nil {
				return 0, err
			}
			stack[top] = v
		case opNeg:
			stack[top] = -stack[top]
		case opNot:
			stack[top] = truth(stack[top] == 0)
		case opCom:
			stack[top] = ^stack[top]
		case opBool:
			stack[top] = truth(stack[top] != 0)
		case opJump:
			pc = int(in.n) - 1
		case opJumpFalse:
			if stack[top] == 0 {
				pc = int(in.n) - 1
			}
			top--
		case opAndThen:
			if stack[top] == 0 {
				pc = int(in.n) - 1
			} else {
				top--
			}
		case opOrElse:
			if stack[top] != 0 {
				stack[top] = 1
				pc = int(in.n) - 1
			} else {
				top--
			}
		default:
			top--
			b := stack[top+1]
			if b == 0 && (in.op == opDiv || in.op == opMod) {
				return 0, &Error{Offset: int(in.pos), Msg: "division by zero"}
			}
			stack[top] = binary(in.op, stack[top], b)
		}
	}
	return stack[0], nil
}

func (e *Expr) load(env Env, pc int) (int64, error) {
	in := &e.code[pc]
	s, set, err := env.Get(int(in.n))
	if err != nil || !set {
		return 0, err
	}
	v, ok := ParseInt(s)
	if !ok {
		return 0, &Error{Offset: int(in.pos), Msg: fmt.Sprintf("expected an integer in %s, found %q",
			e.names[in.name], s)}
	}
	return v, nil
}

func (e *Expr) assign(env Env, pc int, v int64) (int64, error) {
	in := &e.code[pc]
	if in.bin != opSet {
		old, err := e.load(env, pc)
		if err != nil {
			return 0, err
		}
		if v == 0 && (in.bin == opDiv || in.bin == opMod) {
			return 0, &Error{Offset: int(in.pos), Msg: "division by zero"}
		}
		v = binary(in.bin, old, v)
	}
	return v, env.Set(int(in.n), strconv.FormatInt(v, 10))
}

// binary computes a op b; b is not 0 for a division. Cases that trap or are undefined in C are
// defined in Go: numbers wrap, and the least number divided by -1 is itself.
func binary(o op, a, b int64) int64 {
	switch o {
	case opMul:
		return a * b
	case opDiv:
		return a / b
	case opMod:
		return a % b
	case opAdd:
		return a + b
	case opSub:
		return a - b
	case opShl:
		return a << (uint64(b) & 63)
	case opShr:
		return a >> (uint64(b) & 63)
	case opLt:
		return truth(a < b)
	case opLe:
		return truth(a <= b)
	case opGt:
		return truth(a > b)
	case opGe:
		return truth(a >= b)
	case opEq:
		return truth(a == b)
	case opNe:
		return truth(a != b)
	case opAnd:
		return a & b
	case opXor:
		return a ^ b
	case opOr:
		return a | b
	}
	return 0
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
