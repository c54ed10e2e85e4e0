package interp

import (
	"slices"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/trap"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// A bashOp runs a command in the dialect of bash, and keeps what the variables PIPESTATUS,
// BASH_COMMAND and _ say. It runs the trap of DEBUG.
type bashOp struct {
	inner  op
	node   ast.Node
	traced bool // the trap of DEBUG runs before it
	// assigns: it has no words, so that $_ is empty after it.
	assigns bool
	// element: it is an element of a pipeline. The pipeline runs the traps of DEBUG and ERR for it;
	// where lastpipe has the last element run in the shell, that runs ERR, too.
	element bool
}

// noted makes the op of a command one that keeps the variables of bash.
func (c *compiler) noted(n ast.Command, o op) op {
	if !c.bash {
		return o
	}
	b := &bashOp{inner: o, node: n, traced: true}
	switch n := n.(type) {
	case *ast.Subshell:
		b.traced = false
	case *ast.Simple:
		b.assigns = len(n.Args) == 0
	}
	return b
}

func (o *bashOp) exec(fr *frame) flow.Outcome {
	b := fr.env.bash
	if b == nil {
		return o.inner.exec(fr)
	}
	if b.coproc != nil || len(b.lost) > 0 {
		fr.env.reapCoproc()
	}
	if noted(fr) {
		b.command = o.node
	}
	if o.traced && fr.env.traps.Heeds(trap.Debug) {
		if out, skip := debugTrap(fr, o.node); skip {
			return flow.Outcome{}
		} else if out.Divert != flow.None {
			return out
		}
	}
	if !o.traced {
		fr.env.vars.Line = bashLine(o.node)
	}
	unheard, element := b.unheard, o.element && !b.here
	b.simple, b.here, b.unheard = true, false, element || !fr.env.traps.Heeds(trap.Err)
	out := o.inner.exec(fr)
	if b = fr.env.bash; b != nil {
		b.pipe, b.unheard = nil, unheard
		if fr.env.vars.Seq(fr.sh.refs.traceTarget) != b.trace.seq {
			followTraceTarget(fr)
		}
		if o.assigns {
			b.last = ""
		}
	}
	return out
}

// restBash is assignOp.rest. As in bash, the assignments are made before the redirections.
func (o *assignOp) restBash(fr *frame) flow.Outcome {
	out := fr.assignAll(o.simple.assigns, o.simple.inCond)
	if out.Divert != flow.None || out.Status != 0 {
		return fr.errexit(out)
	}
	status := 0
	if fr.regs.subst.ran {
		status = fr.regs.subst.status
	}
	if len(o.simple.redirs) > 0 {
		undo, out := o.redirect(fr)
		if out.Divert != flow.None || out.Status != 0 {
			return fr.errexit(out)
		}
		fr.restore(undo)
	}
	return fr.errexit(flow.Status(status))
}

// redirectBeneath makes the redirections of a command with assignments, whose values they do not see.
func (o *simpleOp) redirectBeneath(fr *frame, shadows []vars.Shadow) (undo []replaced, err error) {
	expands := slices.ContainsFunc(o.redirs, func(r *redirOp) bool { return !r.plain })
	if len(shadows) == 0 || !expands {
		return fr.redirect(o.redirs)
	}
	fr.env.vars.Beneath(shadows, func() { undo, err = fr.redirect(o.redirs) })
	return undo, err
}

// aroundBash is simpleOp.around. As in bash, the assignments are made before the redirections.
func (o *simpleOp) aroundBash(fr *frame, args []string, external bool, run func() flow.Outcome) flow.Outcome {
	shadows, out := o.shadow(fr)
	defer unshadow(fr, shadows)
	if out != (flow.Outcome{}) {
		return out
	}
	fr.trace(nil, args)
	undo, err := o.redirectBeneath(fr, shadows)
	if err != nil {
		out := fr.redirectFailed(o.pos, err)
		if external && !fr.context.brittle && (out.Divert == flow.Fatal || out.Divert == flow.Exit) {
			return flow.Status(1) // bash expands the redirection in the process of the command
		}
		return out
	}
	fr.regs.keepRedir = false
	defer func() {
		if fr.regs.keepRedir {
			fr.regs.keepRedir = false
			fr.env.discard(undo)
			return
		}
		fr.restore(undo)
	}()
	if out, stop := fr.substFailed(o.inCond); stop {
		return out
	}
	flushReports(fr)
	return run()
}

// noted reports whether BASH_COMMAND follows the commands: not in the action of a trap.
func noted(fr *frame) bool { return fr.env.bash.running == 0 && !fr.context.action.runs }

// externalBash runs a program that has assignments or redirections.
func (o *simpleOp) externalBash(fr *frame, args []string) flow.Outcome {
	return o.aroundBash(fr, args, true, func() flow.Outcome { return o.external(fr, args) })
}

// debugTrap runs the trap of DEBUG before a command.
func debugTrap(fr *frame, n ast.Node) (out flow.Outcome, skip bool) {
	fr.env.vars.Line, fr.regs.pos = bashLine(n), n.Pos()
	return runDebug(fr)
}

// asElement makes the op of a simple command that of an element of a pipeline.
func asElement(o op) op {
	inner := o
	if p, ok := o.(*processesOp); ok {
		inner = p.inner
	}
	if b, ok := inner.(*bashOp); ok {
		if _, simple := b.node.(*ast.Simple); simple {
			b.element, b.traced = true, false
		}
	}
	return o
}

// debugElements runs the trap of DEBUG for the simple commands of a pipeline, before it begins.
func debugElements(fr *frame, o *pipelineOp) (out flow.Outcome, skip bool) {
	if !o.from.dialect.bash || !fr.env.traps.Heeds(trap.Debug) {
		return flow.Outcome{}, false
	}
	for _, cmd := range o.commands {
		if _, simple := cmd.(*ast.Simple); !simple {
			continue
		}
		if b := fr.env.bash; b != nil && noted(fr) {
			b.command = cmd
		}
		if out, skip := debugTrap(fr, cmd); skip {
			return flow.Outcome{}, true
		} else if out.Divert != flow.None {
			return out, false
		}
	}
	return flow.Outcome{}, false
}

// lineOf is LINENO in a simple command.
func (c *compiler) lineOf(n *ast.Simple) uint32 {
	if !c.bash {
		return n.Pos().Line
	}
	return bashLine(n)
}

// bashLine is LINENO in a command: the line that bash's parser has reached when it makes the
// command.
func bashLine(n ast.Node) uint32 {
	from, to := n.Pos().Line, n.End().Line
	if from == to {
		return from
	}
	switch n := n.(type) {
	case *ast.ArithCommand, *ast.Subshell:
		return to
	case *ast.Test:
		return n.Expr.End().Line
	case *ast.Simple:
		return lineOfSimple(n)
	}
	return from
}

// lineOfSimple is the line on which the first assignment or redirection ends. After a name it is
// the line of the next word: bash reads it to see whether a function is defined.
func lineOfSimple(n *ast.Simple) uint32 {
	switch {
	case len(n.Redirs) > 0 && n.Redirs[0].From == n.From:
		return n.From.Line
	case len(n.Assigns) > 0:
		return n.Assigns[0].To.Line
	case len(n.Args) == 1 && len(n.Redirs) == 0:
		return n.Args[0].To.Line
	case len(n.Args) == 1 || len(n.Redirs) > 0 && n.Redirs[0].From.Offset < n.Args[1].From.Offset:
		return n.Redirs[0].From.Line
	}
	return n.Args[1].To.Line
}

// beforeTurn runs the trap of DEBUG for a loop before its body, which n's turn is.
func (c *compiler) beforeTurn(n ast.Command, body op) op {
	if !c.bash {
		return body
	}
	return &debugOp{inner: body, node: n}
}

// debugOp runs the trap of DEBUG before a part of a compound command.
type debugOp struct {
	inner op
	node  ast.Node
}

func (o *debugOp) exec(fr *frame) flow.Outcome {
	if out, skip := debugPart(fr, o.node, o.node.Pos()); skip {
		return flow.Outcome{}
	} else if out.Divert != flow.None {
		return out
	}
	return o.inner.exec(fr)
}

// debugPart runs the trap of DEBUG before a part of the compound command at pos, shown as n.
func debugPart(fr *frame, n ast.Node, pos ast.Pos) (out flow.Outcome, skip bool) {
	b := fr.env.bash
	if b == nil || !fr.env.traps.Heeds(trap.Debug) {
		return flow.Outcome{}, false
	}
	if noted(fr) {
		b.command = n
	}
	fr.env.vars.Line, fr.regs.pos = pos.Line, pos
	return runDebug(fr)
}

// ranBash notes the last argument of a command, for $_.
func ranBash(fr *frame, args []string) {
	if b := fr.env.bash; b != nil {
		b.last = args[len(args)-1]
		if i := strings.Index(b.last, arrayMark); i > 0 { // name=(…): the name
			b.last = strings.TrimRight(b.last[:i], "+=")
		}
	}
}

// keepStatuses notes the statuses of a pipeline, for PIPESTATUS, and its last command.
func keepStatuses(fr *frame, o *pipelineOp, outs []flow.Outcome) {
	b := fr.env.bash
	if b == nil {
		return
	}
	last := o.commands[len(outs)-1]
	fr.env.vars.Line = bashLine(last)
	if noted(fr) {
		for _, cmd := range slices.Backward(o.commands) { // as in bash, no other compound command
			switch cmd.(type) {
			case *ast.Simple, *ast.Subshell:
				b.command = cmd
			default:
				continue
			}
			break
		}
	}
	b.pipe, b.simple = make([]int32, len(outs)), false
	for i, out := range outs {
		b.pipe[i] = out.Status
	}
}

// keepPipeStatus notes the status of the last command, for PIPESTATUS, where $? becomes another one:
// after !, and after a condition without a list to run.
func keepPipeStatus(fr *frame, out flow.Outcome) {
	if b := fr.env.bash; b != nil && b.pipe == nil {
		b.pipe = []int32{out.Status}
	}
}

// strictly is the outcome of a special builtin in bash's POSIX mode, where a wrong use ends a shell
// that is not interactive.
func strictly(fr *frame, name string, out flow.Outcome) flow.Outcome {
	switch name {
	case ".", "source", "eval", "exit":
		if out.Divert == flow.Fatal && !fr.env.interactive() {
			out.Divert = flow.Exit
		}
		return out // the status is that of a command
	}
	if out.Status == flow.StatusUsage && out.Divert == flow.None && !fr.env.interactive() {
		out.Divert = flow.Exit
	}
	return out
}
