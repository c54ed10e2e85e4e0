package syntax

import (
	"errors"
	"io"
	"strings"

	"ftsh/parser/ast"
)

// A Checked is what Check found.
type Checked struct {
	// Err is the first error of the text, nil for none.
	Err error
	// After is the offset behind the last command before the error that may change
	// how the rest is read (a top-level `.` or eval): the error is to be reported
	// once that command has run and defined no alias. 0: at once.
	After uint32

	// Unopened are words that open no block, though they look so. The shell refuses the script where it
	// knows no command of that name; where that is doubtful, once the word's command is reached.
	Unopened []Unopened

	functions []later // at top level: see Parser.Skip
}

// Check reads a whole script before any of it runs, so that a typing error in
// line 90 cannot strike after line 89 ran. It keeps no tree. It looks no further
// than a command that always leaves the shell (what follows may be no script at
// all), or one that calls alias or `set -o posix` at top level, which is anywhere outside functions
// and subshells.
func Check(src string, opts Options) Checked {
	opts.ByCommand = false
	p := New(src, opts)
	p.noting = true
	posix := strings.Contains(src, "posix")
	var c Checked
	var unopened unopenedFinder
	for {
		list, err := p.Next()
		if errors.Is(err, io.EOF) {
			return Checked{functions: p.functions, Unopened: unopened.result(src, opts)}
		}
		if err != nil {
			c.Err = err
			return c
		}
		unopened.look(p, list)
		if p.calls&callsAlias != 0 || Leaves(list) || posix && SetsPosix(list) {
			return Checked{functions: p.functions, Unopened: unopened.result(src, opts)}
		}
		if p.calls&callsText != 0 {
			c.After = p.Offset()
		}
		p.arena.recycle()
	}
}

// Leaves reports whether a complete command always leaves the shell: whether one
// of its and-or lists is a single command that does. What follows may be no script at all.
func Leaves(list *ast.List) bool {
	for _, a := range list.AndOrs {
		if len(a.Pipelines) != 1 || a.Background || a.Pipelines[0].Negated || len(a.Pipelines[0].Commands) != 1 {
			continue
		}
		if commandLeaves(a.Pipelines[0].Commands[0]) {
			return true
		}
	}
	return false
}

func commandLeaves(c ast.Command) bool {
	switch c := c.(type) {
	case *ast.Brace:
		return Leaves(c.Body)
	case *ast.Redirected:
		return commandLeaves(c.Inner)
	case *ast.Simple:
		args := c.Args
		for len(args) > 1 && literal(args[0]) == "command" {
			args = args[1:]
		}
		if len(args) == 0 {
			return false
		}
		switch literal(args[0]) {
		case "exit", "return":
			return true
		case "exec":
			return len(args) > 1
		}
	}
	return false
}

// SetsPosix reports whether a complete command calls `set -o posix`, after which
// no block word is recognised.
func SetsPosix(list *ast.List) bool {
	found := false
	ast.Walk(list, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl, *ast.Subshell, *ast.CmdSubst:
			return false
		case *ast.Simple:
			if len(n.Args) > 2 && literal(n.Args[0]) == "set" {
				for _, w := range n.Args[1:] {
					found = found || literal(w) == "posix"
				}
			}
		}
		return !found
	})
	return found
}
