package interp

import (
	"fmt"

	"ftsh/internal/expand"
	"ftsh/internal/flow"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// loopOp is while and until.
type loopOp struct {
	cond, body op
	until      bool
}

func (c *compiler) loop(n *ast.Loop) op {
	return &loopOp{cond: c.condition(n.Cond), body: c.list(n.Body), until: n.Until}
}

func (o *loopOp) exec(fr *frame) flow.Outcome {
	fr.context.loops++
	defer func() { fr.context.loops-- }()
	var last flow.Outcome
	for {
		if fr.cancelled() {
			return fr.cancelOutcome()
		}
		cond := tested(fr, o.cond)
		if cond.Divert != flow.None {
			if out, stop := leaveLoop(cond); stop {
				return out
			}
			continue
		}
		taken(fr)
		h := holdRecords(fr, nil)
		if (cond.Status == 0) == o.until {
			keepPipeStatus(fr, cond)
			decide(fr, h, flow.Outcome{})
			return last
		}
		var stop bool
		if last, stop = turn(fr, o.body); stop {
			decide(fr, h, last)
			return last
		}
		decide(fr, h, flow.Outcome{}) // the loop goes on
	}
}

// turn runs a loop's body once. It returns the outcome and whether the loop ends with it. In
// brittle code a failed body ends the loop.
func turn(fr *frame, body op) (flow.Outcome, bool) {
	out := body.exec(fr)
	if out.Divert != flow.None {
		var stop bool
		if out, stop = leaveLoop(out); stop {
			return out, true
		}
	}
	return out, out.Status != 0 && fr.context.brittle
}

// leaveLoop applies a diversion to the enclosing loop. It returns the outcome and whether the loop
// ends with it.
func leaveLoop(out flow.Outcome) (flow.Outcome, bool) {
	switch out.Divert {
	case flow.Break:
		if out.Depth > 1 {
			out.Depth--
			return out, true
		}
		return flow.Outcome{Status: out.Status}, true // of a break with an error
	case flow.Continue:
		if out.Depth > 1 {
			out.Depth--
			return out, true
		}
		return flow.Outcome{}, false
	}
	return out, true
}

// forOp is for name in words.
type forOp struct {
	pos   ast.Pos
	ref   vars.Ref
	in    bool
	words []*expand.Word
	body  op
	head  ast.Node // for set -x; nil: not shown
}

func (c *compiler) forLoop(n *ast.For) op {
	if !vars.IsName(n.Name) {
		return &unnamedOp{pos: n.Pos(), name: n.Name}
	}
	return &forOp{pos: n.Pos(), ref: c.sh.names.Ref(n.Name), in: n.In, words: c.fields(n.Words),
		body: c.beforeTurn(n, c.list(n.Body)), head: c.bashNode(n)}
}

func (o *forOp) exec(fr *frame) flow.Outcome {
	fr.env.vars.Line = o.pos.Line
	words, failed := blockWords(fr, o.pos, o.in, o.words)
	if failed.Status != 0 || failed.Divert != flow.None {
		return failed
	}
	flushReports(fr)
	fr.context.loops++
	defer func() { fr.context.loops-- }()
	var last flow.Outcome
	for _, w := range words {
		if fr.cancelled() {
			return fr.cancelOutcome()
		}
		traceHead(fr, o.head)
		if err := fr.env.vars.SetLoop(o.ref, w); err != nil {
			if o.head != nil {
				return notLooped(fr, o.pos, err)
			}
			return fatal(fr, o.pos, err)
		}
		var stop bool
		if last, stop = turn(fr, o.body); stop {
			return last
		}
	}
	return last
}

// unnamedOp is a for, select or coproc in the dialect of bash whose variable is no name.
type unnamedOp struct {
	pos  ast.Pos
	name string
}

func (o *unnamedOp) exec(fr *frame) flow.Outcome {
	return notLooped(fr, o.pos, fmt.Errorf("%q is not a variable name", o.name))
}

// notLooped is the outcome of a loop in the dialect of bash whose variable cannot be assigned.
func notLooped(fr *frame, pos ast.Pos, err error) flow.Outcome {
	fr.regs.pos = pos
	out := fr.errexit(fr.notBegun(1, "%s", messageOf(err)))
	if fr.env.strict() {
		out.Divert = flow.Exit
	}
	return out
}

// blockWords expands the list after in; without in it returns the positional parameters. If an
// expansion fails, the outcome is not success.
func blockWords(fr *frame, pos ast.Pos, in bool, words []*expand.Word) ([]string, flow.Outcome) {
	if !in {
		return append([]string(nil), fr.env.params...), flow.Outcome{}
	}
	fr.regs.subst = substResult{}
	var list []string
	var err error
	for _, w := range words {
		if list, err = w.Fields((*expander)(fr), list); err != nil {
			return nil, expansionFailed(fr, pos, err)
		}
	}
	if fr.context.brittle && fr.regs.subst.failed.Status != 0 {
		return nil, fr.regs.subst.failed
	}
	return list, flow.Outcome{}
}

// headerWords is blockWords for a block's header. A failed substitution there is a bad value, even
// outside brittle code.
func headerWords(fr *frame, pos ast.Pos, in bool, words []*expand.Word) ([]string, flow.Outcome) {
	if fr.regs.subst.failed.Status != 0 {
		return nil, fr.regs.subst.failed // in a clause
	}
	list, out := blockWords(fr, pos, in, words)
	if in && out.Divert == flow.None && out.Status == 0 {
		out = fr.regs.subst.failed
	}
	return list, out
}
