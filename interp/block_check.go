package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/retry"
	"ftsh/internal/scope"
	"ftsh/internal/txn"
	"ftsh/interp/event"
)

// An answer is a check list's answer about a failed attempt: whether it took effect after all.
type answer uint8

const (
	refuted answer = iota // it had no effect, or there was no check
	unknown               // said by failure, or the shell could not look: ask again
	final                 // the block ends with it
)

// check runs the check list after a failed attempt, under the deadline of the block. If the block's
// deadline ended the attempt, check runs it under the deadline around the block. on holds the
// statuses to retry: if 127 is among them, a command not found does not end the block.
func (b *block) check(list op, a *attempt, on *flow.Statuses) (ending, answer) {
	fr := b.env.fr
	around := b.scope
	if a.verdict == retry.Overdue {
		around = b.around.scope
	}
	b.env.unset(fr.sh.blocks.refs.deadline) // the attempt's timeout
	b.env.setDeadline(around)
	sc := fr.sh.ending(around, b.clauses.ending)
	b.env.set(fr.sh.blocks.refs.tree, sc.Tree().Tag())
	b.streams.input.halt() // the list must not wait for input meant for the next attempt
	failed, wants := fr.regs.failure, fr.sh.counters.wants.Load()
	b.holdCheck(sc)
	span := beginListSpan(b, event.SpanCheck, a.number)
	c := b.trial(&b.env, sc, list)
	c.number, c.span = a.number, span
	noteLeft(b, fr, &c, a.number)
	held := b.heldCheck(&c)
	endAttemptSpan(fr, &c)
	after := fr.regs.after
	fr.regs.after = retry.After{}
	switch c.verdict {
	case retry.Succeeded, retry.Diverted:
		return ending{out: c.out}, final
	case retry.Cancelled:
		return ending{out: fr.cancelOutcome()}, final
	}
	if fr.env.jobs != nil {
		fr.env.jobs.Collect()
	}
	if lost := fr.env.returnTo(b.start); lost != nil {
		return b.lostDirectory(&attempt{number: a.number, lost: lost}), final
	}
	switch {
	case c.verdict == retry.Mistaken && on.Has(flow.StatusNotFound):
	case c.verdict != retry.FailedOnce:
		if c.verdict != retry.Overdue {
			b.keep(&attempt{number: a.number, failure: fr.regs.failure, out: c.out})
		}
		end, _ := b.conclude(&c)
		return end, final
	}
	fr.regs.failure, fr.env.status = failed, int(a.out.Status)
	if after.Asked {
		a.after = after
	}
	if !held || c.out.Divert == flow.Failure || fr.sh.counters.wants.Load() != wants {
		return ending{}, unknown
	}
	return ending{}, refuted
}

// heldCheck records the success of a check list and then publishes its output. It returns false if
// the output could not be held; then the list's answer is not known.
func (b *block) heldCheck(c *attempt) bool {
	answered := c.verdict != retry.Succeeded && c.verdict != retry.Diverted &&
		c.verdict != retry.Unheld
	b.commit(&b.env, c)
	if b.env.out != nil {
		b.publishAttempt(&b.env, c)
	}
	return answered || c.verdict != retry.FailedOnce
}

// holdCheck holds the output of a check list. If the list succeeds, this is the block's output.
func (b *block) holdCheck(sc *scope.Scope) {
	fr := b.env.fr
	if e := fr.env.fds.Entry(1); b.durable != nil && given(e) && txn.Holdable(e.File) {
		b.env.out = txn.NewOutput(e.File, heldIn(fr), failing(sc))
		swap(fr, 1, e.File, b.env.out)
	}
}
