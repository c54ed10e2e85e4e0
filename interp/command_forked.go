package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// A forked is a list that runs in a process of its own, as in a shell that forks: an
// asynchronous list or, under job control, a subshell or an element of a pipeline. A
// command that is a program is that process; any other list runs in another shell,
// which gets the state (command_spawn.go).
type forked struct {
	list   *ast.AndOr // what the other process gets
	simple *simpleOp  // the list is this command, whose expansions cannot block; nil: it is another
	node   *ast.Simple
	text   jobText
}

// forked prepares a list. It may go to another process, which needs it whole.
func (c *compiler) forked(a *ast.AndOr) *forked {
	c.readBodies(a)
	o := &forked{list: ownSubshell(a), text: c.jobText(a)}
	if s := soleCommand(o.list); s != nil && expandsAtOnce(s) && !c.sh.hooked() {
		o.simple, _ = c.simple(s).(*simpleOp)
		o.node = s
	}
	return o
}

// asList is a command as the list of a process. A subshell's process is what runs its list.
func asList(cmd ast.Command) *ast.AndOr {
	if s, ok := cmd.(*ast.Subshell); ok && len(s.Body.AndOrs) == 1 && !s.Body.AndOrs[0].Background {
		return s.Body.AndOrs[0]
	}
	return alone(cmd)
}

// alone is a command as a list of its own.
func alone(cmd ast.Command) *ast.AndOr {
	span := ast.Span{From: cmd.Pos(), To: cmd.End()}
	return &ast.AndOr{Span: span, Pipelines: []*ast.Pipeline{{Span: span,
		Commands: []ast.Command{cmd}}}}
}

// soleCommand is the simple command that a list consists of; nil: it is another list.
func soleCommand(a *ast.AndOr) *ast.Simple {
	if len(a.Pipelines) != 1 || len(a.Pipelines[0].Commands) != 1 || a.Pipelines[0].Negated ||
		a.Pipelines[0].Timed {
		return nil
	}
	s, _ := a.Pipelines[0].Commands[0].(*ast.Simple)
	return s
}

// direct starts the list if it is a program that the shell can start itself; p is nil
// otherwise. Then rest is what another shell has to run, in the environment sub. make
// makes the list's environment: twice, if the first one has been expanded in in vain.
func (o *forked) direct(fr *frame, pl placement, make func() (*frame, error)) (p *proc.Process,
	detached bool, sub *frame, rest *ast.AndOr, err error) {
	if sub, err = make(); err != nil || o.simple == nil {
		return nil, false, sub, o.list, err
	}
	c, failed := expandCommand(sub, o.simple)
	if failed != nil {
		// Nothing has happened but in sub: the other process begins anew, and reports it.
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

// start starts the list as direct does, else in another shell. p is nil if neither could be
// done, with the outcome.
func (o *forked) start(fr *frame, pl placement, make func() (*frame, error)) (p *proc.Process,
	out flow.Outcome) {
	p, _, sub, rest, err := o.direct(fr, pl, make)
	switch {
	case err != nil:
		return nil, fr.noSubshell(err)
	case p != nil:
		return p, flow.Outcome{}
	}
	return spawn(fr, sub, rest, o.text, pl)
}

// rest is the list with what is left to do of its command: what it expanded to is
// quoted, and its redirections are those that have not been made.
func (o *forked) rest(c *expandedCommand) *ast.AndOr {
	n := &ast.Simple{Span: o.node.Span}
	word := func(text string) *ast.Word {
		return &ast.Word{Span: n.Span, Parts: []ast.WordPart{&ast.Quoted{Span: n.Span,
			Value: text}}}
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
