package interp

import (
	"time"

	"ftsh/backoff"
	"ftsh/internal/clock"
	"ftsh/internal/flow"
	"ftsh/parser/ast"
)

// tryOp is the try block (LANGUAGE.md section 4).
type tryOp struct {
	pos       ast.Pos
	times     *countWord // nil: no limit of attempts of its own
	limit     *durationWord
	forever   bool
	every     *durationWord
	timeout   *durationWord
	policy    *policyWords
	unsupport string // a clause that is parsed but does not work yet
	body      op
	catch     op
}

func (c *compiler) try(n *ast.Try) op {
	o := &tryOp{
		pos:     n.Pos(),
		times:   c.count(n.Limit.Times),
		limit:   c.duration(n.Limit.For),
		forever: n.Limit.Forever,
		every:   c.duration(n.Every),
		timeout: c.duration(n.Timeout),
		policy:  c.policy(n.Backoff),
		body:    c.list(n.Body),
		catch:   c.list(n.Catch),
	}
	switch {
	case n.On != nil:
		o.unsupport = "on"
	case n.Except != nil:
		o.unsupport = "except"
	case n.Check != nil:
		o.unsupport = "check"
	}
	return o
}

// tryPlan is a try's header with its values.
type tryPlan struct {
	times   int            // 0: no limit
	limit   clock.Instant  // 0: none
	every   *time.Duration // nil: the policy decides
	timeout time.Duration
	policy  backoff.Policy
}

func (o *tryOp) exec(fr *frame) flow.Outcome {
	fr.vars.Line = o.pos.Line
	fr.pos = o.pos
	if out, deep := fr.nestedTooDeep(o.pos); deep {
		return out
	}
	b := fr.enterBlock("try", o.pos)
	out := o.run(fr, b)
	if b.failed && o.catch != nil {
		out = fr.runCatch(b, o.catch, out)
	}
	fr.leaveBlock(b)
	return fr.errexit(out)
}

func (o *tryOp) run(fr *frame, b *blockState) flow.Outcome {
	plan, out := o.plan(fr)
	if out.Status != 0 || out.Divert != flow.None {
		return b.usage(fr, out)
	}
	if o.limit != nil {
		release := b.scope.limit(plan.limit, &cause{scope: b.scope, status: flow.StatusDeadline, reason: reasonDeadline})
		defer release()
	}
	b.publish(fr)
	return o.attempts(fr, b, plan)
}

// plan computes the header's values. A bad one is an outcome with status 2.
func (o *tryOp) plan(fr *frame) (*tryPlan, flow.Outcome) {
	p := &tryPlan{times: 1}
	if o.unsupport != "" {
		return nil, fr.notYet(o.pos, o.unsupport)
	}
	fail := func(err error) (*tryPlan, flow.Outcome) { return nil, fr.headerFailed(o.pos, err) }
	if o.forever || o.limit != nil {
		p.times = 0
	}
	if o.times != nil {
		n, err := o.times.value(fr)
		if err != nil {
			return fail(err)
		}
		p.times = n
	}
	if o.limit != nil {
		d, err := o.limit.value(fr, true)
		if err != nil {
			return fail(err)
		}
		p.limit = fr.sh.clock.Now().Add(d)
	}
	if o.every != nil {
		d, err := o.every.value(fr, false)
		if err != nil {
			return fail(err)
		}
		p.every = &d
	}
	var err error
	if p.timeout, err = o.timeout.value(fr, true); err != nil {
		return fail(err)
	}
	if p.policy, err = o.policy.value(fr); err != nil {
		return fail(err)
	}
	return p, fr.subst.failed
}

// attempts runs the body until it succeeds or a limit is reached.
func (o *tryOp) attempts(fr *frame, b *blockState, p *tryPlan) flow.Outcome {
	w := newWaits(fr, b, p)
	for {
		w.begin()
		b.hurried = w.last
		out := fr.attempt(b, o.body, p.timeout)
		w.end()
		if !b.retriable(fr, out) {
			return b.over(fr, out)
		}
		if b.lost != nil {
			return b.lostDirectory(fr, b.lost)
		}
		if p.times > 0 && b.attempt >= p.times {
			return b.fail(fr, reasonTimes, out)
		}
		if w.expired() {
			return b.overtaken(fr)
		}
		if w.last {
			return b.fail(fr, reasonDeadline, flow.Status(flow.StatusDeadline))
		}
		delay, reason := w.next()
		if reason != "" {
			if reason == reasonDeadline {
				out = flow.Status(flow.StatusDeadline)
			}
			return b.fail(fr, reason, out)
		}
		if out := fr.pause(b, delay); out.Divert != flow.None {
			return b.over(fr, out)
		}
		if w.expired() {
			return b.overtaken(fr)
		}
	}
}
