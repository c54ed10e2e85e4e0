package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/parser/ast"
)

// listOp runs and-or lists one after another. In brittle code it ends at the
// first that fails (LANGUAGE.md section 3).
type listOp struct{ items []op }

func (l *listOp) exec(fr *frame) flow.Outcome {
	var out flow.Outcome
	if fr.depth.lists >= maxLists {
		return fr.tooDeep("lists nested more than %d deep", maxLists)
	}
	fr.depth.lists++
	defer func() { fr.depth.lists-- }()
	for _, item := range l.items {
		out = item.exec(fr)
		if out.Divert != flow.None {
			if out.Divert != flow.Fatal || !fr.brittle {
				return out
			}
			out = flow.Status(flow.StatusUsage)
		}
		fr.status = int(out.Status)
		if a := fr.attention(); a.Divert != flow.None {
			return a
		}
		if out.Status != 0 && fr.brittle {
			return out
		}
	}
	return out
}

func (c *compiler) andOr(a *ast.AndOr) op {
	if a.Background {
		return c.background(a)
	}
	return c.foreground(a)
}

// foreground compiles an and-or list without its terminator.
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
	out := fr.judge(o.pipelines[0])
	for i, join := range o.ops {
		if out.Divert != flow.None {
			if out.Divert != flow.Fatal || !fr.brittle {
				return out
			}
			out = flow.Status(flow.StatusUsage)
		}
		fr.status = int(out.Status)
		if a := fr.attention(); a.Divert != flow.None {
			return a
		}
		if (join == ast.And) != (out.Status == 0) {
			continue
		}
		if i == len(o.ops)-1 {
			return o.pipelines[i+1].exec(fr)
		}
		out = fr.judge(o.pipelines[i+1])
	}
	if out.Status != 0 && fr.brittle && fr.failure != nil {
		fr.failure.noteGuard()
	}
	return out
}

// judge runs an op whose status is looked at, so that errexit does not apply.
func (fr *frame) judge(o op) flow.Outcome {
	fr.tested++
	out := o.exec(fr)
	fr.tested--
	return out
}

// negateOp is ! pipeline.
type negateOp struct {
	inner op
	pos   ast.Pos
	text  string // the source, for the log
}

func (o *negateOp) exec(fr *frame) flow.Outcome {
	out := fr.judge(o.inner)
	if out.Divert == flow.Fatal && fr.brittle {
		out = flow.Status(flow.StatusUsage)
	}
	if out.Divert != flow.None {
		return out
	}
	if out.Status == 0 {
		if fr.blocks > 0 {
			fr.failure = &failure{script: fr.script, pos: o.pos, source: o.text, status: 1}
		}
		return flow.Status(1)
	}
	return flow.Status(0)
}

// errexit is what set -e does behind a command that failed (XCU set, -e).
func (fr *frame) errexit(out flow.Outcome) flow.Outcome {
	if out.Status != 0 && out.Divert == flow.None && fr.tested == 0 && fr.opts.Has(option.ErrExit) && !fr.brittle {
		out.Divert = flow.Exit
	}
	return out
}
