package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// A forked is a list that runs in a process of its own, as in a shell that forks: an asynchronous
// list or, under job control, a subshell or an element of a pipeline. If the list is a program, the
// process is this program. Any other list runs in another shell, to which the state is handed over
// (command_spawn.go).
type forked struct {
	list *ast.AndOr // for the other process
	// simple is the list's only command, if its expansions cannot block; else nil.
	simple *simpleOp
	node   *ast.Simple
	text   jobText
}

// forked prepares a list. Its function bodies are read, since the list may go to another process.
func (c *compiler) forked(a *ast.AndOr) *forked {
	c.readBodies(a)
	o := &forked{list: ownSubshell(a), text: c.jobText(a)}
	if s := soleCommand(o.list); s != nil && expandsAtOnce(s) && !c.sh.hooked() {
		o.simple, _ = c.simple(s).(*simpleOp)
		o.node = s
	}
	return o
}

// asList returns a command as the list of a process. For a subshell it is the list inside, since
// the process is the subshell.
func asList(cmd ast.Command) *ast.AndOr {
	if s, ok := cmd.(*ast.Subshell); ok && len(s.Body.AndOrs) == 1 && !s.Body.AndOrs[0].Background {
		return s.Body.AndOrs[0]
	}
	return alone(cmd)
}

// alone returns a list consisting of one command.
func alone(cmd ast.Command) *ast.AndOr {
	span := ast.Span{From: cmd.Pos(), To: cmd.End()}
	pipe := &ast.Pipeline{Span: span, Commands: []ast.Command{cmd}}
	return &ast.AndOr{Span: span, Pipelines: []*ast.Pipeline{pipe}}
}

// soleCommand returns the simple command that forms the whole list, or nil.
func soleCommand(a *ast.AndOr) *ast.Simple {
	if len(a.Pipelines) != 1 {
		return nil
	}
	p := a.Pipelines[0]
	if len(p.Commands) != 1 || p.Negated || p.Timed {
		return nil
	}
	s, _ := p.Commands[0].(*ast.Simple)
	return s
}

// direct starts the list if it is a program that the shell can start itself. Otherwise p is nil,
// and another shell has to run rest in the environment sub. make makes the list's environment;
// direct calls it again if an expansion fails in the first one.
func (o *forked) direct(fr *frame, pl placement, make func() (*frame, error)) (
	p *proc.Process, detached bool, sub *frame, rest *ast.AndOr, err error) {
	if sub, err = make(); err != nil || o.simple == nil {
		return nil, false, sub, o.list, err
	}
	c, failed := expandCommand(sub, o.simple)
	if failed != nil {
		// Only sub has changed. The other process starts anew and reports the failure.
		sub.env.close()
		sub, err = make()
		return nil, false, sub, o.list, err
	}
	if p = c.start(sub, pl); p == nil {
		return nil, false, sub, o.rest(c), nil
	}
	sub.env.close()
	return p, c.detached, nil, nil, nil
}

// start starts the list directly, or else in another shell. If both fail, p is nil and out is the
// outcome.
func (o *forked) start(fr *frame, pl placement, make func() (*frame, error)) (
	p *proc.Process, out flow.Outcome) {
	p, _, sub, rest, err := o.direct(fr, pl, make)
	switch {
	case err != nil:
		return nil, fr.noSubshell(err)
	case p != nil:
		return p, flow.Outcome{}
	}
	return spawn(fr, sub, rest, o.text, pl)
}

// rest returns the list with the remaining work of its command: the expanded words, quoted, and the
// redirections not made yet.
func (o *forked) rest(c *expandedCommand) *ast.AndOr {
	n := &ast.Simple{Span: o.node.Span}
	word := func(text string) *ast.Word {
		quoted := &ast.Quoted{Span: n.Span, Value: text}
		return &ast.Word{Span: n.Span, Parts: []ast.WordPart{quoted}}
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
		n.Redirs = append(n.Redirs, c.redirs[i].node(word))
	}
	pipe := *o.list.Pipelines[0]
	pipe.Commands = []ast.Command{n}
	list := *o.list
	list.Pipelines = []*ast.Pipeline{&pipe}
	return &list
}

// node returns the redirection, expanded, as the tree has it. Its number is written: of a &>file
// there are two redirections.
func (r *redirOp) node(word func(string) *ast.Word) *ast.Redirect {
	target := word(r.fixed)
	n := &ast.Redirect{Span: target.Span, N: int32(r.n), Op: r.op, Target: target}
	if r.op == ast.RedirHere {
		n.Here = target
	}
	if r.name != nil {
		n.N, n.Var = -1, r.name.name
	}
	return n
}

// expandsAtOnce reports whether the shell itself can expand a command without blocking.
func expandsAtOnce(s *ast.Simple) bool {
	blocks := false
	ast.Walk(s, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.CmdSubst, *ast.ProcSubst:
			blocks = true
		}
		return !blocks
	})
	return !blocks && len(s.Args) > 0
}

// ownSubshell removes the parentheses of a list consisting of one subshell. The list's process is
// that subshell, so that signals ignored by its traps are ignored in the process.
func ownSubshell(a *ast.AndOr) *ast.AndOr {
	if len(a.Pipelines) != 1 || len(a.Pipelines[0].Commands) != 1 {
		return a
	}
	pipe := *a.Pipelines[0]
	if pipe.Negated || pipe.Timed {
		return a // there is work after the subshell's end
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

// readBodies parses the function bodies in a list that the parser skipped, since the list may go to
// another process.
func (c *compiler) readBodies(a *ast.AndOr) {
	ast.Walk(a, func(n ast.Node) bool {
		if f, ok := n.(*ast.FuncDecl); ok {
			// Parsed bodies must not be written: other shells may use the same tree.
			if _, unread := f.Body.(*syntax.Unread); unread {
				f.Body = syntax.Body(c.bodies, syntax.Options{Name: c.script, Blocks: true}, f)
			}
		}
		return true
	})
}
