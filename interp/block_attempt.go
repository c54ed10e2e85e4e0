package interp

import (
	"strconv"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/retry"
	"ftsh/internal/scope"
	"ftsh/interp/event"
)

// An attempt is one execution of a block's body, and its result.
type attempt struct {
	number   int    // from 1; 0: a failure before the first
	word     string // of a forany or forall: the word of the attempt
	verdict  retry.Verdict
	began    clock.Instant
	cause    *scope.Cause  // why it was cancelled; nil: it was not
	out      flow.Outcome  // of the body: a status, or a diversion to go on outward
	failure  *failure      // the failed command; nil: none is known
	after    retry.After   // the delay it asked for
	found    retry.Finding // what is known of the failure
	lost     error         // the directory of the block's start is gone
	hurried  bool          // the wait before it and then the attempt were cut by the deadline
	deferred bool          // no attempt was made: the sense list failed
	last     []byte        // the end of the held output, at most 1 KiB
	facts    *facts        // of an alternative or branch; nil: it was never made

	// The kill timeout after which SIGKILL ended its processes; 0: not needed.
	killed time.Duration
	span   *span        // nil: nobody wants spans
	left   []proc.Ended // of a contained block: the processes that it left, if a log wants them
}

// attempt runs the body once, and publishes or drops its output according to the verdict.
func (b *block) attempt(at *attemptEnv, number int, word string, body op) attempt {
	a := b.perform(at, number, word, body)
	b.finish(at, &a)
	return a
}

// perform runs the body in a scope of its own, under the clauses of the block.
func (b *block) perform(at *attemptEnv, number int, word string, body op) attempt {
	fr := at.fr
	sc, unlimit := b.open(at, number)
	defer unlimit()
	b.note(fr, event.AttemptBegins, func(e *Event) { e.Block.Attempt, e.Block.Word = number, word })
	began := fr.sh.clock.Now()
	begun := beginAttemptSpan(b, at, number, word)
	fr.regs.failure = nil
	at.enterMemory(b, word)
	b.beginStreams(at, sc)
	var a attempt
	if b.begun(at, number, word) {
		a = b.trial(at, sc, at.withScratch(b, word, body))
	} else {
		a = unbegun(sc)
	}
	a.number, a.word, a.began, a.span = number, word, began, begun
	noteLeft(b, fr, &a, number)
	if b.kind != "try" {
		a.facts = fr.facts
	}
	return a
}

// open opens the scope of an attempt, or of the sense list before it, under the clauses of the
// block. The caller must call unlimit after closing the scope.
func (b *block) open(at *attemptEnv, number int) (sc *scope.Scope, unlimit func()) {
	fr := at.fr
	at.set(fr.sh.blocks.refs.attempt, strconv.Itoa(number))
	sc, unlimit = fr.sh.ending(fr.context.scope, b.clauses.ending), func() {}
	at.set(fr.sh.blocks.refs.tree, sc.Tree().Tag())
	if d := b.clauses.timeout; d > 0 {
		unlimit = sc.Limit(fr.sh.clock.Now().Add(d),
			&scope.Cause{Kind: scope.Timeout, Status: flow.StatusDeadline})
		at.setDeadline(sc)
	}
	return sc, unlimit
}

// finish publishes or drops the output of an attempt, and cleans up if it failed.
func (b *block) finish(at *attemptEnv, a *attempt) {
	at.endScratch(b, a)
	b.commit(at, a)
	b.publishAttempt(at, a)
	if a.verdict != retry.Succeeded && a.verdict != retry.Diverted {
		b.failedAttempt(at, a)
	}
	at.leaveMemory(a)
	endAttemptSpan(at.fr, a)
}

// trial runs a list of the block in sc, closes sc, and returns the result.
func (b *block) trial(at *attemptEnv, sc *scope.Scope, list op) attempt {
	fr := at.fr
	// A block inside another one is watched with the outer one.
	if tree := sc.Tree(); b.parent == nil || b.clauses.ends {
		tree.Watch(&fr.sh.blocks.guard)
		defer tree.Unwatch()
	}
	c := fr.context
	c.scope, c.tested, c.judged, c.brittle, c.catching = sc, 0, 0, true, 0
	c.watched = c.watched || b.repeats.Knows != nil
	fr.regs.after = retry.After{}
	out, ok := fr.reserveThreads(b.pos, 1)
	if ok {
		out, ok = b.admission.ready()
	}
	if ok {
		out = at.within(c, list)
	}
	if out.Divert == flow.Fatal {
		out = flow.Status(flow.StatusUsage)
	}
	missing := fr.regs.failure.mistaken(out)
	sweep := fr.env.piped || retry.Judge(out, missing, nil, sc, b.scope).Counts()
	cause := closeList(b, fr, sc, sweep)
	a := attempt{verdict: retry.Judge(out, missing, cause, sc, b.scope), out: out, cause: cause,
		killed: sc.Tree().Killed()}
	if b.clauses.contained {
		a.left = sc.Tree().Ended()
	}
	return a
}

// failedAttempt cleans up after an attempt without success: it sets the status and the error, and
// returns to the directory of the block's start.
func (b *block) failedAttempt(at *attemptEnv, a *attempt) {
	fr := at.fr
	if fr.env.jobs != nil {
		fr.env.jobs.Collect()
	}
	switch a.verdict {
	case retry.TimedOut, retry.Overdue:
		cutShort(fr, a)
	case retry.FailedOnce, retry.Mistaken:
		a.after = fr.regs.after
		a.out = flow.Status(int(a.out.Status))
	case retry.Cancelled:
		a.out = fr.cancelOutcome()
	}
	fr.regs.after = retry.After{}
	if f := fr.regs.failure; f != nil && a.killed > 0 {
		g := *f
		g.Killed = a.killed
		fr.regs.failure = &g
	}
	a.failure = fr.regs.failure
	b.recognize(fr, a)
	a.hurried = b.hurried && a.failure != nil && a.failure.Cut
	if a.verdict.Counts() {
		fr.env.status = int(a.out.Status)
		b.note(fr, event.AttemptFailed, func(e *Event) {
			e.Block.Attempt, e.Block.Word, e.Result.Status = a.number, a.word, int(a.out.Status)
			e.Elapsed, e.Result.Errors = fr.sh.clock.Now().Sub(a.began),
				[]event.FailedAttempts{a.failed(fr.wantsEvents(event.LevelCommand))}
			if fr.wantsEvents(event.LevelCommand) {
				e.Result.Output = string(a.last)
			}
		})
	}
	if b.kind == "forall" && a.verdict.Counts() {
		b.failedWord(fr, a)
	}
	a.lost = fr.env.returnTo(b.start)
}

// cutShort sets status and failure of an attempt ended by a time limit.
func cutShort(fr *frame, a *attempt) {
	if f := fr.regs.failure; f == nil || !f.Cut {
		fr.regs.failure = &failure{Failure: event.Failure{Place: fr.context.place(fr.regs.pos),
			Status: flow.StatusDeadline, Cut: true}}
	}
	a.out = flow.Status(flow.StatusDeadline)
}

// again makes the next attempt in the block's own environment.
func (b *block) again(word string, body op) attempt {
	b.made++
	a := b.attempt(&b.env, b.made, word, body)
	if a.verdict.Counts() {
		b.keep(&a)
	}
	return a
}

// failed returns the attempt as events report it; args: with the arguments of its command.
func (a *attempt) failed(args bool) event.FailedAttempts {
	f := event.FailedAttempts{Count: 1, Deferred: a.deferred,
		Failure: event.Failure{Status: int(a.out.Status)}}
	if !a.deferred {
		f.Attempts = []event.AttemptRange{{First: a.number, Last: a.number}}
	}
	if a.failure != nil {
		f.Failure = a.failure.shown(args)
	}
	return f
}
