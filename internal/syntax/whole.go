package syntax

import (
	"errors"
	"io"
	"strings"

	"ftsh/parser/ast"
)

// CheckWhole reads a script to its end, for set -n, without regard to the effects of its commands.
// It continues after commands that leave the shell, and takes the aliases defined by the script.
// The first error is in Err. After, and the part kept by Check for the run, are not set.
//
// An alias may change how the rest reads. So an error after an alias defined under a condition
// counts only if it remains without that alias. No error counts after an alias of unknown text.
func CheckWhole(src string, opts Options) Checked {
	opts.ByCommand = false
	c, guessed := checkWhole(src, opts, true)
	if c.Err != nil && guessed {
		if other, _ := checkWhole(src, opts, false); other.Err == nil {
			return other
		}
	}
	return c
}

// checkWhole takes the aliases of conditional commands if conditional is set, and reports whether
// there were any.
func checkWhole(src string, opts Options, conditional bool) (c Checked, guessed bool) {
	a := aliases{values: map[string]string{}, outer: opts.Alias, conditional: conditional}
	p := New(src, opts)
	p.noting = true // for passHereDoc
	var unopened unopenedFinder
	for {
		list, err := p.Next()
		switch {
		case a.unknown && err != nil:
			return Checked{}, a.guessed
		case errors.Is(err, io.EOF):
			return Checked{Unopened: unopened.result(src, opts)}, a.guessed
		case err != nil:
			return Checked{Err: err}, a.guessed
		}
		unopened.look(p, list)
		if p.calls&callsAlias != 0 || len(a.values) > 0 {
			a.take(list, true)
			opts.Alias = a.value
			p.SetAlias(opts.Alias)
		}
		p.Follow(list)
		p.arena.recycle()
	}
}

// aliases are the aliases defined by a script, so far as known from its text.
type aliases struct {
	values      map[string]string
	outer       func(string) (string, bool)
	conditional bool // include those defined by commands under a condition
	guessed     bool // there are some
	unknown     bool // one has a text not known here
}

func (a *aliases) value(name string) (string, bool) {
	if v, ok := a.values[name]; ok {
		return v, true
	}
	if a.outer == nil {
		return "", false
	}
	return a.outer(name)
}

// take takes the definitions of a list. certain means the list runs in any case.
func (a *aliases) take(list *ast.List, certain bool) {
	for _, ao := range list.AndOrs {
		for i, pl := range ao.Pipelines {
			for _, c := range pl.Commands {
				a.command(c, certain && i == 0 && len(pl.Commands) == 1)
			}
		}
	}
}

func (a *aliases) command(c ast.Command, certain bool) {
	switch c := c.(type) {
	case *ast.Simple:
		a.simple(c, certain)
	case *ast.Redirected:
		a.command(c.Inner, certain)
	case *ast.Brace:
		a.take(c.Body, certain)
	case *ast.FuncDecl, *ast.Subshell:
	default:
		ast.Walk(c, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl, *ast.Subshell, *ast.CmdSubst, *ast.ProcSubst:
				return false
			case *ast.Simple:
				a.simple(n, false)
			}
			return true
		})
	}
}

// simple takes the definitions of a simple command.
func (a *aliases) simple(cmd *ast.Simple, certain bool) {
	args := cmd.Args
	for len(args) > 1 && literal(args[0]) == "command" {
		args = args[1:]
	}
	if len(args) == 0 {
		return
	}
	switch word, _ := Static(args[0]); word {
	case "alias":
	case "unalias":
		a.remove(args[1:], certain)
		return
	default:
		return
	}
	for _, w := range args[1:] {
		text, known := Static(w)
		name, value, defines := strings.Cut(text, "=")
		switch {
		case !known:
			a.unknown = true
		case !defines:
		case certain:
			a.values[name] = value
		default:
			a.guessed = true
			if a.conditional {
				a.values[name] = value
			}
		}
	}
}

// remove takes the operands of unalias.
func (a *aliases) remove(names []*ast.Word, certain bool) {
	for _, w := range names {
		switch name, known := Static(w); {
		case !known || !certain:
			a.unknown = true
		case name == "-a":
			clear(a.values)
		default:
			delete(a.values, name)
		}
	}
}
