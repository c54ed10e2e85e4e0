package interp

import (
	"ftsh/internal/expand"
	"ftsh/internal/flow"
	"ftsh/parser/ast"
)

// An op is a compiled construct. Running it yields one outcome; it reads and writes the frame and
// nothing else. An op is immutable: any number of frames may run it at once.
type op interface {
	exec(fr *frame) flow.Outcome
}

// A compiler turns a tree into ops, once. It resolves everything decided by the text: builtins,
// literal words, variables' slots, durations.
//
// Large: it has a method for each kind of command, clause and word of the tree.
type compiler struct {
	sh     *Shell
	script string // the file, for diagnostics
	source string // its text, for the job list; "": unknown
	bodies string // its text, for bodies of functions that the parser has not kept
	words  expand.Compiler
	cond   bool   // in a condition's own commands: POSIX rules for failures
	shown  string // in messages, in place of the commands' text: "eval …"; "": none
	keyed  bool   // the command being compiled declares associative arrays

	dialect       // of the commands
	processes int // process substitutions in the words of the command so far
}

// An origin is the source of a compiled tree. It serves to compile a part of the tree again.
type origin struct {
	script, source, bodies, shown string
	dialect                       dialect
}

func (c *compiler) origin() origin {
	return origin{c.script, c.source, c.bodies, c.shown, c.dialect}
}

func (o origin) compiler(sh *Shell) *compiler {
	c := sh.compiler(o.script)
	c.source, c.bodies, c.shown = o.source, o.bodies, o.shown
	c.speak(o.dialect)
	return c
}

// speak sets the dialect of the commands.
func (c *compiler) speak(d dialect) {
	c.dialect = d
	c.words.Bash, c.words.Extglob = d.bash, d.bash && d.extglob
}

// written returns a command as messages show it.
func (c *compiler) written(n ast.Node) written { return written{n, c.shown} }

func (sh *Shell) compiler(script string) *compiler {
	c := &compiler{sh: sh, script: script}
	c.words = expand.Compiler{Names: sh.names, Subst: c.subst, Array: c.declaredArray,
		Process: func(n *ast.ProcSubst) expand.Subst { return compileProcess(c, n) },
		Pool:    &sh.reuse.expansions}
	return c
}

// list compiles a list. Commands nested in a condition are no commands of the condition, so list
// clears the flag; condition sets it for the condition's own list.
func (c *compiler) list(l *ast.List) op { return c.body(l, false) }

// condition compiles the list after if, elif, while, until or !.
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
		items[i] = c.sh.up.andOr(c, a)
	}
	return &listOp{items: items}
}

func (c *compiler) wordList(words []*ast.Word) []*expand.Word {
	if len(words) == 0 {
		return nil
	}
	return c.words.Words(words)
}

// fields is wordList for words that become fields: in the dialect of bash, their braces are expanded
// first.
func (c *compiler) fields(words []*ast.Word) []*expand.Word {
	if c.bash && len(words) > 0 {
		return c.words.Braced(words)
	}
	return c.wordList(words)
}

// jobText returns the text of a node for the job list.
func (c *compiler) jobText(n ast.Node) jobText { return jobText{c.sourceOf(n), n} }

// sourceOf returns the source text of a node, or "" if it is unknown.
func (c *compiler) sourceOf(n ast.Node) string {
	from, to := int(n.Pos().Offset), int(n.End().Offset)
	if from >= to || to > len(c.source) {
		return ""
	}
	return c.source[from:to]
}

// command compiles a command.
func (c *compiler) command(cmd ast.Command) op {
	if c.bash {
		return withProcesses(c, cmd)
	}
	return c.sh.up.command(c, cmd)
}
