package interp

import (
	"strconv"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/flow"
	"ftsh/internal/scope"
)

// An attempt is one execution of a block's body, and its result.
type attempt struct {
	number   int    // from 1; 0: a failure before the first
	word     string // of a forany or forall: the word of the attempt
	verdict  verdict
	began    clock.Instant
	cause    *scope.Cause // why it was cancelled; nil: it was not
	out      flow.Outcome // of the body: a status, or a diversion to go on outward
	failure  *failure     // the failed command; nil: none is known
	after    retryAfter   // the delay it asked for
	found    finding      // what is known of the failure
	lost     error        // the directory of the block's start is gone
	hurried  bool         // the wait before it and then the attempt were cut by the deadline
	deferred bool         // no attempt was made: the sense list failed
	last     []byte       // the end of the held output, at most 1 KiB

	// The kill timeout after which SIGKILL ended its processes; 0: not needed.
	killed time.Duration
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
	b.note(fr, AttemptBegins, func(e *Event) { e.Block.Attempt, e.Block.Word = number, word })
	began := fr.sh.clock.Now()
	fr.regs.failure = nil
	at.enterMemory(b, word)
	b.beginStreams(at, sc)
	var a attempt
	if b.begun(at, number, word) {
		a = b.trial(at, sc, at.withScratch(b, word, body))
	} else {
		a = unbegun(sc)
	}
	a.number, a.word, a.began = number, word, began
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
	if a.verdict != succeeded && a.verdict != diverted {
		b.failedAttempt(at, a)
	}
	at.leaveMemory(a)
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
	c.watched = c.watched || b.repeats.knows != nil
	fr.regs.after = retryAfter{}
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
	sweep := fr.env.piped || judge(out, fr.regs.failure, nil, sc, b.scope).counts()
	cause := closeScope(fr, sc, sweep)
	return attempt{verdict: judge(out, fr.regs.failure, cause, sc, b.scope), out: out, cause: cause,
		killed: sc.Tree().Killed()}
}

// failedAttempt cleans up after an attempt without success: it sets the status and the error, and
// returns to the directory of the block's start.
func (b *block) failedAttempt(at *attemptEnv, a *attempt) {
	fr := at.fr
	if fr.env.jobs != nil {
		fr.env.jobs.Collect()
	}
	switch a.verdict {
	case timedOut, overdue:
		cutShort(fr, a)
	case failedOnce, mistaken:
		a.after = fr.regs.after
		a.out = flow.Status(int(a.out.Status))
	case cancelled:
		a.out = fr.cancelOutcome()
	}
	fr.regs.after = retryAfter{}
	if f := fr.regs.failure; f != nil && a.killed > 0 {
		g := *f
		g.Killed = a.killed
		fr.regs.failure = &g
	}
	a.failure = fr.regs.failure
	b.recognize(fr, a)
	a.hurried = b.hurried && a.failure != nil && a.failure.Cut
	if a.verdict.counts() {
		fr.env.status = int(a.out.Status)
		b.note(fr, AttemptFailed, func(e *Event) {
			e.Block.Attempt, e.Block.Word, e.Result.Status = a.number, a.word, int(a.out.Status)
			e.Elapsed, e.Result.Errors = fr.sh.clock.Now().Sub(a.began),
				[]FailedAttempts{a.failed(fr.wantsEvents(LevelCommand))}
			if fr.wantsEvents(LevelCommand) {
				e.Result.Output = string(a.last)
			}
		})
	}
	if b.kind == "forall" && a.verdict.counts() {
		b.failedWord(fr, a)
	}
	a.lost = fr.env.returnTo(b.start)
}

// cutShort sets status and failure of an attempt ended by a time limit.
func cutShort(fr *frame, a *attempt) {
	if f := fr.regs.failure; f == nil || !f.Cut {
		fr.regs.failure = &failure{Failure: Failure{Place: fr.context.place(fr.regs.pos),
			Status: flow.StatusDeadline, Cut: true}}
	}
	a.out = flow.Status(flow.StatusDeadline)
}

// again makes the next attempt in the block's own environment.
func (b *block) again(word string, body op) attempt {
	b.made++
	a := b.attempt(&b.env, b.made, word, body)
	if a.verdict.counts() {
		b.keep(&a)
	}
	return a
}

// failed returns the attempt as events report it; args: with the arguments of its command.
func (a *attempt) failed(args bool) FailedAttempts {
	f := FailedAttempts{Count: 1, Deferred: a.deferred, Failure: Failure{Status: int(a.out.Status)}}
	if !a.deferred {
		f.Attempts = []AttemptRange{{First: a.number, Last: a.number}}
	}
	if a.failure != nil {
		f.Failure = a.failure.shown(args)
	}
	return f
}
