// Package expand performs word expansions (XCU 2.6): tilde expansion, parameter expansion, command
// substitution, arithmetic expansion, field splitting, pathname expansion and quote removal.
//
// The model: a [Compiler] turns each word of the tree into a [Word] once; a Word is then expanded
// any number of times, for any [Shell]. Expansion is a single pass from left to right: every part
// adds text to the field under construction, quoted or not. The result of an unquoted expansion is
// split while it is added, so no marked-up copy of a word is ever built. A field made of one piece
// (a value, or a stretch of one) shares its memory. The quoted stretches of a field are recorded
// next to it, for pathname expansion and for patterns.
//
// Invariants: a Word is immutable after compilation and may be expanded by several goroutines at
// once, each with its own Shell. Characters are those of UTF-8, and a byte outside of one is a
// character of its own; in the POSIX locale (vars.Store.Bytes), each byte is one.
//
// Elsewhere: assignments, redirections, brace expansion, process substitution, and the consequences
// of an error (up to the evaluator).
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

// A Shell is the environment of expansions.
type Shell interface {
	// Context ends pathname expansion and long splitting early: its error is then the expansion's.
	Context() context.Context
	Vars() *vars.Store
	// Params returns the positional parameters from $1 on.
	Params() []string
	// Special returns the value of $0, $?, $$, $! or $-; an unset $! is empty.
	Special(c byte) string
	// BangSet reports whether $! is set.
	BangSet() bool
	Options() option.Set
	Shopts() option.Shopts // looked at in the dialect of bash only
	// Dir is the descriptor of the directory for relative pathnames; -1 is the process's own.
	Dir() int
	// Home returns the home directory of user; "" means a lone ~.
	Home(user string) (string, bool)
}

// A Subst runs one command substitution and returns its output without NULs and
// trailing newlines. Its error becomes the expansion's, unchanged.
type Subst func(sh Shell) (string, error)

// A Compiler compiles words. Names is the table of the shell's variables. Subst compiles a command
// substitution inside depth words (1 in a plain one, 2 in "$()", 3 in "${x-$()}"). Both must be set
// before the first use. It compiles for one goroutine at a time; several may use the results.
type Compiler struct {
	Names *vars.Names
	Subst func(n *ast.CmdSubst, depth int) Subst
	// Process compiles a process substitution, whose value is a pathname. It must be set for words
	// in the dialect of bash.
	Process func(n *ast.ProcSubst) Subst
	Pool    *Pool // nil: the Compiler reuses no memory
	Bash    bool  // words are in the dialect of bash
	// Extglob: with Bash, patterns have groups such as @(a|b).
	Extglob bool
	// Array compiles the (…) of an argument name=(…) to an expansion of its elements, which returns
	// the text that stands for them.
	Array func(n *ast.ArrayValue) Subst

	depth int // words around the compiled one
}

// A Pool holds the memory of expansions for reuse. It serves all Compilers of a shell, since one
// may live as short as an eval. The zero value is empty. It is safe for concurrent use.
type Pool struct{ free [3]atomic.Pointer[expansion] }

// An Error is a failed expansion: an unset parameter under set -u, ${x?word}, an assignment to
// something not assignable, a bad arithmetic expression. Errors of a Subst and of the context are
// returned unchanged.
type Error struct {
	Pos  ast.Pos
	Name string // the parameter; "" if there is none
	Msg  string
	// Unset: the parameter is not set. A shell ends at it even where other errors do not end it.
	Unset bool
	// Value: an arithmetic expression, or the length of a substring, has no value.
	Value bool
	// Own: the word is an expression itself, as in (( )), and its evaluation failed; no expansion in
	// it did.
	Own bool
	// BadSubscript: no element has this subscript. Reading one is no failure: it is not set.
	BadSubscript bool
}

// Error returns "name: message", or the message alone.
func (e *Error) Error() string {
	if e.Name == "" {
		return e.Msg
	}
	return e.Name + ": " + e.Msg
}
