package interp

import (
	"time"

	"ftsh/internal/flow"
	"ftsh/internal/retry"
	"ftsh/interp/event"
)

// keep keeps a failed attempt for the block's record, for FTSH_ERROR and for FTSH_VIA_REASON.
func (b *block) keep(a *attempt) {
	setViaReason(b, a)
	b.record(a)
}

// record keeps a failed attempt for the block's record and for FTSH_ERROR. It may be called while
// environments forked from the block's are in use: it does not write to that.
func (b *block) record(a *attempt) {
	f := a.failure
	if f == nil {
		f = &failure{Failure: event.Failure{Status: int(a.out.Status)}}
	}
	b.errors.Add(retry.Failed[*failure]{Failure: f, Status: f.Status, Deferred: a.deferred,
		Hurried: a.hurried, Number: a.number, Named: b.kind != "try", Word: a.word,
		Alternative: b.kind == "forany" && b.around.watched})
}

// lastError returns the text of FTSH_ERROR.
func (b *block) lastError() string {
	if b.errors.Last == nil {
		return ""
	}
	return b.errors.Last.String()
}

// report makes the record of a finally failed block. The record is delivered when it is known
// whether the failure was handled.
func (b *block) report(end ending) {
	fr := b.env.fr
	if !fr.wantsEvents(event.LevelFailure) || b.parent != nil && !fr.wantsEvents(event.LevelAttempt) {
		return
	}
	e := Event{
		Kind: event.BlockFailed, Level: event.LevelFailure, Time: fr.sh.clock.Wall(),
		Place: b.around.place(b.pos),
		Block: event.Block{
			Kind: b.kind, ID: b.id, Times: b.limits.times, Limit: b.limits.duration,
			Attempt: b.made,
		},
		Result: event.Result{
			Status: int(end.out.Status), Reason: end.reason, Omitted: b.errors.Omitted,
			GivenUp: b.givenUp,
		},
		Elapsed: fr.sh.clock.Now().Sub(b.began),
	}
	e.Result.Errors = b.failures(fr)
	r := &record{event: e, level: fr.env.log.level, deadline: b.deadline, stderr: fr.env.fds.Get(2)}
	if r.stderr != nil {
		r.stderr.Retain()
	}
	if b.parent != nil {
		r.end(fr, true) // the block around may still succeed; if not, its own record reports it
		return
	}
	fr.regs.reports.open = append(fr.regs.reports.open, r)
}

// failures returns the different errors of the block, as events and spans report them.
func (b *block) failures(fr *frame) (all []event.FailedAttempts) {
	args := fr.wantsEvents(event.LevelCommand)
	for _, g := range b.errors.Groups(b.list) {
		all = append(all, event.FailedAttempts{
			Attempts: g.Attempts, Words: g.Words, Count: g.Count, Deferred: g.Deferred,
			Failure: g.Failure.shown(args),
		})
	}
	return all
}

// note reports an event about the block; fr is the environment of the event.
func (b *block) note(fr *frame, k event.Kind, fill func(*Event)) {
	fr.note(k, b.around.place(b.pos), func(e *Event) {
		e.Block.Kind, e.Block.ID = b.kind, b.id
		fill(e)
	})
}

// limits are the limits in a block's header.
type limits struct {
	times    int           // 0: none given
	duration time.Duration // 0: none
}

// lostDirectory ends a block because it cannot return to its directory.
func (b *block) lostDirectory(a *attempt) ending {
	fr := b.env.fr
	fr.regs.pos = b.pos
	message := "cannot return to the directory of the block's start: " + errorText(a.lost)
	fr.say("%s", message)
	failedIn(fr, b.pos, message, flow.StatusUsage)
	b.keep(&attempt{number: a.number, word: a.word, failure: fr.regs.failure})
	return failsWith(reasonPermanent, flow.StatusUsage)
}
