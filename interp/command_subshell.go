package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/foreign"
	"ftsh/internal/job"
	"ftsh/internal/proc"
	"ftsh/parser/ast"
)

// subshellOp is ( list ). It runs in this process on a forked frame or, under job control, in a
// process of its own.
type subshellOp struct {
	body *subshellOrProcessOp
	node *ast.Subshell
	from origin
	text jobText
	bash bool // looks like bash's (( expression )), for messages
}

func (c *compiler) subshell(n *ast.Subshell) op {
	return &subshellOp{body: c.subshellList(n.Body, n), node: n, from: c.origin(),
		text: c.jobText(n), bash: foreign.IsExpression(n)}
}

func (o *subshellOp) exec(fr *frame) flow.Outcome {
	if fr.forks() {
		return o.asProcess(fr)
	}
	sub, err := fr.fork(forSubshell)
	if err != nil {
		return fr.noSubshell(err)
	}
	sub.context.arithmetic = o.bash || sub.context.arithmetic
	if fr.env.monitoring() && fr.context.group == nil && o.body.needsProcess(sub) {
		return fr.errexit(o.body.inOwnGroup(fr, sub))
	}
	out := fr.asJob(o.text, []*frame{sub}, func() flow.Outcome {
		defer sub.env.close()
		return sub.finish(o.body.exec(sub))
	})
	// Otherwise the job was stopped and may still be running.
	if sub.context.group == fr.context.group || fr.context.blocks > 0 {
		adopt(fr, sub)
	}
	return fr.errexit(out)
}

// asProcess runs the subshell as a job with a process of its own.
func (o *subshellOp) asProcess(fr *frame) flow.Outcome {
	list := o.from.compiler(fr.sh).forked(asList(o.node))
	list.text = o.text
	p, out := list.start(fr, placement{group: true, foreground: true}, func() (*frame, error) {
		sub, err := fr.fork(forProcess)
		if err == nil {
			sub.context.arithmetic = o.bash || sub.context.arithmetic
		}
		return sub, err
	})
	if p == nil {
		return fr.errexit(out)
	}
	out = fr.runJob([]*proc.Process{p}, o.text, job.OfLast)
	if _, over := p.Status(); over && out.Divert == flow.None && out.Status != 0 &&
		keepsFailures(fr) {
		fr.regs.failure = failedProcess(fr, o.node, o.from, int(out.Status))
	}
	return fr.errexit(out)
}

// forks reports whether subshells of the environment are processes, so that each can be controlled
// as a job. Not so in a block: it is a single job, and it needs the outcomes and records of its
// subshells.
func (fr *frame) forks() bool {
	return fr.env.monitoring() && fr.context.group == nil && fr.context.blocks == 0 &&
		len(fr.sh.opts.Standalone.Reexec) > 0
}

// finish ends a subshell: it runs the EXIT trap and returns the outcome for the parent.
func (fr *frame) finish(out flow.Outcome) flow.Outcome {
	return subshellOutcome(fr.runExitTrap(out))
}

// subshellOutcome returns the outcome, as the parent sees it, of a subshell ended with out.
func subshellOutcome(out flow.Outcome) flow.Outcome {
	switch out.Divert {
	case flow.Cancel, flow.Failure, flow.Abort:
		return out // these take effect in the parent
	}
	return flow.Outcome{Status: out.Status}
}
