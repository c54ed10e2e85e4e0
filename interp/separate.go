package interp

import (
	"bytes"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/handover"
	"ftsh/internal/proc"
	"ftsh/internal/quote"
	"ftsh/parser/ast"
)

// separableOp is what runs in a subshell environment: the list of ( … ) or $( … ), or an
// element of a pipeline. It runs in this process, on the forked frame. If it sets the trap of a
// signal, it is a process of its own: a shell that gets the state of the frame, and hands back what
// a subshell leaves. So a signal that is sent to it, as its programs send it to $PPID, reaches it
// alone, and what it resets or ignores is so for its process.
type separableOp struct {
	body    op
	node    ast.Node // the list, or the command that is the element
	cond    bool     // it stands directly in a condition
	text    string   // the source
	written written  // for messages

	looked sync.Once
	use    trapUse
	known  atomic.Uint64 // the state of the functions when they were looked at last, twice, and one more if calls set traps
}

// separable compiles a list that is an environment's; n is what it stands in.
func (c *compiler) separable(list *ast.List, n ast.Node) op {
	return &separableOp{body: c.list(list), node: list, text: c.sourceOf(n), written: c.written(n)}
}

// element compiles an element of a pipeline.
func (c *compiler) element(cmd ast.Command) op {
	return &separableOp{body: c.command(cmd), node: cmd, cond: c.cond, text: c.sourceOf(cmd), written: c.written(cmd)}
}

// exec runs it in fr, the subshell's frame.
func (o *separableOp) exec(fr *frame) flow.Outcome {
	if o.separates(fr) && !(fr.blocks > 0 && mayDetach(o.node)) {
		return o.separate(fr)
	}
	return o.body.exec(fr)
}

// separates reports whether it sets the trap of a signal. All that those pay which do not
// is that their text is looked at, once.
func (o *separableOp) separates(fr *frame) bool {
	if fr.sh.signals == nil || len(fr.sh.opts.Reexec) == 0 {
		return false // signals are the host's
	}
	o.looked.Do(func() { o.use = trapUseOf(o.node) })
	switch {
	case o.use.signals:
		return true
	case fr.funcs.traps && len(o.use.calls) > 0 && o.callsSetTraps(fr):
		return true
	}
	return len(o.use.later) > 0 && o.use.foreseeTraps(fr)
}

// callsSetTraps asks it of the functions that are called. Mostly these are those of the last time.
func (o *separableOp) callsSetTraps(fr *frame) bool {
	known, now := o.known.Load(), fr.funcs.state<<1
	if known&^1 != now {
		if known = now; callSetsTraps(fr, o.use.calls) {
			known++
		}
		o.known.Store(known)
	}
	return known&1 != 0
}

// mayDetach reports whether something in it is to be outside all blocks. What another process
// starts cannot be, since it descends from that.
func mayDetach(n ast.Node) bool {
	found := false
	ast.Walk(n, func(n ast.Node) bool {
		if s, ok := n.(*ast.Simple); ok && len(s.Args) > 0 {
			name, _ := plain(s.Args[0].Parts)
			found = found || name == "detach"
		}
		return !found
	})
	return found
}

// list is what the other process runs.
func (o *separableOp) list() *ast.List {
	cmd, ok := o.node.(ast.Command)
	if !ok {
		return o.node.(*ast.List)
	}
	span := ast.Span{From: cmd.Pos(), To: cmd.End()}
	pipe := &ast.Pipeline{Span: span, Commands: []ast.Command{cmd}}
	return &ast.List{Span: span, AndOrs: []*ast.AndOr{{Span: span, Pipelines: []*ast.Pipeline{pipe}}}}
}

// separate runs it as another process, and leaves in fr what that one left.
func (o *separableOp) separate(fr *frame) flow.Outcome {
	shells, out, deep := shellsBelow(fr, "subshells with traps")
	if deep {
		return out
	}
	fr.depth.shells = shells
	answer, err := fd.Scratch()
	if err != nil {
		return fr.fail(flow.StatusNoExec, "subshell: %s", errorText(err))
	}
	defer answer.Close()
	p, err := o.start(fr, answer)
	if err != nil {
		if fr.cancelled() {
			return fr.cancelOutcome()
		}
		return fr.fail(flow.StatusNoExec, "subshell: %s", errorText(err))
	}
	before := fr.failure
	out = fr.waitForeground(p, []string{"a subshell"})
	if r := readReply(answer); r != nil {
		return returned(fr, r, p, out)
	}
	if out.Status != 0 && fr.blocks > 0 && fr.failure == before { // exec, or a signal that cannot be caught
		fr.failure = &Failure{Place: fr.place(o.node.Pos()), written: o.written, Status: int(out.Status), Cut: out.Divert == flow.Cancel}
	}
	return out
}

// start starts the shell, which answers in a file.
func (o *separableOp) start(fr *frame, answer *os.File) (*proc.Process, error) {
	s := stateOf(fr, o.list())
	s.Condition, s.Reply = o.cond, freeDescriptor(fr.fds)
	fr.fds.Set(s.Reply, fd.Wrap(int(answer.Fd()), false), fd.ByBackground)
	defer fr.fds.Set(s.Reply, nil, fd.Inherited)
	data, err := s.Append(nil)
	if err != nil {
		return nil, err
	}
	p, err := startShell(fr, data, placement{})
	if err == nil {
		fr.note(ProcessStarted, fr.place(o.node.Pos()), func(e *Event) { e.Pid, e.Source = p.Pid(), quote.OneLine(o.text) })
	}
	return p, err
}

// readReply reads what a subshell has answered; nil: nothing, since something else ran in
// its place or ended it.
func readReply(answer *os.File) *handover.Reply {
	data, err := io.ReadAll(io.NewSectionReader(answer, 0, 1<<62))
	if err != nil {
		return nil
	}
	r, err := handover.DecodeReply(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	return r
}

// returned is the outcome of a subshell that has answered, out that of its process.
func returned(fr *frame, r *handover.Reply, p *proc.Process, out flow.Outcome) flow.Outcome {
	restoreReply(fr, r)
	switch st, over := p.Status(); {
	case out.Divert != flow.None || !over || st.Signaled():
		return out
	case r.Runaway:
		runaway(fr.sh)
		return fr.cancelOutcome()
	case r.Outcome.Divert != flow.Cancel:
		return r.Outcome
	case fr.scope.Expired(): // by the same time limit
		return fr.cancelOutcome()
	}
	return out
}
