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
	"ftsh/interp/event"
	"ftsh/parser/ast"
)

// subshellOrProcessOp runs in a subshell environment: the list of ( … ) or $( … ), or an element of
// a pipeline. Usually it runs in this process, on the forked frame. If it traps a signal, or asks
// for its own process ID, it runs in a re-executed shell. That shell gets the frame's state and
// returns a reply. A signal sent to the subshell, such as by its programs to $PPID, then reaches it
// alone; the signals that it resets or ignores affect only its process.
type subshellOrProcessOp struct {
	body    op
	node    ast.Node // the list, or the element's command
	cond    bool     // it stands directly in a condition
	text    string   // the source
	written written  // for messages

	scanOnce sync.Once
	use      trapscan.Use
	// known is the functions' state at the last scan, with the result in the low bits.
	known atomic.Uint64
}

// subshellList compiles the list of a subshell environment; n is the enclosing node.
func (c *compiler) subshellList(list *ast.List, n ast.Node) *subshellOrProcessOp {
	return &subshellOrProcessOp{body: c.list(list), node: list, text: c.sourceOf(n),
		written: c.written(n)}
}

// element compiles an element of a pipeline.
func (c *compiler) element(cmd ast.Command) *subshellOrProcessOp {
	return &subshellOrProcessOp{body: asElement(c.command(cmd)), node: cmd, cond: c.cond,
		text: c.sourceOf(cmd), written: c.written(cmd)}
}

// exec runs o in fr, the subshell's frame.
func (o *subshellOrProcessOp) exec(fr *frame) flow.Outcome {
	if o.needsProcess(fr) {
		return o.runAsProcess(fr)
	}
	return o.body.exec(fr)
}

// needsProcess reports whether o must run in a process of its own.
func (o *subshellOrProcessOp) needsProcess(fr *frame) bool {
	if fr.sh.signals.dispatcher == nil || len(fr.sh.opts.Standalone.Reexec) == 0 {
		return false // signals are the host's
	}
	return o.setsTraps(fr) && !(fr.context.blocks > 0 && mayDetach(o.node))
}

// setsTraps reports whether o sets a signal trap or asks for its own process ID. If not, the cost
// is one cached scan of its text.
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

// Results of scanning the called functions, in subshellOrProcessOp.known.
const (
	callsProcess = 1 << iota // they set traps
	callsDepend              // they may, depending on variables' values
	callsState               // the lowest bit of the functions' state
)

// callsSetTraps reports whether the called functions set traps. The result is cached until the
// functions change.
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

// mayDetach reports whether a command in n may start a process outside all blocks. A re-executed
// shell cannot do this: its processes are its descendants.
func mayDetach(n ast.Node) bool {
	found := false
	ast.Walk(n, func(n ast.Node) bool {
		if s, ok := n.(*ast.Simple); ok && len(s.Args) > 0 {
			name, _ := syntax.Static(s.Args[0])
			found = found || name == "detach"
		}
		return !found
	})
	return found
}

// list returns the list for the other process.
func (o *subshellOrProcessOp) list() *ast.List {
	cmd, ok := o.node.(ast.Command)
	if !ok {
		return o.node.(*ast.List)
	}
	a := alone(cmd)
	return &ast.List{Span: a.Span, AndOrs: []*ast.AndOr{a}}
}

// A subshellProcess is a subshell running in another process.
type subshellProcess struct {
	p      *proc.Process
	answer *os.File // the file of its reply
	before *failure // the failure before it
}

// runAsProcess runs o in another process and applies its reply to fr.
func (o *subshellOrProcessOp) runAsProcess(fr *frame) flow.Outcome {
	defer fr.context.group.lend(fr.sh)()
	fr.regs.text = ""
	end := watchErrors(fr)
	s, out := o.begin(fr, placement{})
	if s == nil {
		end()
		return out
	}
	defer s.answer.Close()
	out = fr.waitForeground(s.p, []string{o.text})
	end()
	out = o.end(fr, s, out)
	if f := fr.regs.failure; fr.context.watched && f != nil && f != s.before {
		g := *f
		g.text = fr.regs.text
		fr.regs.failure = &g
	}
	return out
}

// inOwnGroup runs o as a process under the job control of fr, inside a block: outside of one, each
// subshell is a process (forks). The process leads a group of its own, as a program does. It is
// continued when it is stopped, since a block cannot be stopped in part. sub is the subshell's
// frame, closed at its end.
func (o *subshellOrProcessOp) inOwnGroup(fr, sub *frame) flow.Outcome {
	defer sub.env.close()
	s, out := o.begin(sub, placement{group: true, foreground: true})
	if s == nil {
		return out
	}
	defer s.answer.Close()
	out = fr.waitForeground(s.p, []string{quote.OneLine(o.text)})
	out = o.end(sub, s, out)
	adopt(fr, sub)
	carry(fr, sub)
	return out
}

// begin starts the process. If that fails it returns nil and the outcome.
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

// end returns the outcome of a subshell whose process ended with out.
func (o *subshellOrProcessOp) end(fr *frame, s *subshellProcess, out flow.Outcome) flow.Outcome {
	var unreported bool // no failure in it has been reported
	if r := readReply(s.answer); r != nil {
		out = returned(fr, r, s.p, out)
		st, _ := s.p.Status()
		unreported = st.Signaled() && out.Divert == flow.None &&
			(fr.regs.failure == nil || fr.regs.failure.Status != int(out.Status))
	} else {
		// After exec, or a signal that cannot be caught, there is no reply.
		unreported = out.Status != 0 && fr.regs.failure == s.before
	}
	if unreported && fr.context.blocks > 0 {
		fr.regs.failure = &failure{Failure: event.Failure{Place: fr.context.place(o.node.Pos()),
			Status: int(out.Status), Cut: timeLimit(fr, out)}, written: o.written}
	}
	return out
}

// start starts the shell. It writes its reply to answer.
func (o *subshellOrProcessOp) start(
	fr *frame, answer *os.File, pl placement) (*proc.Process, error) {
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
		fr.note(event.ProcessStarted, fr.context.place(o.node.Pos()), func(e *Event) {
			e.Process.Pid, e.Process.Source = p.Pid(), quote.OneLine(o.text)
		})
	}
	return p, err
}

// readReply reads the reply of a subshell. It returns nil if there is none, because the shell was
// killed or replaced by exec.
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

// returned returns the outcome of a subshell with a reply; out is its process's outcome.
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
