package interp

import (
	"errors"
	"sync/atomic"
	"syscall"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/retry"
	"ftsh/internal/scope"
	"ftsh/internal/txn"
	"ftsh/internal/vars"
)

// A hedge is a forany with concurrent alternatives, each in a subshell environment. The next one
// begins when the current one has run for the hedge's delay or has failed. The first to decide the
// block cancels the others.
type hedge struct {
	plan  *foranyPlan
	block *block
	words []string
	delay time.Duration
	table *table
	scope *scope.Scope // around the alternatives, inside the block's
	input *spread      // nil: the input passes through

	now      chan struct{}               // closed
	due      chan struct{}               // closed when the next one may begin; nil before the first
	timer    clock.Timer                 // of due
	latest   int                         // the latest one begun
	mistakes int                         // how many failed because a command was not found
	status   int                         // of the latest failure
	failed   *attempt                    // the latest failure; nil: none
	decided  atomic.Pointer[alternative] // the alternative that cancelled scope
	final    *attempt                    // an attempt that ended the block without winning
}

// An alternative is an attempt of a hedge.
type alternative struct {
	env     attemptEnv
	attempt attempt
	input   fd.File // its own copy; nil: the input passes through
}

func (p *foranyPlan) hedged(b *block, words []string, delay time.Duration,
	t *table) (func() ending, error) {
	if len(words) > 0 && b.env.fr.env.vars.Attrs(p.ref)&vars.Readonly != 0 {
		return nil, &vars.ReadonlyError{Name: b.env.fr.sh.names.Name(p.ref)}
	}
	b.streams.once, b.streams.all = true, true // each has an input of its own
	h := &hedge{plan: p, block: b, words: words, delay: delay, table: t, now: make(chan struct{})}
	close(h.now)
	return func() ending {
		if end, ok := t.open(b); !ok {
			return end
		}
		return t.close(b, h.run())
	}, nil
}

func (h *hedge) run() ending {
	b := h.block
	h.words, h.status = b.durable.take(h.words, b.made), b.durable.status(1)
	b.env.fr.sh.startSignals()
	if !b.streams.off {
		var err error
		if h.input, err = newSpread(b); err != nil {
			if b.env.fr.cancelled() {
				return b.between(b.env.fr.cancelOutcome())
			}
			message := unkept("the input", tempDir(b.env.fr), err, "streaming")
			b.env.fr.regs.pos = b.pos
			b.env.fr.say("%s", message)
			failedIn(b.env.fr, b.pos, message, 1)
			b.keep(&attempt{failure: b.env.fr.regs.failure})
			return failsWith(reasonTimes, 1)
		}
	}
	defer h.input.end()
	if b.streams.off {
		defer writeTogether(b.env.fr)()
	}
	h.scope = b.scope.Sub(nil) // without a tree: the winner's processes live on
	race := race{group: b.env.fr.context.group, scope: h.scope, start: h.start, next: h.next,
		ended: h.ended}
	race.run(len(h.words))
	if h.timer != nil {
		h.timer.Stop()
	}
	closeScope(b.env.fr, h.scope, false)
	return h.outcome()
}

// next returns a channel that is closed when one more alternative may begin.
func (h *hedge) next(running int) <-chan struct{} {
	if running == 0 {
		return h.now
	}
	return h.due
}

// start makes the environment of alternative i, and returns the function that runs it.
func (h *hedge) start(i int) func() attempt {
	b := h.block
	if h.timer != nil {
		h.timer.Stop()
	}
	due := make(chan struct{})
	h.due, h.latest = due, i
	h.timer = b.env.fr.sh.clock.AfterFunc(h.delay, func() { close(due) })
	b.made++
	if out, ok := b.env.fr.enlist(h.plan.pos, 1); !ok {
		return unmade(b.made, h.words[i], out)
	}
	sub, err := b.env.fr.fork(forAlternative)
	if err != nil {
		b.env.fr.sh.discharge(1)
		return unmade(b.made, h.words[i], b.env.fr.noSubshell(err))
	}
	sub.context.scope, sub.facts = h.scope, new(facts)
	_ = sub.env.vars.Set(h.plan.ref, h.words[i]) // it is not readonly
	alt := &alternative{env: attemptEnv{fr: sub}}
	if alt.input, err = h.input.give(sub); err != nil {
		sub.regs.pos = h.plan.pos
		out := sub.notBegun(1, "the input cannot be opened again: %s (see streaming)",
			errorText(err))
		sub.env.close()
		b.env.fr.sh.discharge(1)
		return unmade(b.made, h.words[i], out)
	}
	number, outer := b.made, b.env.fr.facts
	return func() attempt {
		defer sub.sh.discharge(1)
		a := h.alternative(alt, number, h.words[i])
		completeFacts(b, &a, outer)
		return a
	}
}

// alternative makes the attempt of one alternative. It leaves the winner's environment open for
// outcome.
func (h *hedge) alternative(alt *alternative, number int, word string) attempt {
	b, fr := h.block, alt.env.fr
	a := b.perform(&alt.env, number, word, h.plan.alternative)
	if alt.decides(&a) {
		if h.scope.Cancel(&scope.Cause{Kind: scope.Sibling, Status: int(a.out.Status)}) {
			alt.attempt = a
			h.decided.Store(alt)
			return a
		}
		// Another alternative was faster, or a scope around this one was cancelled.
		a.out = fr.runExitTrap(fr.cancelOutcome())
		a.verdict = retry.Judge(a.out, false, h.scope.Cause(), nil, b.scope)
	}
	b.finish(&alt.env, &a)
	a.lost = nil // a lost directory concerns only the alternative
	h.input.takeBack(alt)
	fr.env.close()
	return a
}

// decides reports whether an attempt ends the block: it succeeded, it leaves the block, or no other
// attempt could do better.
func (alt *alternative) decides(a *attempt) bool {
	switch a.verdict {
	case retry.Succeeded, retry.Diverted, retry.FailedForGood:
		return true
	case retry.Unheld:
		return alt.env.out != nil && errors.Is(alt.env.out.Err(), syscall.EPIPE)
	case retry.FailedOnce:
		if e := alt.env.fr.env.fds.Entry(1); int(a.out.Status) == statusPipe && given(e) {
			return txn.Broken(e.File)
		}
	}
	return false
}

// ended handles the end of each alternative, in order of time.
func (h *hedge) ended(i int, a attempt) *scope.Cause {
	h.table.ended(h.block, &a)
	if i == h.latest {
		h.due = h.now
	}
	if d := h.decided.Load(); d != nil && d.attempt.number == a.number {
		return nil
	}
	if a.verdict == retry.Mistaken { // only this alternative fails
		h.mistakes++
		a.verdict = retry.FailedOnce
	}
	if a.verdict.Counts() {
		h.block.record(&a)
		h.failed = &a
		h.block.env.fr.regs.failure = a.failure
		h.status = int(a.out.Status)
		h.block.failedWord(h.block.env.fr, &a)
	}
	if a.verdict != retry.FailedOnce && a.verdict != retry.TimedOut {
		h.final = &a
	}
	return nil
}

// outcome returns the block's ending.
func (h *hedge) outcome() ending {
	b := h.block
	if h.failed != nil && h.decided.Load() == nil {
		setViaReason(b, h.failed)
	}
	switch {
	case h.decided.Load() != nil:
		return h.adopt(h.decided.Load())
	case h.final != nil:
		if f := h.final.failure; f != nil {
			b.env.fr.regs.failure = f
		}
		end, _ := b.conclude(h.final)
		return end
	case b.scope.Cancelled():
		return b.between(b.env.fr.cancelOutcome())
	case h.mistakes > 0 && h.mistakes == len(h.words):
		return failsWith(reasonPermanent, h.status)
	}
	taken(b.env.fr)
	if b.durable.failure() != nil {
		return failsWith(reasonJournal, 1)
	}
	return failsWith(reasonTimes, h.status)
}

// adopt ends the block with the alternative that decided it. The block takes over the environment
// of a successful or diverted alternative.
func (h *hedge) adopt(alt *alternative) ending {
	b, sub, a := h.block, alt.env.fr, &alt.attempt
	h.input.takeBack(alt)
	alt.env.unshadow()
	b.env.fr.regs.failure, b.env.fr.regs.after,
		b.env.fr.context.callerOpts = sub.regs.failure, sub.regs.after, sub.context.callerOpts
	var err error
	if a.verdict == retry.Succeeded || a.verdict == retry.Diverted {
		err = adoptEnvironment(&b.env.fr.env, &sub.env)
	}
	sub.env.close()
	b.env.out, b.env.scratch, b.env.gate = alt.env.out, alt.env.scratch, alt.env.gate
	if b.finish(&b.env, a); err != nil {
		return b.lostDirectory(&attempt{number: a.number, word: a.word, lost: err})
	}
	if a.verdict.Counts() {
		b.keep(a)
	}
	end, over := b.conclude(a)
	if !over {
		return failsWith(reasonTimes, int(a.out.Status))
	}
	return end
}

// alternativeOp is the body of an alternative in a subshell environment. If it fails, its EXIT trap
// runs at the end of the attempt; if it wins, the trap becomes the shell's.
type alternativeOp struct{ body op }

func (o *alternativeOp) exec(fr *frame) flow.Outcome {
	out := o.body.exec(fr)
	switch out.Divert {
	case flow.None:
		if out.Status == 0 && !fr.cancelled() {
			return out
		}
	case flow.Cancel, flow.Failure, flow.Abort, flow.Fatal:
	default: // it leaves the block
		return out
	}
	return fr.finish(out)
}

// unmade returns a concurrent attempt that failed before it began.
func unmade(number int, word string, out flow.Outcome) func() attempt {
	a := attempt{number: number, word: word, verdict: retry.FailedOnce,
		out: flow.Status(int(out.Status))}
	if out.Divert == flow.Cancel {
		a.verdict = retry.Cancelled
	}
	return func() attempt { return a }
}

// A spread is a block's input for concurrent alternatives: each reads all of it.
type spread struct {
	block fd.File // the input of the block
	whole fd.File // all of the input; of a pipe, a file with its contents
	text  string  // the contents, if they are in memory
	at    int64   // the offset of the input in whole
	kept  bool    // text is valid
}

// newSpread returns nil if the block's input passes through. It reads a pipe to its end.
func newSpread(b *block) (*spread, error) {
	e := b.env.fr.env.fds.Entry(0)
	if !ownInput(b.env.fr, e) {
		return nil, nil
	}
	s := &spread{block: e.File}
	switch e.File.Kind() {
	case fd.KindPipe:
		back := b.env.fr.context.group.blocking()
		all, err := txn.Spool(b.scope.Context(), e.File, tempDir(b.env.fr))
		back()
		if err != nil {
			return nil, err
		}
		s.whole = all
	default:
		s.whole = e.File.Retain()
	}
	if s.text, s.kept = fd.Text(s.whole); s.kept {
		return s, nil
	}
	at, err := fd.Offset(s.whole)
	if s.at = at; err != nil { // a terminal, a device
		s.end()
		return nil, nil
	}
	return s, nil
}

// give gives an environment a copy of the input and returns it; nil: the input passes through.
func (s *spread) give(fr *frame) (fd.File, error) {
	if s == nil {
		return nil, nil
	}
	var f fd.File
	if s.kept {
		f = fd.FromBytes(s.text)
	} else {
		var err error
		if f, err = fd.Again(s.whole, syscall.O_RDONLY); err != nil {
			return nil, err
		}
		if err := fd.SetOffset(f, s.at); err != nil {
			f.Release()
			return nil, err
		}
	}
	swap(fr, 0, s.block, f)
	return f, nil
}

// takeBack restores the block's input in an alternative's environment.
func (s *spread) takeBack(alt *alternative) {
	if f := alt.input; f != nil {
		alt.env.fr.env.fds.Swap(f, s.block, 2)
		f.Release()
	}
}

func (s *spread) end() {
	if s != nil {
		s.whole.Release()
	}
}
