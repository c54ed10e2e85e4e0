package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/trap"
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
	if b.coproc != nil {
		fr.env.reapCoproc()
	}
	if b.running == 0 {
		b.command = o.node
	}
	if o.traced && fr.env.traps.Heeds(trap.Debug) {
		if out := debugTrap(fr, o.node); out.Divert != flow.None {
			return out
		}
	}
	if !o.traced {
		fr.env.vars.Line = o.node.Pos().Line
	}
	unheard := b.unheard
	b.simple, b.unheard = true, !fr.env.traps.Heeds(trap.Err)
	out := o.inner.exec(fr)
	if b = fr.env.bash; b != nil {
		b.pipe, b.unheard = nil, unheard
		if o.assigns {
			b.last = ""
		}
	}
	return out
}

// debugTrap runs the trap of DEBUG before a command.
func debugTrap(fr *frame, n ast.Node) flow.Outcome {
	fr.env.vars.Line, fr.regs.pos = n.Pos().Line, n.Pos()
	return runEvent(fr, trap.Debug)
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
	if b := fr.env.bash; b != nil && fr.env.traps.Heeds(trap.Debug) {
		if b.running == 0 {
			b.command = o.node
		}
		if out := debugTrap(fr, o.node); out.Divert != flow.None {
			return out
		}
	}
	return o.inner.exec(fr)
}

// ranBash notes the last argument of a command, for $_.
func ranBash(fr *frame, args []string) {
	if b := fr.env.bash; b != nil {
		b.last = args[len(args)-1]
	}
}

// keepStatuses notes the statuses of a pipeline, for PIPESTATUS, and its last command.
func keepStatuses(fr *frame, o *pipelineOp, outs []flow.Outcome) {
	b := fr.env.bash
	if b == nil {
		return
	}
	fr.env.vars.Line = o.pos.Line
	if b.running == 0 {
		b.command = o.commands[len(outs)-1]
	}
	b.pipe, b.simple = make([]int32, len(outs)), false
	for i, out := range outs {
		b.pipe[i] = out.Status
	}
}

// keepNegated notes the status of a command after !, for PIPESTATUS.
func keepNegated(fr *frame, out flow.Outcome) {
	if b := fr.env.bash; b != nil && b.pipe == nil {
		b.pipe = []int32{out.Status}
	}
}
