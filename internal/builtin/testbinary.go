package builtin

type binaryOperator uint8

const (
	opEqual binaryOperator = iota + 1
	opUnequal
	opLess
	opGreater
	opEq
	opNe
	opLt
	opLe
	opGt
	opGe
	opNewer
	opOlder
	opSame
	opAnd
	opOr
)

// binaryOp returns the binary operator named s; 0 if there is none.
func binaryOp(s string) binaryOperator {
	switch s {
	case "=":
		return opEqual
	case "!=":
		return opUnequal
	case "<":
		return opLess
	case ">":
		return opGreater
	case "-eq":
		return opEq
	case "-ne":
		return opNe
	case "-lt":
		return opLt
	case "-le":
		return opLe
	case "-gt":
		return opGt
	case "-ge":
		return opGe
	case "-nt":
		return opNewer
	case "-ot":
		return opOlder
	case "-ef":
		return opSame
	case "-a":
		return opAnd
	case "-o":
		return opOr
	}
	return 0
}

func (e *expression) binary(op binaryOperator, a, b string) bool {
	switch op {
	case opEqual:
		return a == b
	case opUnequal:
		return a != b
	case opLess:
		return a < b
	case opGreater:
		return a > b
	case opNewer:
		return e.newer(a, b)
	case opOlder:
		return e.newer(b, a)
	case opSame:
		x, errX := stat(e.h, a, true)
		y, errY := stat(e.h, b, true)
		return errX == nil && errY == nil && x.Dev == y.Dev && x.Ino == y.Ino
	case opAnd:
		return a != "" && b != ""
	case opOr:
		return a != "" || b != ""
	}
	x := e.integer(a)
	if e.failed {
		return false
	}
	y := e.integer(b)
	switch op {
	case opEq:
		return x == y
	case opNe:
		return x != y
	case opLt:
		return x < y
	case opLe:
		return x <= y
	case opGt:
		return x > y
	}
	return x >= y
}

// newer reports whether file a is newer than b, or exists while b does not.
func (e *expression) newer(a, b string) bool {
	x, err := stat(e.h, a, true)
	if err != nil {
		return false
	}
	y, err := stat(e.h, b, true)
	return err != nil || x.Modified.After(y.Modified)
}
