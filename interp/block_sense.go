package interp

import (
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/retry"
	"ftsh/interp/event"
	"ftsh/parser/ast"
)

// sense compiles a sense list. The list reads and writes /dev/null: it only looks, perhaps many
// times, and the input and output belong to the attempt after it.
func (c *compiler) sense(l *ast.List) op {
	if l == nil {
		return nil
	}
	null := func(n int32, mode ast.RedirOp) *redirOp {
		target := &ast.Word{Span: l.Span, Parts: []ast.WordPart{&ast.Lit{Span: l.Span,
			Value: "/dev/null"}}}
		return c.redirect(&ast.Redirect{Span: l.Span, N: n, Op: mode, Target: target},
			fd.ByCompound)
	}
	return &redirectedOp{pos: l.Pos(), inner: c.list(l),
		redirs: []*redirOp{null(0, ast.RedirIn), null(1, ast.RedirOut)}}
}

// sensed runs the sense list until it succeeds, and then the next attempt may begin. Each failure
// is a deferral: the policy's delay follows, and no attempt is spent. It reports whether the block
// ends instead.
func (p *tryPlan) sensed(b *block, s *retry.Schedule, w *retry.Waits) (ending, bool) {
	w.ForgetDeferrals()
	for {
		if end, over := b.pass(); over {
			return end, true
		}
		w.Began(b.env.fr.sh.clock.Now())
		a := b.look(p.sense, &s.On, w.Last())
		if !a.deferred || a.lost != nil && a.verdict != retry.Overdue {
			return b.looked(&a)
		}
		if end, over := p.wait(b, w, &a, b.made+1); over {
			if end.reason == reasonDeadline {
				end.reason = reasonBusy
			}
			return end, true
		}
	}
}

// looked reports whether the block ends after a look that was no deferral.
func (b *block) looked(a *attempt) (ending, bool) {
	switch {
	case a.lost != nil:
		return b.lostDirectory(a), true
	case a.verdict == retry.Succeeded:
		return ending{}, false
	case a.verdict == retry.FailedOnce:
		a.verdict = retry.FailedForGood
	}
	return b.conclude(a)
}

// look runs the sense list once. If on has status 127, a command not found is a deferral. hurried:
// the wait before was cut short by the deadline.
func (b *block) look(list op, on *flow.Statuses, hurried bool) attempt {
	fr := b.env.fr
	status, wants, began := fr.env.status, fr.sh.counters.wants.Load(), fr.sh.clock.Now()
	sc, unlimit := b.open(&b.env, b.made+1)
	defer unlimit()
	fr.regs.failure = nil
	span := beginListSpan(b, event.SpanSense, b.made+1)
	a := b.trial(&b.env, sc, list)
	a.began, a.after, a.span = began, fr.regs.after, span
	noteLeft(b, fr, &a, b.made+1)
	fr.regs.after = retry.After{}
	if fr.env.jobs != nil && a.verdict != retry.Succeeded && a.verdict != retry.Diverted {
		fr.env.jobs.Collect()
	}
	switch asked := a.out.Divert == flow.Failure; a.verdict {
	case retry.Mistaken:
		if a.deferred = on.Has(flow.StatusNotFound); a.deferred {
			taken(fr)
		}
	case retry.FailedOnce:
		// Status 2 is a mistake in the list, unless failure returned it or the shell could not
		// look.
		a.deferred = asked || int(a.out.Status) != flow.StatusUsage ||
			fr.sh.counters.wants.Load() != wants
	case retry.TimedOut, retry.Overdue:
		a.deferred = true
		cutShort(fr, &a)
	}
	if a.verdict.Counts() {
		a.out = flow.Status(int(a.out.Status))
		a.failure = fr.regs.failure
		a.hurried = hurried && a.failure != nil && a.failure.Cut
		b.keep(&a)
	}
	if a.deferred {
		b.note(fr, event.AttemptDeferred, func(e *Event) {
			e.Block.Attempt, e.Result.Status, e.Elapsed = b.made+1, int(a.out.Status),
				fr.sh.clock.Now().Sub(a.began)
			e.Result.Errors = []event.FailedAttempts{a.failed(fr.wantsEvents(event.LevelCommand))}
		})
	}
	endAttemptSpan(fr, &a)
	switch a.verdict {
	case retry.Diverted:
	case retry.Cancelled:
		a.out = fr.cancelOutcome()
	default:
		fr.env.status = status
		a.lost = fr.env.returnTo(b.start)
	}
	return a
}
