package interp

import (
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// backgroundOp is an asynchronous list (XCU 2.9.3.1). It needs a process id that
// other programs can signal: one external command has its own, any other list
// runs in a shell process of its own.
type backgroundOp struct {
	list   *ast.AndOr // what the other process gets
	simple *simpleOp  // the list is this command, whose expansions cannot block; nil: it is another
	node   *ast.Simple
	script string
	text   string // for jobs
}

func (c *compiler) background(a *ast.AndOr) op {
	c.readBodies(a)
	o := &backgroundOp{list: ownSubshell(a), script: c.script, text: c.textOf(a)}
	if len(a.Pipelines) == 1 && len(a.Pipelines[0].Commands) == 1 && !a.Pipelines[0].Negated && !a.Pipelines[0].Timed {
		if s, ok := a.Pipelines[0].Commands[0].(*ast.Simple); ok && expandsAtOnce(s) && !c.sh.hooked() {
			o.simple, _ = c.simple(s).(*simpleOp)
			o.node = s
		}
	}
	return o
}

// ownSubshell is a list that is a subshell without its parentheses: the process that
// it gets is that subshell, so that what `trap` ignores in it the process ignores.
func ownSubshell(a *ast.AndOr) *ast.AndOr {
	if len(a.Pipelines) != 1 || len(a.Pipelines[0].Commands) != 1 {
		return a
	}
	pipe := *a.Pipelines[0]
	if pipe.Negated || pipe.Timed {
		return a // there is something to do behind the subshell's end
	}
	switch c := pipe.Commands[0].(type) {
	case *ast.Subshell:
		pipe.Commands = []ast.Command{&ast.Brace{Span: c.Span, Body: c.Body}}
	case *ast.Redirected:
		s, ok := c.Inner.(*ast.Subshell)
		if !ok {
			return a
		}
		inner := &ast.Brace{Span: s.Span, Body: s.Body}
		pipe.Commands = []ast.Command{&ast.Redirected{Span: c.Span, Inner: inner, Redirs: c.Redirs}}
	default:
		return a
	}
	list := *a
	list.Pipelines = []*ast.Pipeline{&pipe}
	return &list
}

// expandsAtOnce reports whether the shell itself can expand a command: nothing in it
// may block.
func expandsAtOnce(s *ast.Simple) bool {
	blocks := false
	ast.Walk(s, func(n ast.Node) bool {
		if _, ok := n.(*ast.CmdSubst); ok {
			blocks = true
		}
		return !blocks
	})
	return !blocks && len(s.Args) > 0
}

func (o *backgroundOp) exec(fr *frame) flow.Outcome {
	fr.vars.Line = o.list.Pos().Line
	fr.pos = o.list.Pos()
	sub, err := o.fork(fr)
	if err != nil {
		return fr.noSubshell(err)
	}
	if o.simple == nil {
		return o.spawn(fr, sub, o.list)
	}
	c, err := expandCommand(sub, o.simple)
	if err != nil {
		// Nothing has happened but in sub: the other process begins anew, and reports it.
		sub.close()
		if sub, err = o.fork(fr); err != nil {
			return fr.noSubshell(err)
		}
		return o.spawn(fr, sub, o.list)
	}
	p := c.start(fr, sub)
	if p == nil {
		return o.spawn(fr, sub, o.rest(c))
	}
	sub.close()
	fr.addJob([]*proc.Process{p}, pgidOf(fr, p), o.text, c.detached)
	return flow.Outcome{}
}

// fork makes the list's environment. Unless job control is on it reads /dev/null
// (XCU 2.9.3.1), and begins with SIGINT and SIGQUIT ignored (XCU 2.12).
func (o *backgroundOp) fork(fr *frame) (*frame, error) {
	sub, err := fr.fork(forList)
	if err != nil || fr.monitoring() {
		return sub, err
	}
	sub.traps.BeginIgnoring(sig.SIGINT)
	sub.traps.BeginIgnoring(sig.SIGQUIT)
	if null, err := fd.Open(sub.scope.Context(), fd.AtCwd, "/dev/null", syscall.O_RDONLY, 0); err == nil {
		sub.fds.Set(0, null, fd.ByBackground)
	}
	return sub, nil
}

// rest is the list with what is left to do of its command: what it expanded to is
// quoted, and its redirections are those that have not been made.
func (o *backgroundOp) rest(c *expandedCommand) *ast.AndOr {
	n := &ast.Simple{Span: o.node.Span}
	word := func(text string) *ast.Word {
		return &ast.Word{Span: n.Span, Parts: []ast.WordPart{&ast.Quoted{Span: n.Span, Value: text}}}
	}
	for _, text := range c.args {
		n.Args = append(n.Args, word(text))
	}
	for i := range c.assigns {
		a := *o.node.Assigns[i]
		a.Value = word(c.assigns[i].text)
		n.Assigns = append(n.Assigns, &a)
	}
	for i := c.made; i < len(c.redirs); i++ {
		r := *o.node.Redirs[i]
		if r.Op == ast.RedirHere {
			r.Here = word(c.redirs[i].fixed)
		} else {
			r.Target = word(c.redirs[i].fixed)
		}
		n.Redirs = append(n.Redirs, &r)
	}
	pipe := *o.list.Pipelines[0]
	pipe.Commands = []ast.Command{n}
	list := *o.list
	list.Pipelines = []*ast.Pipeline{&pipe}
	return &list
}

// pgidOf is the process group that a background process got, 0 for the shell's.
func pgidOf(fr *frame, p *proc.Process) int {
	if fr.monitoring() {
		return p.Pid()
	}
	return 0
}

// readBodies reads the function bodies in a list that the parser passed over: the
// list may go to another process.
func (c *compiler) readBodies(a *ast.AndOr) {
	ast.Walk(a, func(n ast.Node) bool {
		if f, ok := n.(*ast.FuncDecl); ok {
			if _, unread := f.Body.(*syntax.Unread); unread { // else others may run the tree as well
				f.Body = syntax.Body(c.source, syntax.Options{Name: c.script, Blocks: true}, f)
			}
		}
		return true
	})
}
