// Package expand performs word expansions (XCU 2.6): tilde expansion, parameter
// expansion, command substitution, arithmetic expansion, field splitting,
// pathname expansion and quote removal.
//
// The model: a [Compiler] turns each word of the tree into a [Word] once; a Word
// is then expanded any number of times, for any [Shell]. Expansion is a single
// pass from left to right: every part adds text to the field under
// construction, and says whether the text is quoted. The result of an unquoted
// expansion is split while it is added, so that no marked-up copy of a word is
// ever built; a field that consists of one piece (a value, or a stretch of one) shares
// its memory. Which bytes of a field were quoted is kept beside it, for pathname
// expansion and for patterns.
//
// Invariants: a Word is immutable after compilation and may be expanded by
// several goroutines at once, each with its own Shell; characters are those of
// UTF-8, and a byte that is not part of one is a character of its own; in the POSIX locale
// (vars.Store.Bytes), each byte is one.
//
// What is not here: assignments, redirections, brace expansion, process
// substitution; what an error ends (the evaluator decides).
//
//	c := &expand.Compiler{Names: names, Subst: compileSubst}
//	w := c.Word(simple.Args[1])
//	args, err = w.Fields(frame, args)
package expand

import (
	"context"
	"sync/atomic"

	"ftsh/internal/option"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// A Shell is what expansions ask of the environment they run in.
type Shell interface {
	// Context ends pathname expansion and long splitting early: its error is then
	// the expansion's.
	Context() context.Context
	Vars() *vars.Store
	// Params returns the positional parameters from $1 on.
	Params() []string
	// Special returns the value of $0, $?, $$, $! or $-; an unset $! is empty.
	Special(c byte) string
	// BangSet reports whether $! is set.
	BangSet() bool
	Options() option.Set
	// Dir is the descriptor of the directory that relative pathnames start from;
	// -1 is the process's own.
	Dir() int
	// Home returns the home directory of user, for "" that of ~ alone.
	Home(user string) (string, bool)
}

// A Subst runs one command substitution and returns its output without NULs and
// trailing newlines. Its error becomes the expansion's, unchanged.
type Subst func(sh Shell) (string, error)

// A Compiler compiles words. Names is the table of the shell's variables, Subst
// compiles a command substitution, which stands in depth words (1 in a plain
// one, 2 in "$()", 3 in "${x-$()}"); both must be set before the first use. It compiles for one
// goroutine at a time; what it has compiled may be used by several.
type Compiler struct {
	Names *vars.Names
	Subst func(n *ast.CmdSubst, depth int) Subst

	depth int // words around what is being compiled

	// ifs is the Ref of IFS and 1; 0 before the first use.
	ifs atomic.Int32
	// free is expansions to be used again. (Not a sync.Pool: a Compiler may live as
	// short as an eval.)
	free [3]atomic.Pointer[expansion]
}

func (c *Compiler) ifsRef() vars.Ref {
	if c.ifs.Load() == 0 {
		c.ifs.Store(int32(c.Names.Ref("IFS")) + 1)
	}
	return vars.Ref(c.ifs.Load() - 1)
}

// An Error is an expansion that failed: an unset parameter under set -u, ${x?word},
// an assignment to something that cannot be assigned to, a bad arithmetic expression.
// Errors of a Subst and of the context are returned as they are.
type Error struct {
	Pos  ast.Pos
	Name string // the parameter; "" where the error concerns none
	Msg  string
}

// Error returns "name: message", or the message alone.
func (e *Error) Error() string {
	if e.Name == "" {
		return e.Msg
	}
	return e.Name + ": " + e.Msg
}
