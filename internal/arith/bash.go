package arith

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// BashEnv holds the variables of an expression in bash's dialect.
type BashEnv interface {
	Env
	// Bind returns the slot of a name that an evaluation meets in the value of a variable.
	Bind(name string) int
	// Keyed reports whether the variable is an associative array: its subscripts are keys, texts
	// that Key expands. Every other subscript is an expression.
	Keyed(slot int) bool
	// Key removes the quotes of a subscript's text, and replaces parameters in it.
	Key(text string) string
	// GetElement returns the value of an element and whether it is set.
	GetElement(slot int, at Subscript) (value string, set bool, err error)
	// SetElement assigns to an element.
	SetElement(slot int, at Subscript, value string) error
}

// A Subscript selects an element of an array.
type Subscript struct {
	Index int64  // of an indexed array; a negative one counts from its end
	Key   string // the text between the brackets
}

// BashExpr is a parsed expression in bash's dialect. It is immutable and may be evaluated by
// several goroutines at once.
type BashExpr struct {
	Expr
	text string
	subs []subscript
}

// A subscript is an array's name with its text in brackets.
type subscript struct {
	name int32
	slot int
	text string
	expr *BashExpr // text as an expression, or
	err  *Error    // why it is none
}

// Instructions of the dialect, after those that it shares with plain expressions. A subscript is
// evaluated once and then lies on the stack as the index of its element.
const (
	opPow      op = iota + opOrElse + 1 // replace two values by their power
	opPop                               // drop the top: the comma
	opValue                             // push the variable
	opStore                             // assign the top to the variable
	opPreInc                            // ++x: push the new value
	opPreDec                            //
	opPostInc                           // x++: push the old value
	opPostDec                           //
	opIndex                             // push the value of subscript n
	opElement                           // replace an index by its element
	opPeek                              // push the element, keep the index
	opPut                               // assign the second to the element of the top, drop the top
	opPutUnder                          // assign the top to the element of the second, drop that
	opPreIncE                           // as for variables: replace the index by the value
	opPreDecE
	opPostIncE
	opPostDecE
)

const (
	// maxRecursion bounds values that are expressions with variables whose values are expressions.
	// It is bash's number.
	maxRecursion = 1024
	// maxValues bounds the text of all such values in an evaluation: each may mention the next one
	// twice, and nothing interrupts an evaluation.
	maxValues = 1 << 20
)

// Eval runs the expression. The error is an *Error, or an error of env. Assignments made before the
// error remain. The value of a variable is an expression in turn, which may have assignments; it
// runs no command, because expansions are none of its syntax.
func (e *BashExpr) Eval(env BashEnv) (int64, error) {
	r := bashRun{env: env, left: maxValues}
	return r.eval(e)
}

// A bashRun is an evaluation with those of values within it.
type bashRun struct {
	env   BashEnv
	depth int
	left  int // of maxValues
}

func (r *bashRun) eval(e *BashExpr) (int64, error) {
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
		case opNeg:
			stack[top] = -stack[top]
		case opNot:
			stack[top] = truth(stack[top] == 0)
		case opCom:
			stack[top] = ^stack[top]
		case opBool:
			stack[top] = truth(stack[top] != 0)
		case opPop:
			top--
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
		case opValue, opStore, opPreInc, opPreDec, opPostInc, opPostDec:
			if in.op != opStore {
				top++
			}
			v, err := r.variable(e, in, stack[top])
			if err != nil {
				return 0, err
			}
			stack[top] = v
		case opIndex, opElement, opPeek, opPut, opPutUnder, opPreIncE, opPreDecE, opPostIncE,
			opPostDecE:
			var err error
			if top, err = r.element(e, in, stack, top); err != nil {
				return 0, err
			}
		default:
			top--
			v, err := e.binary(in, stack[top], stack[top+1])
			if err != nil {
				return 0, err
			}
			stack[top] = v
		}
	}
	return stack[0], nil
}

func (e *BashExpr) binary(in *instr, a, b int64) (int64, error) {
	switch {
	case in.op == opPow && b < 0:
		return 0, e.fail(in, "exponent less than 0")
	case in.op == opPow:
		return power(a, b), nil
	case b == 0 && (in.op == opDiv || in.op == opMod):
		return 0, e.fail(in, "division by 0")
	}
	return binary(in.op, a, b), nil
}

// fail returns an error at the operand of in, whose offset is its n.
func (e *BashExpr) fail(in *instr, msg string) error {
	return bashError(e.text, int(in.n), msg)
}

// power wraps around, as the other operators do.
func power(base, exp int64) int64 {
	v := int64(1)
	for ; exp > 0; exp >>= 1 {
		if exp&1 != 0 {
			v *= base
		}
		base *= base
	}
	return v
}

// variable runs an instruction on the variable of in and returns the value to push.
func (r *bashRun) variable(e *BashExpr, in *instr, v int64) (int64, error) {
	slot := int(in.n)
	if in.op == opStore {
		return v, r.env.Set(slot, strconv.FormatInt(v, 10))
	}
	s, set, err := r.env.Get(slot)
	if err != nil {
		return 0, err
	}
	old := int64(0)
	if set {
		if old, err = r.value(s, int(in.pos)); err != nil {
			return 0, err
		}
	}
	step, after := stepOf(in.op, opPreInc)
	if step == 0 {
		return old, nil
	}
	if err := r.env.Set(slot, strconv.FormatInt(old+step, 10)); err != nil || after {
		return old, err
	}
	return old + step, nil
}

// stepOf returns what o adds to its variable, and whether it does so after pushing the value. first
// is the first of the four such operators.
func stepOf(o, first op) (step int64, after bool) {
	switch o {
	case first:
		return 1, false
	case first + 1:
		return -1, false
	case first + 2:
		return 1, true
	case first + 3:
		return -1, true
	}
	return 0, false
}

// element runs an instruction on the subscript of in and returns the new top of the stack.
func (r *bashRun) element(e *BashExpr, in *instr, stack []int64, top int) (int, error) {
	sub := &e.subs[in.n]
	var err error
	switch in.op {
	case opIndex:
		top++
		stack[top], err = r.index(e, sub, in)
		return top, err
	case opPut:
		top--
		return top, r.set(sub, stack[top+1], stack[top])
	case opPutUnder:
		top--
		index := stack[top]
		stack[top] = stack[top+1]
		return top, r.set(sub, index, stack[top])
	}
	index := stack[top]
	if in.op == opPeek {
		top++
	}
	old := int64(0)
	s, set, err := r.env.GetElement(sub.slot, r.at(sub, index))
	if err != nil {
		return 0, err
	}
	if set {
		if old, err = r.value(s, int(in.pos)); err != nil {
			return 0, err
		}
	}
	stack[top] = old
	if step, after := stepOf(in.op, opPreIncE); step != 0 {
		if !after {
			stack[top] += step
		}
		err = r.set(sub, index, old+step)
	}
	return top, err
}

func (r *bashRun) set(sub *subscript, index, v int64) error {
	return r.env.SetElement(sub.slot, r.at(sub, index), strconv.FormatInt(v, 10))
}

// at returns the subscript with an evaluated index.
func (r *bashRun) at(sub *subscript, index int64) Subscript {
	if r.env.Keyed(sub.slot) {
		return Subscript{index, r.env.Key(sub.text)}
	}
	return Subscript{index, sub.text}
}

// index evaluates a subscript; that of an associative array is its text.
func (r *bashRun) index(e *BashExpr, sub *subscript, in *instr) (int64, error) {
	if r.env.Keyed(sub.slot) {
		return 0, nil
	}
	if sub.err != nil {
		if text := r.env.Key(sub.text); strings.IndexByte(sub.text, '$') >= 0 && text != sub.text {
			return r.value(text, int(in.pos))
		}
		return 0, &Error{Offset: int(in.pos), Msg: sub.err.Msg, inner: true}
	}
	if r.depth >= maxRecursion {
		return 0, recursion(int(in.pos))
	}
	r.depth++
	v, err := r.eval(sub.expr)
	r.depth--
	return v, within(err, int(in.pos), "")
}

func recursion(offset int) error {
	return &Error{Offset: offset, Msg: "expression recursion level exceeded"}
}

// value evaluates the value of a variable mentioned at an offset.
func (r *bashRun) value(s string, offset int) (int64, error) {
	// Nearly all values are short decimal numbers.
	if n := len(s); n > 0 && n < 19 && '1' <= s[0] && s[0] <= '9' {
		v := int64(0)
		for i := 0; ; i++ {
			if i == n {
				return v, nil
			}
			d := s[i] - '0'
			if d > 9 {
				break
			}
			v = v*10 + int64(d)
		}
	}
	if s == "" || s == "0" {
		return 0, nil
	}
	r.left -= len(s)
	if r.depth >= maxRecursion || r.left < 0 {
		return 0, recursion(offset)
	}
	e, err := parseBash(s, r.env.Bind, r.depth)
	if err != nil {
		return 0, &Error{Offset: offset, Msg: prefixed(s, err.Msg), inner: true}
	}
	r.depth++
	v, fault := r.eval(e)
	r.depth--
	return v, within(fault, offset, s)
}

// within moves an error in a text to the place where another text mentions it.
func within(err error, offset int, text string) error {
	var syntax *Error
	if !errors.As(err, &syntax) {
		return err
	}
	if text == "" || syntax.inner || syntax.Msg == "expression recursion level exceeded" {
		return &Error{offset, syntax.Msg, syntax.inner}
	}
	return &Error{offset, prefixed(text, syntax.Msg), true}
}

// prefixed puts the text of a value before the message about it, if it is short.
func prefixed(text, msg string) string {
	if len(text) > 60 {
		return msg
	}
	return text + ": " + msg
}

// ParseBashInt reads a constant in bash's notation: decimal, octal (0…), hexadecimal (0x…), or
// base#digits with a base from 2 to 64, and the digits 0-9, a-z, A-Z, @ and _ (either case in bases
// up to 36). A number beyond 64 bits wraps around. The message is "" or bash's.
func ParseBashInt(s string) (v int64, msg string) {
	base, given, digits := int64(10), false, s
	if s != "" && s[0] == '0' && len(s) > 1 {
		base, given, digits = 8, true, s[1:]
		if s[1]|0x20 == 'x' {
			base, digits = 16, s[2:]
		}
	}
	for i := 0; i < len(digits); i++ {
		c := digits[i]
		if c == '#' {
			switch {
			case given:
				return 0, "invalid number"
			case v < 2 || v > 64:
				return 0, "invalid arithmetic base"
			case i+1 == len(digits) || bashDigit(digits[i+1], 64) == math.MaxInt64:
				return 0, "invalid integer constant"
			}
			base, v, given = v, 0, true
			continue
		}
		d := bashDigit(c, base)
		if d >= base {
			return 0, "value too great for base"
		}
		v = v*base + d
	}
	return v, ""
}

// bashDigit returns the value of a digit, or more than any base.
func bashDigit(c byte, base int64) int64 {
	switch {
	case '0' <= c && c <= '9':
		return int64(c - '0')
	case 'a' <= c && c <= 'z':
		return int64(c-'a') + 10
	case 'A' <= c && c <= 'Z' && base <= 36:
		return int64(c-'A') + 10
	case 'A' <= c && c <= 'Z':
		return int64(c-'A') + 36
	case c == '@':
		return 62
	case c == '_':
		return 63
	}
	return math.MaxInt64
}
