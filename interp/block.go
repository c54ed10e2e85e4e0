package interp

import (
	"strconv"

	"ftsh/internal/clock"
	"ftsh/internal/flow"
	"ftsh/internal/journal"
	"ftsh/internal/retry"
	"ftsh/internal/scope"
	"ftsh/internal/scratch"
	"ftsh/internal/through"
	"ftsh/internal/txn"
	"ftsh/internal/vars"
	"ftsh/interp/event"
	"ftsh/parser/ast"
)

// blockOp is a compiled try, forany or forall: the parts common to all blocks, and a plan.
type blockOp struct {
	kind    string
	pos     ast.Pos
	clauses clauseWords
	streams bool // streaming: output is not held, input not kept
	plan    plan
	catch   op
	hash    string // of its text, if it has a journal
}

// A plan is the part of a block that differs between try, forany and forall: it makes the attempts
// and decides how their results end the block.
type plan interface {
	// header evaluates the kind's own words of the header, and returns the function for the
	// attempts. The error is about a bad value.
	header(b *block) (attempts func() ending, err error)
	// variable returns the name of the variable for the words; "" in a try.
	variable(names *vars.Names) string
}

// An ending is how a block ended. Without a reason the block returns its outcome; with one it
// failed, with the outcome's status.
type ending struct {
	reason string
	out    flow.Outcome
	failed string // of a forall: the failed words, one a line
}

// Why a block failed: the values of FTSH_REASON.
const (
	reasonTimes     = "times"
	reasonDeadline  = "deadline"
	reasonPermanent = "permanent"
	reasonUsage     = "usage"
	reasonOpen      = "open" // the breaker of a through clause was open
	// No slot or retry was to be had, or the sense list failed until the deadline.
	reasonBusy  = "busy"
	reasonState = "state" // shared state cannot be used, and slots need it
)

// block is a running try, forany or forall.
//
// Large: each clause of a block has its part here, a named field, and a method where an attempt
// begins or ends.
type block struct {
	env      attemptEnv
	kind     string
	pos      ast.Pos
	id       string // FTSH_TRY_ID
	began    clock.Instant
	parent   *block      // the block around; nil: none
	around   execContext // the context around the block; its catch list runs there
	scope    *scope.Scope
	deadline clock.Instant // of the block itself; 0: none
	unlimit  func()        // removes the deadline, once the record has been written
	clauses  clauses
	start    start // the directory to return to after a failed attempt
	streams  streams

	made    int  // attempts, alternatives or branches
	givenUp bool // by the user, in a wait
	hurried bool // the wait before the attempt was cut short by the deadline
	limits  limits
	// The words of a forany in the order written, if they may fail in another order.
	list      []string
	errors    retry.Errors[*failure]
	repeats   retry.Schedule // of a try
	admission *admission     // of a try with a through clause; else nil

	durable *durable       // its journal; nil: it has none
	turns   []journal.Turn // of a block run by another shell: tries begun around it there
	remote  *remote        // of a forall on a batch system; else nil

	reasons branchReasons // of foralls in it; only the outermost block's are used

	span *span // nil: nobody wants spans

	shared bool // an environment was forked in it and may outlive it
}

// An attemptEnv is an environment for attempts of a block: the block's own, or one forked for a
// branch.
type attemptEnv struct {
	fr      *frame
	shadows vars.Shadows
	out     *txn.Output      // of the running attempt; nil: output is not held
	print   *txn.Branch      // of a branch of a grouped or tagged forall; else nil
	scratch *scratch.Scratch // of the running attempt; nil: no clause
	gate    *through.Gate    // of the running attempt, in a memory; else nil
}

// exec runs the block from its header to its catch list.
func (o *blockOp) exec(fr *frame) flow.Outcome {
	fr.env.vars.Line = o.pos.Line
	fr.regs.pos = o.pos
	if out, deep := fr.nestedTooDeep(o.pos); deep {
		return out
	}
	b := o.enter(fr)
	end := o.run(b)
	out := end.out
	// A cancellation from outside ends the block without a record and without catch.
	cancelled := b.around.scope.Cancelled()
	if cancelled || end.reason != "" || out.Divert == flow.Abort {
		b.nameWords(o.plan)
	}
	if !cancelled && (end.reason != "" || out.Status != 0 || b.kind == "forall") {
		b.concluded(end)
	}
	if !cancelled && end.reason != "" {
		b.makeRecord(end)
		if o.catch != nil {
			b.setAttempts() // the list may leave the shell
			out = b.handle(o.catch, end)
		}
	}
	b.leave()
	endBlockSpan(b, fr, end, out)
	b.setAttempts()
	if cancelled {
		return fr.cancelOutcome()
	}
	b.setFailure(end)
	if end.reason == "" {
		freeBlock(fr, b)
	}
	return fr.errexit(out)
}

// newBlock returns a zero block: the last freed one if there is one. A frame keeps one, because the
// block is most of the memory that an attempt of a builtin allocates. Without it, a loop of 300,000
// "try 1 times; :; end" takes 32 % more CPU time (1.27 s became 1.67 s; medians of 9 runs, 2026-11),
// and "try; true; end" 41 % more: allocating, clearing and collecting 1.3 kB a try.
func newBlock(fr *frame) *block {
	b := fr.freeBlock
	if b == nil {
		return new(block)
	}
	fr.freeBlock = nil
	return b
}

// freeBlock keeps a block for newBlock, unless a forked environment may still refer to it.
func freeBlock(fr *frame, b *block) {
	if !b.shared {
		*b = block{}
		fr.freeBlock = b
	}
}

// enter begins a block: it opens the scope and notes the directory for failed attempts.
func (o *blockOp) enter(fr *frame) *block {
	fr.sh.prepareBlocks()
	b := newBlock(fr)
	b.env.fr, b.kind, b.pos, b.parent, b.around = fr, o.kind, o.pos, fr.context.block, fr.context
	b.start, b.id, b.began, b.unlimit = fr.env.here(), fr.sh.id.newID(), fr.sh.clock.Now(),
		func() {}
	b.streams.off = o.streams || o.kind == "forall"
	fr.sh.blocks.guard.Enter(b.began)
	if o.kind == "forall" {
		b.scope = fr.sh.inside(fr.context.scope)
	} else {
		b.scope = fr.context.scope.Sub(nil)
	}
	fr.context.scope, fr.context.block = b.scope, b
	fr.context.blocks++
	fr.context.depth.nested++
	fr.regs.failure, fr.regs.subst = nil, substResult{}
	b.note(fr, event.BlockBegins, func(*Event) {})
	b.span = beginSpan(fr, event.SpanBlock, b.around.place(b.pos), func(s *Span) {
		s.Block.Kind, s.Block.ID = b.kind, b.id
	})
	return b
}

// run evaluates the header and makes the attempts, under the block's deadline.
func (o *blockOp) run(b *block) ending {
	var err error
	if b.clauses, err = o.clauses.value(b.env.fr); err != nil {
		return b.badHeader(err)
	}
	if o.kind == "forall" {
		b.scope.Tree().SetEnding(b.clauses.ending)
	}
	attempts, err := o.plan.header(b)
	if err != nil {
		return b.badHeader(err)
	}
	if b.clauses.journal != nil {
		if end, over := o.openDurable(b); over {
			return end
		}
	}
	if b.deadline != 0 {
		b.unlimit = b.scope.Limit(b.deadline, &scope.Cause{Kind: scope.Deadline,
			Status: flow.StatusDeadline})
	}
	b.setVariables()
	contain(b)
	flushReports(b.env.fr)
	return attempts()
}

// makeRecord makes the block's record. A reader of records may keep the shell waiting, but not past
// the deadline of the block itself or of a block around it.
func (b *block) makeRecord(end ending) {
	b.env.fr.context.scope = b.around.scope // the block's own may have been cancelled
	b.report(end)
	if f := b.env.fr.regs.failure; f != nil && b.parent == nil {
		g := *f
		g.record = true
		b.env.fr.regs.failure = &g
	}
	b.unlimit()
}

// setAttempts sets FTSH_ATTEMPTS for the commands after a try. Like any other variable it keeps
// its value if it is readonly.
func (b *block) setAttempts() {
	if b.kind == "try" {
		_ = b.env.fr.env.vars.Set(b.env.fr.sh.blocks.refs.attempts, strconv.Itoa(b.made))
	}
}

// leave ends the block: it closes the scope and restores the context and variables.
func (b *block) leave() {
	if t := b.env.fr.facts; t != nil && b.kind == "try" && b.made > 1 {
		t.retries.Add(int64(b.made - 1))
	}
	b.env.unshadow()
	b.streams.input.end()
	b.unlimit()
	b.leaveDurable()
	b.around.callerOpts = b.env.fr.context.callerOpts // as in within
	b.env.fr.leave(&b.around)
	closeScope(b.env.fr, b.scope, false)
	b.start.saved.Release()
	b.env.fr.sh.blocks.guard.Leave()
}

// failsWith returns the ending of a failed block.
func failsWith(reason string, status int) ending {
	return ending{reason: reason, out: flow.Status(status)}
}

// conclude reports whether a block ends after an attempt, and how. It goes on after a repeatable
// failure.
func (b *block) conclude(a *attempt) (ending, bool) {
	if b.durable.failure() != nil && a.verdict != retry.Cancelled {
		return failsWith(reasonJournal, 1), true
	}
	switch a.verdict {
	case retry.FailedOnce, retry.TimedOut:
		if a.lost != nil {
			return b.lostDirectory(a), true
		}
		return ending{}, false
	case retry.FailedForGood:
		if b.kind != "try" && b.parent != nil {
			return ending{out: a.out}, true // the innermost try fails
		}
		return failsWith(reasonFor(a), int(a.out.Status)), true
	case retry.Mistaken:
		return failsWith(reasonPermanent, int(a.out.Status)), true
	case retry.Overdue:
		return failsWith(reasonDeadline, flow.StatusDeadline), true
	}
	return ending{out: a.out}, true // succeeded, diverted, cancelled
}

// between returns the ending of a block that a diversion reaches between two attempts.
func (b *block) between(out flow.Outcome) ending {
	end, _ := b.conclude(&attempt{verdict: retry.Judge(out, false, b.scope.Cause(), nil, b.scope),
		out: out})
	return end
}

// unshadow restores the outer values of the variables set for the body.
func (s *attemptEnv) unshadow() { s.shadows.End(s.fr.env.vars) }

// set sets a variable of docs/language.md, section 4, for the body.
func (s *attemptEnv) set(r vars.Ref, value string) { s.shadows.Set(s.fr.env.vars, r, value) }

// unset restores the outer value of one of them before the block ends.
func (s *attemptEnv) unset(r vars.Ref) { s.shadows.Unset(s.fr.env.vars, r) }

// setDeadline sets FTSH_DEADLINE to the nearest deadline of sc, if there is one.
func (s *attemptEnv) setDeadline(sc *scope.Scope) {
	if sc.Deadline() == 0 {
		return
	}
	c := s.fr.sh.clock
	at := c.Wall().Add(sc.Deadline().Sub(c.Now()))
	s.set(s.fr.sh.blocks.refs.deadline, strconv.FormatInt(at.Unix(), 10))
}

// setVariables sets the variables common to all attempts.
func (b *block) setVariables() {
	b.env.set(b.env.fr.sh.blocks.refs.tryID, b.id)
	b.env.setDeadline(b.scope)
	nested := b.env.fr.sh.blocks.nested
	if grace := b.clauses.ending.KillTimeout; grace != 0 {
		nested = nestedKillTimeout(grace)
	}
	b.env.set(b.env.fr.sh.blocks.refs.killTimeout, nested)
	b.env.beginsWith(b.env.fr.sh.blocks.refs.viaReason, "")
}

// within runs a list in a context and then restores the outer one. The options saved by local -
// belong to the running function, so they are carried over.
func (s *attemptEnv) within(c execContext, list op) flow.Outcome {
	outer := s.fr.context
	s.fr.context = c
	out := list.exec(s.fr)
	outer.callerOpts = s.fr.context.callerOpts
	s.fr.context = outer
	return out
}
