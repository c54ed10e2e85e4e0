package syntax

import (
	"errors"
	"io"

	"ftsh/parser/ast"
)

// A Checked is the result of Check.
type Checked struct {
	// Err is the first error of the text, nil for none.
	Err error
	// After is the offset after the last command before the error with an influence on how the rest
	// is read (a top-level `.` or eval). Report the error once this command has run and defined no
	// alias. 0 means at once.
	After uint32

	// Unopened lists words in the place of a block's opening word, but without a block. The shell
	// refuses the script if it knows no command of that name. If that is doubtful, it does so once
	// it reaches the word's command.
	Unopened []Unopened

	functions []later // at top level: see Parser.Skip
	documents []passed
}

// Check reads a whole script before any of it runs, so a typing error in line 90 cannot strike
// after line 89 has run. It keeps no tree. It stops after a command that always leaves the shell,
// as the rest may be no script at all. It also stops after a call of alias, `set -o posix` or `set -o
// bash` at top level, meaning anywhere outside functions and subshells.
func Check(src string, opts Options) Checked {
	opts.ByCommand = false
	p := New(src, opts)
	p.noting = true
	var c Checked
	var unopened unopenedFinder
	for {
		list, err := p.Next()
		if errors.Is(err, io.EOF) {
			return p.checked(unopened.result(src, opts))
		}
		if err != nil {
			c.Err = err
			return c
		}
		unopened.look(p, list)
		if p.calls&callsAlias != 0 || Leaves(list) || p.calls&callsSet != 0 && changesDialect(list) {
			return p.checked(unopened.result(src, opts))
		}
		p.followExtglob(list)
		if p.calls&callsText != 0 {
			c.After = p.Offset()
		}
		p.arena.recycle()
	}
}

// checked returns what a parser has noted of a right text.
func (p *Parser) checked(unopened []Unopened) Checked {
	return Checked{functions: p.functions, documents: p.documents, Unopened: unopened}
}

// Leaves reports whether a complete command always leaves the shell, by an and-or list of a single
// such command. The text after it may be no script at all.
func Leaves(list *ast.List) bool {
	for _, a := range list.AndOrs {
		if len(a.Pipelines) != 1 || a.Background || a.Pipelines[0].Negated ||
			len(a.Pipelines[0].Commands) != 1 {
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

// Follow makes the parser read on as a shell would after list: without block words after a call of
// `set -o posix`, in the dialect of bash after `set -o bash`, and there with groups of patterns after
// `shopt -s extglob`.
func (p *Parser) Follow(list *ast.List) {
	if p.calls&callsSet == 0 {
		return
	}
	if sets(list, "posix") {
		p.SetBlocks(false)
	}
	if on, found := setsBash(list); found {
		p.SetBash(on)
	}
	p.followExtglob(list)
}

// changesDialect reports whether a complete command calls `set -o posix`, `set -o bash` or `set +o
// bash`. The text after it reads in another way.
func changesDialect(list *ast.List) bool { return sets(list, "posix") || sets(list, "bash") }

// setsBash reports whether a complete command calls `set -o bash` or, with on unset, `set +o bash`.
func setsBash(list *ast.List) (on, found bool) {
	walkSet(list, func(args []*ast.Word) {
		for i, w := range args[1:] {
			if flag := literal(args[i]); literal(w) == "bash" && flag != "" {
				on, found = flag[0] == '-', true
			}
		}
	})
	return on, found
}

// sets reports whether a complete command calls set with an option's name.
func sets(list *ast.List, name string) bool {
	found := false
	walkSet(list, func(args []*ast.Word) {
		for _, w := range args[1:] {
			found = found || literal(w) == name
		}
	})
	return found
}

// walkSet calls see with the words of each call of set outside functions and subshells.
func walkSet(list *ast.List, see func(args []*ast.Word)) { walkCalls(list, "set", see) }

// walkCalls calls see with the words of each call of a command with operands, outside functions and
// subshells.
func walkCalls(list *ast.List, name string, see func(args []*ast.Word)) {
	ast.Walk(list, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl, *ast.Subshell, *ast.CmdSubst, *ast.ProcSubst:
			return false
		case *ast.Simple:
			if len(n.Args) > 2 && literal(n.Args[0]) == name {
				see(n.Args)
			}
		}
		return true
	})
}
