package interp

import (
	"fmt"

	"ftsh/internal/flow"
	"ftsh/internal/journal"
	"ftsh/internal/retry"
	"ftsh/interp/event"
)

// goOn prepares the first attempt of a resumed run. It runs the check if the last attempt's effect
// is not known, and waits out the rest of the delay.
func (p *tryPlan) goOn(b *block, s *retry.Schedule, w *retry.Waits) (ending, bool) {
	d := b.durable
	st := &d.found
	late := b.deadline != 0 && b.scope.Expired()
	if st.Phase == journal.Running {
		s.Times = st.Times
		b.streams.once = s.Times == 1
		w.GoOn(retry.Progress(st.Policy))
	}
	switch {
	case d.unsure && (p.check != nil || st.Phase == journal.Running):
		return p.unsure(b, s, w, late)
	case st.Phase != journal.Running || st.Attempts == 0:
		return ending{}, false
	}
	status := st.Status
	// The recorded error includes its place.
	b.env.fr.regs.failure = &failure{Failure: event.Failure{Said: st.Error, Status: status}}
	last := attempt{number: st.Attempts, verdict: retry.FailedOnce, out: flow.Status(status),
		failure: b.env.fr.regs.failure}
	b.keep(&last)
	switch {
	case late:
		return failsWith(reasonDeadline, flow.StatusDeadline), true
	case s.Times > 0 && b.made >= s.Times:
		return failsWith(reasonTimes, status), true
	}
	if out := b.pause(st.Owed(stampOf(b.env.fr.sh)), b.made+1); out.Divert != flow.None {
		return b.between(out), true
	}
	if b.scope.Expired() {
		return b.between(b.env.fr.cancelOutcome()), true
	}
	return ending{}, false
}

// unsure handles an attempt of an earlier run with an unknown effect.
func (p *tryPlan) unsure(b *block, s *retry.Schedule, w *retry.Waits, late bool) (ending, bool) {
	d := b.durable
	failedIn(b.env.fr, b.pos, fmt.Sprintf("attempt %d was cut off: its outcome is unknown",
		max(d.found.Attempts, 1)), 1)
	a := attempt{number: b.made, verdict: retry.FailedOnce, out: flow.Status(1),
		failure: b.env.fr.regs.failure}
	if late {
		a.verdict, a.out = retry.Overdue, flow.Status(flow.StatusDeadline)
	}
	b.env.fr.env.status = int(a.out.Status)
	b.keep(&a)
	w.Began(b.env.fr.sh.clock.Now())
	return p.afterAttempt(b, s, w, &a)
}
