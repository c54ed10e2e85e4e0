package interp

import (
	"slices"

	"ftsh/internal/flow"
	"ftsh/interp/event"
	"ftsh/parser/ast"
)

// listOp runs AND-OR lists one after another. In brittle code it ends at the first failure
// (docs/language.md, section 3).
type listOp struct{ items []op }

func (l *listOp) exec(fr *frame) flow.Outcome {
	var out flow.Outcome
	if fr.context.depth.lists >= maxLists {
		return fr.tooDeep("lists nested more than %d deep", maxLists)
	}
	fr.context.depth.lists++
	defer func() { fr.context.depth.lists-- }()
	for _, item := range l.items {
		flushReports(fr)
		out = item.exec(fr)
		if out.Divert != flow.None {
			if out.Divert != flow.Fatal || !fr.context.brittle {
				return out
			}
			out = flow.Status(flow.StatusUsage)
		}
		fr.env.status = int(out.Status)
		if a := fr.attention(); a.Divert != flow.None {
			return a
		}
		if out.Status != 0 && fr.context.brittle {
			return out
		}
	}
	return out
}

// foreground compiles an AND-OR list without its terminator.
func (c *compiler) foreground(a *ast.AndOr) op {
	if len(a.Pipelines) == 1 {
		return c.pipeline(a.Pipelines[0])
	}
	o := &andOrOp{ops: a.Ops, pos: a.Pos()}
	for _, p := range a.Pipelines {
		o.pipelines = append(o.pipelines, c.pipeline(p))
	}
	return o
}

// andOrOp is pipelines joined by && and || (XCU 2.9.3).
type andOrOp struct {
	pipelines []op
	ops       []ast.AndOrOp
	pos       ast.Pos
}

func (o *andOrOp) exec(fr *frame) flow.Outcome {
	out := o.test(fr, 0)
	for i, join := range o.ops {
		if out.Divert != flow.None {
			if out.Divert != flow.Fatal || !fr.context.brittle {
				return out
			}
			out = flow.Status(flow.StatusUsage)
		}
		fr.env.status = int(out.Status)
		if a := fr.attention(); a.Divert != flow.None {
			return a
		}
		if (join == ast.And) != (out.Status == 0) {
			continue
		}
		if join == ast.Or {
			taken(fr)
		}
		h := holdRecords(fr, nil)
		if i == len(o.ops)-1 {
			out = o.pipelines[i+1].exec(fr)
			decide(fr, h, out)
			return out
		}
		out = o.test(fr, i+1)
		decide(fr, h, out)
	}
	if f := fr.regs.failure; out.Status != 0 && fr.context.brittle && f != nil &&
		f.Status == int(out.Status) {
		fr.regs.failure = guarding(fr, f)
	}
	return out
}

// test runs a pipeline other than the last. Only || judges its failure; && alone tests the status
// and leaves the failure unhandled.
func (o *andOrOp) test(fr *frame, i int) flow.Outcome {
	if slices.Contains(o.ops[i:], ast.Or) {
		return tested(fr, o.pipelines[i])
	}
	fr.context.tested++
	out := o.pipelines[i].exec(fr)
	fr.context.tested--
	return out
}

// tested runs an op in a tested position: errexit does not apply, and a block's failure counts as
// handled.
func tested(fr *frame, o op) flow.Outcome {
	fr.context.tested++
	fr.context.judged++
	out := o.exec(fr)
	fr.context.judged--
	fr.context.tested--
	return out
}

// negateOp is ! pipeline.
type negateOp struct {
	inner   op
	pos     ast.Pos
	written written // for messages
}

func (o *negateOp) exec(fr *frame) flow.Outcome {
	out := tested(fr, o.inner)
	if out.Divert == flow.Fatal && fr.context.brittle {
		out = flow.Status(flow.StatusUsage)
	}
	if out.Divert != flow.None {
		return out
	}
	taken(fr)
	keepPipeStatus(fr, out)
	if out.Status == 0 {
		if keepsFailures(fr) {
			fr.regs.failure = &failure{Failure: event.Failure{Place: fr.context.place(o.pos), Status: 1},
				written: o.written}
		}
		return flow.Status(1)
	}
	muteReports(fr)
	return flow.Status(0)
}
