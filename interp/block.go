package interp

import (
	"slices"
	"strconv"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// Why a block failed: the values of FTSH_REASON.
const (
	reasonTimes     = "times"
	reasonDeadline  = "deadline"
	reasonPermanent = "permanent"
	reasonUsage     = "usage"
)

// blockState is a try, forany or forall that runs.
type blockState struct {
	kind    string
	pos     ast.Pos
	parent  *blockState
	outer   *scope    // what the block runs in, and its catch list
	scope   *scope    // the block's own: its deadline
	start   startOf   // where failed attempts return to
	pwd     [2]string // PWD and OLDPWD there
	started clock.Instant

	attempt int
	after   time.Duration // asked for by failure --after
	hasNext bool          // after is set
	shadows []vars.Shadow
	brittle bool
	tested  int

	hurried bool // the wait before the attempt was shortened for the deadline

	lost   error // the directory of the start is gone
	failed bool
	reason string
	status int
	errors []attemptError
}

// attemptError is what the final record tells of a failed attempt.
type attemptError struct {
	attempt int
	text    string
	cut     bool // the deadline ended it when it had just begun: it tells nothing new
}

// enterBlock begins a block: brittle lists, a scope, and the directory that
// failed attempts return to.
func (fr *frame) enterBlock(kind string, pos ast.Pos) *blockState {
	fr.sh.prepareBlocks()
	b := &blockState{
		kind: kind, pos: pos, parent: fr.block, outer: fr.scope,
		scope: fr.sh.newScope(fr.scope, kind == "forall"), start: startOf{fr.dir.retain(), fr.pwd},
		pwd:     [2]string{fr.vars.Value("PWD"), fr.vars.Value("OLDPWD")},
		started: fr.sh.clock.Now(), brittle: fr.brittle, tested: fr.tested,
	}
	fr.scope, fr.block = b.scope, b
	fr.blocks++
	fr.depth.nested++
	fr.failure, fr.subst = nil, substResult{}
	fr.note(LevelStructure, pos, kind+" begins", 0)
	return b
}

// leaveBlock ends it.
func (fr *frame) leaveBlock(b *blockState) {
	for i := len(b.shadows) - 1; i >= 0; i-- {
		fr.vars.Unshadow(b.shadows[i])
	}
	fr.blocks--
	fr.depth.nested--
	fr.scope, fr.block, fr.tested = b.outer, b.parent, b.tested
	fr.brittle = b.brittle || fr.opts.Has(option.Brittle)
	b.scope.close(false)
	b.start.dir.release()
}

// set gives a variable of LANGUAGE.md section 4 its value for the body.
func (b *blockState) set(fr *frame, name, value string) {
	ref := fr.sh.names.Ref(name)
	for _, s := range b.shadows {
		if s.Of(ref) {
			_ = fr.vars.Set(ref, value)
			fr.vars.Mark(ref, vars.Exported)
			return
		}
	}
	if s, err := fr.vars.Shadow(ref, value); err == nil {
		b.shadows = append(b.shadows, s)
	}
}

// unset gives one of them its outer value again before the block ends.
func (b *blockState) unset(fr *frame, name string) {
	ref := fr.sh.names.Ref(name)
	for i, s := range b.shadows {
		if s.Of(ref) {
			fr.vars.Unshadow(s)
			b.shadows = slices.Delete(b.shadows, i, i+1)
			return
		}
	}
}

// setDeadline says when the nearest deadline of s is, if there is one.
func (b *blockState) setDeadline(fr *frame, s *scope) {
	if s.deadline == 0 {
		return
	}
	at := fr.sh.clock.Wall().Add(s.deadline.Sub(fr.sh.clock.Now()))
	b.set(fr, "FTSH_DEADLINE", strconv.FormatInt(at.Unix(), 10))
}

// publish sets the variables that stay the same for all attempts.
func (b *blockState) publish(fr *frame) {
	b.set(fr, "FTSH_TRY_ID", fr.sh.newID())
	b.setDeadline(fr, b.scope)
	b.set(fr, "FTSH_KILL_TIMEOUT", fr.sh.nestedKillTimeout())
}

// attempt runs body once, cancelled after timeout (0: never), and says how it
// ended. A diversion that leaves the block comes back as it is.
func (fr *frame) attempt(b *blockState, body op, timeout time.Duration) flow.Outcome {
	b.attempt++
	b.set(fr, "FTSH_ATTEMPT", strconv.Itoa(b.attempt))
	sc := fr.sh.newScope(b.scope, true)
	b.set(fr, treeVariable, sc.tree.Tag())
	var own *cause
	if timeout > 0 {
		own = &cause{scope: sc, status: flow.StatusDeadline, reason: "timeout"}
		defer sc.limit(fr.sh.clock.Now().Add(timeout), own)()
		b.setDeadline(fr, sc)
	}
	b.after, b.hasNext = 0, false
	catching := fr.catching
	fr.scope, fr.tested, fr.brittle, fr.failure, fr.catching = sc, 0, true, nil, 0
	fr.note(LevelStructure, b.pos, b.kind+" attempt "+strconv.Itoa(b.attempt), 0)
	out := body.exec(fr)
	fr.scope, fr.tested, fr.brittle, fr.catching = b.scope, b.tested, true, catching
	if out.Divert == flow.Fatal {
		out = flow.Status(flow.StatusUsage)
	}
	failed := out.Divert == flow.Cancel || out.Divert == flow.Failure || out.Divert == flow.Abort ||
		out.Divert == flow.None && out.Status != 0
	sc.close(failed)
	if failed {
		if fr.jobs != nil {
			fr.jobs.Collect()
		}
		out = b.judge(fr, sc, own, out)
		b.lost = b.back(fr)
	}
	return out
}

// judge turns the end of a failed attempt into the outcome that the block looks
// at: a plain status where the attempt may be repeated, Abort where it may not,
// and Cancel where something around the attempt was cancelled.
func (b *blockState) judge(fr *frame, sc *scope, own *cause, out flow.Outcome) flow.Outcome {
	switch out.Divert {
	case flow.Cancel:
		c := sc.why()
		timeout := own != nil && c == own
		if !timeout && !b.limited(c) {
			return fr.cancelOutcome()
		}
		if f := fr.failure; f == nil || !f.cut {
			fr.failure = &failure{script: fr.script, pos: fr.pos, status: flow.StatusDeadline, cut: true}
		}
		out = flow.Status(flow.StatusDeadline)
		if !timeout {
			b.remember(fr, out)
			return fr.cancelOutcome()
		}
	case flow.Failure:
		b.after, b.hasNext = fr.after, fr.hasAfter
		fr.after, fr.hasAfter = 0, false
		out = flow.Status(int(out.Status))
	}
	fr.status = int(out.Status)
	b.remember(fr, out)
	return out
}

// limited reports whether c is that the block's own deadline has passed.
func (b *blockState) limited(c *cause) bool {
	return c != nil && c.scope == b.scope && c.reason == reasonDeadline
}

// remember keeps what the failed attempt's record says, and reports it.
func (b *blockState) remember(fr *frame, out flow.Outcome) {
	text := "exit status " + strconv.Itoa(int(out.Status))
	if f := fr.failure; f != nil {
		text = f.describe()
	}
	if len(b.errors) == maxErrors {
		b.errors = append(b.errors[:1], b.errors[2:]...)
	}
	b.errors = append(b.errors, attemptError{b.attempt, text, b.hurried && fr.failure != nil && fr.failure.cut})
	fr.note(LevelCommand, b.pos, b.kind+": attempt "+strconv.Itoa(b.attempt)+" failed: "+text, int(out.Status))
}

// maxErrors bounds what a block that fails a million times keeps: the first
// attempt's error and the latest ones.
const maxErrors = 20

// back returns to the directory of the block's start after a failed attempt.
func (b *blockState) back(fr *frame) error {
	if fr.dir == b.start.dir && fr.pwd == b.start.path && fr.vars.Value("OLDPWD") == b.pwd[1] {
		return nil
	}
	return fr.returnTo(b)
}

// fail ends the block without success.
func (b *blockState) fail(fr *frame, reason string, out flow.Outcome) flow.Outcome {
	b.failed, b.reason, b.status = true, reason, int(out.Status)
	fr.reportBlock(b)
	return flow.Status(int(out.Status))
}

// usage ends a block whose header has a bad value, without an attempt.
func (b *blockState) usage(fr *frame, out flow.Outcome) flow.Outcome {
	if out.Divert != flow.None {
		return out
	}
	b.set(fr, "FTSH_TRY_ID", fr.sh.newID())
	if f := fr.failure; f != nil {
		b.errors = append(b.errors, attemptError{text: f.describe()})
	}
	return b.fail(fr, reasonUsage, out)
}

// retriable reports whether an attempt's outcome is a failure that the block may
// answer by another attempt.
func (b *blockState) retriable(fr *frame, out flow.Outcome) bool {
	return out.Divert == flow.None && out.Status != 0
}

// over ends the block for an outcome that no further attempt follows.
func (b *blockState) over(fr *frame, out flow.Outcome) flow.Outcome {
	switch out.Divert {
	case flow.Abort:
		if b.kind != "try" && b.parent != nil {
			return out // it is the innermost try that fails
		}
		return b.fail(fr, reasonPermanent, out)
	case flow.Cancel:
		// The block's own deadline is a failure of the block; what was cancelled
		// around it ends the block without catch.
		if b.outer.ctx.Err() == nil && b.scope.ctx.Err() != nil {
			return b.fail(fr, reasonDeadline, flow.Status(flow.StatusDeadline))
		}
	}
	return out
}

// overtaken ends the block when its deadline has passed between two attempts.
// Whose deadline it is, the block's own or one around it, the cancellation says
// that comes with it.
func (b *blockState) overtaken(fr *frame) flow.Outcome {
	<-b.scope.ctx.Done()
	return b.over(fr, fr.cancelOutcome())
}

// runCatch runs a catch list under the enclosing deadline; its result replaces
// the failure.
func (fr *frame) runCatch(b *blockState, catch op, out flow.Outcome) flow.Outcome {
	b.unset(fr, "FTSH_DEADLINE") // the enclosing one binds the catch list
	b.set(fr, "FTSH_ATTEMPT", strconv.Itoa(b.attempt))
	b.set(fr, "FTSH_STATUS", strconv.Itoa(b.status))
	b.set(fr, "FTSH_REASON", b.reason)
	b.set(fr, "FTSH_ERROR", b.lastError())
	fr.scope, fr.block = b.outer, b.parent
	fr.status, fr.tested, fr.brittle = b.status, b.tested, true
	outer := fr.catching
	fr.catching = b.status
	out = catch.exec(fr)
	fr.catching = outer
	if b.parent == nil {
		switch out.Divert {
		case flow.Failure, flow.Abort:
			out.Divert = flow.None
		}
	}
	return out
}

func (b *blockState) lastError() string {
	if len(b.errors) == 0 {
		return ""
	}
	if n := len(b.errors); b.errors[n-1].cut && n > 1 {
		return b.errors[n-2].text
	}
	return b.errors[len(b.errors)-1].text
}
