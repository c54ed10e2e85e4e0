package interp

import (
	"fmt"

	"ftsh/internal/expand"
	"ftsh/internal/flow"
	"ftsh/parser/ast"
)

// An op is a compiled construct. Running it yields one outcome; it reads and
// writes the frame and nothing else. An op is immutable: any number of frames
// may run it at once.
type op interface {
	exec(fr *frame) flow.Outcome
}

// A compiler turns a tree into ops, once. What the text decides (builtins,
// literal words, variables' places, durations) is resolved here.
type compiler struct {
	sh     *Shell
	script string // the file, for diagnostics
	source string // its text, for the job list; "" where it is not known
	words  expand.Compiler
	cond   bool // in a condition's own commands: failures are judged as in POSIX
}

func (sh *Shell) compiler(script string) *compiler {
	c := &compiler{sh: sh, script: script}
	c.words = expand.Compiler{Names: sh.names, Subst: c.subst}
	return c
}

// list compiles a list. Its elements are not those of a condition any more
// unless they stand in it directly; condition does that.
func (c *compiler) list(l *ast.List) op { return c.body(l, false) }

// condition compiles the list behind if, elif, while, until or !.
func (c *compiler) condition(l *ast.List) op { return c.body(l, true) }

func (c *compiler) body(l *ast.List, cond bool) op {
	if l == nil {
		return nil
	}
	saved := c.cond
	c.cond = cond
	defer func() { c.cond = saved }()
	items := make([]op, len(l.AndOrs))
	for i, a := range l.AndOrs {
		items[i] = c.andOr(a)
	}
	return &listOp{items: items}
}

// command is the only type switch over the commands of the tree.
func (c *compiler) command(cmd ast.Command) op {
	switch n := cmd.(type) {
	case *ast.Simple:
		return c.simple(n)
	case *ast.Redirected:
		return c.redirected(n)
	case *ast.Brace:
		return c.list(n.Body)
	case *ast.Subshell:
		return &subshellOp{body: c.list(n.Body), text: c.sourceOf(n)}
	case *ast.If:
		return c.ifClause(n)
	case *ast.Loop:
		return c.loop(n)
	case *ast.For:
		return c.forLoop(n)
	case *ast.Case:
		return c.caseClause(n)
	case *ast.FuncDecl:
		return c.function(n)
	case *ast.Try:
		return c.try(n)
	case *ast.Forany:
		return c.forany(n)
	case *ast.Forall:
		return c.forall(n)
	}
	panic(fmt.Sprintf("interp: no op for %T", cmd))
}

func (c *compiler) wordList(words []*ast.Word) []*expand.Word {
	if len(words) == 0 {
		return nil
	}
	ws := make([]*expand.Word, len(words))
	for i, w := range words {
		ws[i] = c.words.Word(w)
	}
	return ws
}
