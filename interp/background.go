package interp

import (
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/parser"
	"ftsh/parser/ast"
	"syscall"
)

// backgroundOp is an asynchronous list (XCU 2.9.3.1). It needs a process id that
// other programs can signal: one external command has its own, any other list
// runs in a shell process of its own.
type backgroundOp struct {
	list   *ast.AndOr // what the other process gets
	simple *simpleOp  // one command whose expansions cannot block; nil: any list
	script string
	text   string // for jobs
}

func (c *compiler) background(a *ast.AndOr) op {
	c.readBodies(a)
	o := &backgroundOp{list: ownSubshell(a), script: c.script, text: c.textOf(a)}
	if len(a.Pipelines) == 1 && len(a.Pipelines[0].Commands) == 1 && !a.Pipelines[0].Negated && !a.Pipelines[0].Timed {
		if s, ok := a.Pipelines[0].Commands[0].(*ast.Simple); ok && direct(s) {
			o.simple, _ = c.simple(s).(*simpleOp)
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

// direct reports whether a command can be started by the shell itself: nothing
// in it may block before the program runs.
func direct(s *ast.Simple) bool {
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
	if o.simple != nil {
		if out, done := o.startDirect(fr); done {
			return out
		}
	}
	return o.spawn(fr)
}

// startDirect starts a single external command. done is false when the command
// is none after all, and nothing has happened.
func (o *backgroundOp) startDirect(fr *frame) (out flow.Outcome, done bool) {
	sub := fr.fork()
	defer sub.close()
	args, err := o.words(sub)
	if err != nil || len(args) == 0 {
		return out, false
	}
	special, regular := fr.sh.builtinFor(args[0], fr.blocks > 0)
	if special != nil || regular != nil || fr.HasFunction(args[0]) || o.blockingTarget(sub) {
		return out, false
	}
	path, err := sub.find(args[0])
	if err != nil {
		return out, false
	}
	o.detachInput(fr, sub)
	undo, err := sub.redirect(o.simple.redirs)
	if err != nil {
		return out, false
	}
	defer sub.discard(undo)
	for i := range o.simple.assigns {
		a := &o.simple.assigns[i]
		value, err := a.expand(sub)
		if err != nil {
			return out, false
		}
		if _, err := sub.vars.Shadow(a.ref, value); err != nil {
			return out, false
		}
	}
	fr.trace(o.simple.assigns, args)
	p, err := sub.startInBackground(fr, path, args)
	if err != nil {
		return out, false
	}
	fr.addJob([]*proc.Process{p}, pgidOf(fr, p), o.text)
	return flow.Outcome{}, true
}

func (o *backgroundOp) words(sub *frame) ([]string, error) {
	if o.simple.literal != nil {
		return o.simple.literal, nil
	}
	var args []string
	var err error
	for _, w := range o.simple.words {
		if args, err = w.Fields(sub, args); err != nil {
			return nil, err
		}
	}
	return args, nil
}

// blockingTarget reports whether opening a redirection's target could block: a fifo.
func (o *backgroundOp) blockingTarget(sub *frame) bool {
	for _, r := range o.simple.redirs {
		switch r.op {
		case ast.RedirHere, ast.RedirDupIn, ast.RedirDupOut:
			continue
		}
		target, err := r.target.Text(sub)
		if err != nil {
			return true
		}
		if st, err := fd.Stat(dirOrCwd(sub.Dir()), target, true); err == nil {
			if f := st.Mode & syscall.S_IFMT; f == syscall.S_IFIFO || f == syscall.S_IFCHR && target != "/dev/null" {
				return true
			}
		}
	}
	return false
}

// detachInput gives an asynchronous list /dev/null to read unless job control is
// on (XCU 2.9.3.1).
func (o *backgroundOp) detachInput(fr, sub *frame) {
	if fr.monitoring() {
		return
	}
	null, err := fd.Open(sub.scope.ctx, fd.AtCwd, "/dev/null", syscall.O_RDONLY, 0)
	if err != nil {
		return
	}
	if old := sub.fds.Replace(0, null); old != nil {
		old.Release()
	}
}

// startInBackground starts a program as an asynchronous list of fr.
func (sub *frame) startInBackground(fr *frame, path string, args []string) (*proc.Process, error) {
	return sub.start(path, args, placement{background: true, group: fr.monitoring()})
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
		if f, ok := n.(*ast.FuncDecl); ok && f.Body == nil {
			// The text has been checked: there is no error to come.
			f.Body, _ = parser.Body(c.source, parser.Options{Name: c.script, Blocks: true}, f)
		}
		return true
	})
}
