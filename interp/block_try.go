package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/retry"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// tryPlan is the try block (docs/language.md, section 4).
type tryPlan struct {
	times   *countWord // nil: no own limit of attempts
	limit   *durationWord
	forever bool
	every   *durationWord
	policy  *policyWords
	on      *statusesWord
	except  *statusesWord
	known   *knownWords
	body    op
	sense   op
	check   op
	through *throughWords
}

func (c *compiler) try(n *ast.Try) op {
	return &blockOp{kind: "try", hash: textOf(n.Journal, n.Body, n.Check), pos: n.Pos(),
		clauses: c.clauses(&n.Clauses), catch: c.list(n.Catch), streams: n.Streaming,
		plan: &tryPlan{
			times:   c.count(n.Limit.Times),
			limit:   c.duration(n.Limit.For),
			forever: n.Limit.Forever,
			every:   c.duration(n.Every),
			policy:  c.policy(n.Backoff),
			on:      c.statuses(n.On),
			except:  c.statuses(n.Except),
			known:   c.known(n),
			body:    c.list(n.Body),
			sense:   c.sense(n.Sense),
			check:   c.list(n.Check),
			through: c.through(n.Through),
		}}
}

func (*tryPlan) variable(*vars.Names) string { return "" }

func (p *tryPlan) header(b *block) (func() ending, error) {
	fr := b.env.fr
	s := &b.repeats
	s.Times = 1
	if p.forever || p.limit != nil {
		s.Times = 0
	}
	var err error
	if p.times != nil {
		if s.Times, err = p.times.value(fr); err != nil {
			return nil, err
		}
		b.limits.times = s.Times
	}
	b.streams.once = s.Times == 1
	if p.limit != nil {
		d, err := p.limit.value(fr, true)
		if err != nil {
			return nil, err
		}
		b.deadline, b.limits.duration = fr.sh.clock.Now().Add(d), d
	}
	if p.every != nil {
		d, err := p.every.value(fr, false)
		if err != nil {
			return nil, err
		}
		s.Every = &d
	}
	if s.Policy, err = p.policy.value(fr); err != nil {
		return nil, err
	}
	if s.On, err = p.on.value(fr); err != nil {
		return nil, err
	}
	if s.Except, err = p.except.value(fr); err != nil {
		return nil, err
	}
	if s.Knows, err = p.known.value(fr); err != nil {
		return nil, err
	}
	if b.admission, err = p.through.value(b); err != nil {
		return nil, err
	}
	if b.clauses.scratches, err = b.clauses.scratch.once(fr); err != nil {
		return nil, err
	}
	if f := fr.regs.subst.failed; f.Status != 0 {
		return nil, &divertError{f}
	}
	return func() ending { return p.attempts(b, s) }, nil
}

// attempts runs the body until it succeeds or a limit is reached.
func (p *tryPlan) attempts(b *block, s *retry.Schedule) ending {
	w := s.Waits(b.env.fr.sh.clock, b.env.fr.sh.rand, b.scope.Deadline())
	defer b.admission.close()
	if b.durable != nil {
		if end, over := p.goOn(b, s, w); over {
			return end
		}
	}
	for {
		if end, over := p.admitted(b, s, w); over {
			return end
		}
		b.hurried = w.Last()
		a := b.again("", p.body)
		w.Began(a.began)
		b.revise(s, &a)
		b.admission.attempted(&a)
		if end, over := p.afterAttempt(b, s, w, &a); over {
			return end
		}
	}
}

// admitted waits until the next attempt may begin: until the sense list succeeds and the gate of
// the through clause lets it pass.
func (p *tryPlan) admitted(b *block, s *retry.Schedule, w *retry.Waits) (ending, bool) {
	if p.sense != nil {
		return p.sensed(b, s, w)
	}
	return b.pass()
}

// revise changes the verdict of a failed attempt according to on and except, and to what is known
// of the failure.
func (b *block) revise(s *retry.Schedule, a *attempt) {
	before := a.verdict
	a.verdict = s.Revise(before, int(a.out.Status), &a.found)
	if before == retry.Mistaken && a.verdict == retry.FailedOnce {
		taken(b.env.fr)
	}
}

// afterAttempt follows an attempt. It runs the check list, again and again until there is an
// answer, applies the limits, and waits. It reports whether the block ends or the next attempt
// begins.
func (p *tryPlan) afterAttempt(b *block, s *retry.Schedule, w *retry.Waits,
	a *attempt) (ending, bool) {
	for unsure := 1; ; unsure++ {
		end, over := b.conclude(a)
		said, tries := refuted, b.made
		if p.check != nil && (!over || a.verdict == retry.Overdue) {
			var last ending
			if last, said = b.check(p.check, a, &s.On); said == final {
				b.admission.answered(last)
				return last, true
			}
		}
		b.answered(said)
		if over {
			return end, true
		}
		next := b.made + 1
		if said == unknown {
			next = 0
			tries = unsure
			if b.deadline != 0 {
				tries = 0
			}
		}
		if s.Times > 0 && tries >= s.Times {
			return failsWith(reasonTimes, int(a.out.Status)), true
		}
		if end, over := p.wait(b, w, a, next); over || said != unknown {
			return end, over
		}
		w.Began(b.env.fr.sh.clock.Now())
	}
}

// wait waits after a failed attempt or a deferral. next is the number of the next attempt, or 0
// before another check.
func (p *tryPlan) wait(b *block, w *retry.Waits, a *attempt, next int) (ending, bool) {
	b.admission.leave()
	if b.scope.Expired() {
		return b.between(b.env.fr.cancelOutcome()), true
	}
	if w.Last() {
		return failsWith(reasonDeadline, flow.StatusDeadline), true
	}
	following := w.Next
	if a.deferred {
		following = w.NextLook
	}
	delay, end := following(a.after)
	a.after = retry.After{}
	switch end {
	case retry.Exhausted:
		return failsWith(reasonTimes, int(a.out.Status)), true
	case retry.TooLate:
		return failsWith(reasonDeadline, flow.StatusDeadline), true
	}
	if next != 0 && !b.failedAgain(a, w, delay) {
		return failsWith(reasonJournal, 1), true
	}
	if out := b.pause(delay, next); out.Divert != flow.None {
		return b.between(out), true
	}
	switch {
	case b.scope.Expired():
		return b.between(b.env.fr.cancelOutcome()), true
	case b.givenUp:
		return failsWith(reasonPermanent, int(a.out.Status)), true
	}
	return ending{}, false
}
