package builtin

import (
	"math"
	"os"
	"syscall"

	"ftsh/internal/fd"
)

// unaryOp returns the letter of the unary operator named s; 0 if there is none.
func unaryOp(s string) byte {
	if len(s) != 2 || s[0] != '-' {
		return 0
	}
	switch s[1] {
	case 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'k', 'n', 'p', 'r', 's', 't', 'u', 'w', 'x', 'z', 'G',
		'L', 'O', 'S':
		return s[1]
	}
	return 0
}

func (e *expression) unary(op byte, arg string) bool {
	if e.bash != nil {
		if result, ok := e.bashUnary(op, arg); ok {
			return result
		}
	}
	switch op {
	case 'n':
		return arg != ""
	case 'z':
		return arg == ""
	case 't':
		n := e.integer(arg)
		if e.failed || n < 0 || n > math.MaxInt32 {
			return false
		}
		f := e.h.File(int(n))
		return f != nil && fd.IsTerminal(f)
	case 'r':
		return accessible(e.h, arg, fd.MayRead)
	case 'w':
		return accessible(e.h, arg, fd.MayWrite)
	case 'x':
		return accessible(e.h, arg, fd.MayExecute)
	}
	st, err := stat(e.h, arg, op != 'h' && op != 'L')
	return err == nil && fileIs(op, st)
}

func fileIs(op byte, st fd.Status) bool {
	switch op {
	case 'e':
		return true
	case 's':
		return st.Size > 0
	case 'O':
		return int(st.Uid) == os.Geteuid()
	case 'G':
		return int(st.Gid) == os.Getegid()
	case 'u':
		return st.Mode&syscall.S_ISUID != 0
	case 'g':
		return st.Mode&syscall.S_ISGID != 0
	case 'k':
		return st.Mode&syscall.S_ISVTX != 0
	}
	switch fileType(st) {
	case syscall.S_IFREG:
		return op == 'f'
	case syscall.S_IFDIR:
		return op == 'd'
	case syscall.S_IFBLK:
		return op == 'b'
	case syscall.S_IFCHR:
		return op == 'c'
	case syscall.S_IFIFO:
		return op == 'p'
	case syscall.S_IFSOCK:
		return op == 'S'
	case syscall.S_IFLNK:
		return op == 'h' || op == 'L'
	}
	return false
}
