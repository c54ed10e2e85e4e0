package interp

import (
	"slices"
	"time"

	"ftsh/internal/flow"
	"ftsh/interp/event"
)

// maxErrors bounds the memory of a block that fails a million times. The block keeps the first
// error and the latest different ones, and for each the first run of attempts and the latest ones.
const maxErrors = 20

// blockErrors are the failures in a block, for its record and for FTSH_ERROR.
type blockErrors struct {
	all     []sameError // in the order of their first occurrence
	omitted int         // how many were dropped after the first one
	last    *failure    // the failure in FTSH_ERROR
	each    []*failure  // of each alternative of a forany, if a block around it watches
	// Words of a forany or forall with an attempt ended by an outer time limit.
	cut []string
	// What tries remember of branches; only the outermost block's is used.
	branches memory
}

// A sameError is a group of attempts with the same failure.
type sameError struct {
	failure  *failure
	deferred bool // in sense lists, before the attempt
	attempts []AttemptRange
	words    []string
	count    int
}

// keep keeps a failed attempt for the block's record and for FTSH_ERROR.
func (b *block) keep(a *attempt) {
	setLastReason(b, a)
	f := a.failure
	if f == nil {
		f = &failure{Failure: Failure{Status: int(a.out.Status)}}
	}
	es := &b.errors
	if es.last == nil || !a.hurried {
		es.last = f
	}
	if b.kind == "forany" && b.around.watched {
		es.each = append(es.each, f)
	}
	i := slices.IndexFunc(es.all, func(e sameError) bool {
		return e.deferred == a.deferred && e.failure.same(f)
	})
	if i < 0 {
		if len(es.all) == maxErrors {
			es.all = append(es.all[:1], es.all[2:]...)
			es.omitted++
		}
		i = len(es.all)
		es.all = append(es.all, sameError{failure: f, deferred: a.deferred})
	}
	es.all[i].add(a, b.kind)
}

func (e *sameError) add(a *attempt, kind string) {
	e.count++
	if a.number == 0 {
		return
	}
	if kind != "try" {
		e.words = append(e.words, a.word)
	}
	n := len(e.attempts)
	if n > 0 && e.attempts[n-1].Last >= a.number-1 {
		e.attempts[n-1].Last = a.number
		return
	}
	if n == maxErrors {
		e.attempts = append(e.attempts[:1], e.attempts[2:]...)
	}
	e.attempts = append(e.attempts, AttemptRange{First: a.number, Last: a.number})
}

// lastError returns the text of FTSH_ERROR.
func (b *block) lastError() string {
	if b.errors.last == nil {
		return ""
	}
	return b.errors.last.String()
}

// report makes the record of a finally failed block. The record is delivered when it is known
// whether the failure was handled.
func (b *block) report(end ending) {
	fr := b.env.fr
	if !fr.wantsEvents(LevelFailure) || b.parent != nil && !fr.wantsEvents(LevelAttempt) {
		return
	}
	e := Event{
		Kind: BlockFailed, Level: LevelFailure, Time: fr.sh.clock.Wall(),
		Place: b.around.place(b.pos),
		Block: event.Block{
			Kind: b.kind, ID: b.id, Times: b.limits.times, Limit: b.limits.duration,
			Attempt: b.made,
		},
		Result: event.Result{
			Status: int(end.out.Status), Reason: end.reason, Omitted: b.errors.omitted,
			GivenUp: b.givenUp,
		},
		Elapsed: fr.sh.clock.Now().Sub(b.began),
	}
	args := fr.wantsEvents(LevelCommand)
	for i := range b.errors.all {
		s := &b.errors.all[i]
		if b.list != nil {
			slices.SortStableFunc(s.words, func(x, y string) int {
				return slices.Index(b.list, x) - slices.Index(b.list, y)
			})
		}
		e.Result.Errors = append(e.Result.Errors, FailedAttempts{
			Attempts: s.attempts, Words: s.words, Count: s.count, Deferred: s.deferred,
			Failure: s.failure.shown(args),
		})
	}
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

// note reports an event about the block; fr is the environment of the event.
func (b *block) note(fr *frame, k EventKind, fill func(*Event)) {
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
