package interp

import (
	"ftsh/internal/flow"
	"ftsh/parser/ast"
)

// ifOp is the if construct. Its elifs are flattened into arms.
type ifOp struct {
	arms []ifArm
	els  op
}

type ifArm struct{ cond, then op }

func (c *compiler) ifClause(n *ast.If) op {
	o := &ifOp{arms: []ifArm{{c.condition(n.Cond), c.list(n.Then)}}}
	for _, e := range n.Elifs {
		o.arms = append(o.arms, ifArm{c.condition(e.Cond), c.list(e.Then)})
	}
	o.els = c.list(n.Else)
	return o
}

func (o *ifOp) exec(fr *frame) flow.Outcome {
	var h *heldRecords
	out := o.branch(fr, &h)
	decide(fr, h, out)
	return out
}

// branch runs the conditions and the chosen arm. It holds the records of the conditions in h.
func (o *ifOp) branch(fr *frame, h **heldRecords) flow.Outcome {
	var out flow.Outcome
	for i := range o.arms {
		out = tested(fr, o.arms[i].cond)
		if out.Divert != flow.None {
			return out
		}
		*h = holdRecords(fr, *h)
		if out.Status == 0 {
			return o.arms[i].then.exec(fr)
		}
		taken(fr)
	}
	if o.els == nil {
		keepPipeStatus(fr, out)
		return flow.Outcome{}
	}
	return o.els.exec(fr)
}
