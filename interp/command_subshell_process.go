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
	"ftsh/internal/syntax"
	"ftsh/internal/trapscan"
	"ftsh/parser/ast"
)

// subshellOrProcessOp is what runs in a subshell environment: the list of ( … ) or $( … ), or an
// element of a pipeline. It runs in this process, on the forked frame. If it sets the trap of a
// signal, or asks for its own process id, it is a process of its own: a shell that gets the state of the frame, and hands back what
// a subshell leaves. So a signal that is sent to it, as its programs send it to $PPID, reaches it
// alone, and what it resets or ignores is so for its process.
type subshellOrProcessOp struct {
	body    op
	node    ast.Node // the list, or the command that is the element
	cond    bool     // it stands directly in a condition
	text    string   // the source
	written written  // for messages

	scanOnce sync.Once
	use      trapscan.Use
	known    atomic.Uint64 // the functions' state at the last look, and in the low bits its result
}

// subshellList compiles a list that is an environment's; n is what it stands in.
func (c *compiler) subshellList(list *ast.List, n ast.Node) *subshellOrProcessOp {
	return &subshellOrProcessOp{body: c.list(list), node: list, text: c.sourceOf(n),
		written: c.written(n)}
}

// element compiles an element of a pipeline.
func (c *compiler) element(cmd ast.Command) op {
	return &subshellOrProcessOp{body: c.command(cmd), node: cmd, cond: c.cond,
		text: c.sourceOf(cmd), written: c.written(cmd)}
}

// exec runs it in fr, the subshell's frame.
func (o *subshellOrProcessOp) exec(fr *frame) flow.Outcome {
	if o.needsProcess(fr) {
		return o.runAsProcess(fr)
	}
	return o.body.exec(fr)
}

// needsProcess decides which of both it is.
func (o *subshellOrProcessOp) needsProcess(fr *frame) bool {
	if fr.sh.signals.dispatcher == nil || len(fr.sh.opts.Reexec) == 0 {
		return false // signals are the host's
	}
	return o.setsTraps(fr) && !(fr.context.blocks > 0 && mayDetach(o.node))
}

// setsTraps reports whether it sets the trap of a signal, or asks for its own process id. If
// not, the cost is one cached scan of its text.
func (o *subshellOrProcessOp) setsTraps(fr *frame) bool {
	o.scanOnce.Do(func() { o.use = trapscan.Of(o.node) })
	switch {
	case o.use.NeedsProcess():
		return true
	case fr.env.funcs.traps && o.use.Calls() && o.callsSetTraps(fr):
		return true
	}
	return o.use.Unknown() && o.use.Predict(scanned{fr})
}

// What the functions that a subshell calls said of traps, in subshellOrProcessOp.known.
const (
	callsProcess = 1 << iota // they set them
	callsDepend              // they may, by what variables hold
	callsState               // the least bit of the state of the functions
)

// callsSetTraps asks it of the functions that are called. Mostly these are those of the last time.
func (o *subshellOrProcessOp) callsSetTraps(fr *frame) bool {
	known, now := o.known.Load(), fr.env.funcs.state*callsState
	if known&^(callsState-1) != now {
		process, depends := o.use.CallsNeedProcess(scanned{fr}, false)
		known = now
		if process {
			known |= callsProcess
		}
		if depends {
			known |= callsDepend
		}
		o.known.Store(known)
	}
	if known&callsDepend == 0 {
		return known&callsProcess != 0
	}
	process, _ := o.use.CallsNeedProcess(scanned{fr}, true)
	return process
}

// mayDetach reports whether something in it is to be outside all blocks. What another process
// starts cannot be, since it descends from that.
func mayDetach(n ast.Node) bool {
	found := false
	ast.Walk(n, func(n ast.Node) bool {
		if s, ok := n.(*ast.Simple); ok && len(s.Args) > 0 {
			name, _ := syntax.Known(s.Args[0])
			found = found || name == "detach"
		}
		return !found
	})
	return found
}

// list is what the other process runs.
func (o *subshellOrProcessOp) list() *ast.List {
	cmd, ok := o.node.(ast.Command)
	if !ok {
		return o.node.(*ast.List)
	}
	a := alone(cmd)
	return &ast.List{Span: a.Span, AndOrs: []*ast.AndOr{a}}
}

// A subshellProcess is a subshell that is another process.
type subshellProcess struct {
	p      *proc.Process
	answer *os.File // where it leaves its reply
	before *Failure // what had failed before
}

// runAsProcess runs it as another process, and leaves in fr what that one left.
func (o *subshellOrProcessOp) runAsProcess(fr *frame) flow.Outcome {
	defer fr.context.group.lend(fr.sh)()
	s, out := o.begin(fr, placement{})
	if s == nil {
		return out
	}
	defer s.answer.Close()
	return o.end(fr, s, fr.waitForeground(s.p, []string{o.text}))
}

// asJob is separate under job control, of fr, for the subshell sub, which ends with it: the process leads a
// group of its own, as a program does, and what stops it stops the job.
func (o *subshellOrProcessOp) asJob(fr, sub *frame) flow.Outcome {
	s, out := o.begin(sub, placement{group: true, foreground: true})
	if s == nil {
		sub.env.close()
		return out
	}
	out = fr.waitForeground(s.p, []string{quote.OneLine(o.text)})
	if _, over := s.p.Status(); !over {
		s.p.Watch(func(proc.Status) {
			o.end(sub, s, flow.Outcome{})
			flushReports(sub)
			s.answer.Close()
			sub.env.close()
		})
		return out
	}
	out = o.end(sub, s, out)
	s.answer.Close()
	sub.env.close()
	adopt(fr, sub)
	carry(fr, sub)
	return out
}

// begin starts the process; nil, and the outcome, where that fails.
func (o *subshellOrProcessOp) begin(fr *frame, pl placement) (*subshellProcess, flow.Outcome) {
	if out, deep := descend(fr, fr, "subshells with traps"); deep {
		return nil, out
	}
	answer, err := fd.Scratch()
	if err == nil {
		var p *proc.Process
		if p, err = o.start(fr, answer, pl); err == nil {
			return &subshellProcess{p, answer, fr.regs.failure}, flow.Outcome{}
		}
		answer.Close()
	}
	if fr.cancelled() {
		return nil, fr.cancelOutcome()
	}
	fr.regs.pos = o.node.Pos()
	return nil, fr.notBegun(flow.StatusNoExec, "subshell: %s", why(fr, err))
}

// end is the outcome of a process that has ended with out.
func (o *subshellOrProcessOp) end(fr *frame, s *subshellProcess, out flow.Outcome) flow.Outcome {
	var untold bool // nothing in it is known that failed
	if r := readReply(s.answer); r != nil {
		out = returned(fr, r, s.p, out)
		st, _ := s.p.Status()
		untold = st.Signaled() && out.Divert == flow.None &&
			(fr.regs.failure == nil || fr.regs.failure.Status != int(out.Status))
	} else {
		untold = out.Status != 0 && fr.regs.failure == s.before // exec, or a signal that cannot be caught
	}
	if untold && fr.context.blocks > 0 {
		fr.regs.failure = &Failure{Place: fr.context.place(o.node.Pos()), written: o.written,
			Status: int(out.Status), Cut: timeLimit(fr, out)}
	}
	return out
}

// start starts the shell, which answers in a file.
func (o *subshellOrProcessOp) start(fr *frame, answer *os.File, pl placement) (*proc.Process,
	error) {
	s := stateOf(fr, o.list())
	s.Condition, s.Reply = o.cond, freeDescriptor(fr.env.fds)
	fr.env.fds.Set(s.Reply, fd.Wrap(int(answer.Fd()), false), fd.ByBackground)
	defer fr.env.fds.Set(s.Reply, nil, fd.Inherited)
	data, err := s.Append(nil)
	if err != nil {
		return nil, err
	}
	p, err := startShell(fr, titleOf(fr, o.node), data, pl)
	if err == nil {
		fr.note(ProcessStarted, fr.context.place(o.node.Pos()), func(e *Event) {
			e.Pid, e.Source = p.Pid(), quote.OneLine(o.text)
		})
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
		runaway(fr)
		return fr.cancelOutcome()
	case r.Outcome.Divert != flow.Cancel:
		return r.Outcome
	case fr.context.scope.Expired(): // by the same time limit
		return fr.cancelOutcome()
	}
	return out
}
