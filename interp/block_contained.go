package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/retry"
	"ftsh/internal/scope"
	"ftsh/interp/event"
)

// A contained block ends all that its lists started, each when the list has ended, whatever its
// outcome. The processes end before the list's output is published and its success recorded, so
// what they write while they end counts as output of the list.

// contain prepares a contained block for its first list. The watchdog runs from then on: nothing is
// left either if the shell is killed within the first half second.
func contain(b *block) {
	if b.clauses.contained {
		_ = b.env.fr.sh.blocks.guard.Hold() // on failure the guard tries again by itself
	}
}

// closeList closes the scope of a list of the block, and ends what is left of it if sweep is set or
// the block is contained.
func closeList(b *block, fr *frame, sc *scope.Scope, sweep bool) *scope.Cause {
	if b.clauses.contained && fr.wantsEvents(event.LevelAttempt) {
		sc.Tree().NoteEnded()
	}
	cause := closeScope(fr, sc, sweep || b.clauses.contained)
	if b.clauses.contained && fr.env.jobs != nil {
		fr.env.jobs.Collect()
	}
	return cause
}

// noteLeft reports what a contained list left that did not fail. Of a failed one, its own command
// may be among the ended processes. number is that of the attempt.
func noteLeft(b *block, fr *frame, a *attempt, number int) {
	if a.verdict != retry.Succeeded && a.verdict != retry.Diverted || len(a.left) == 0 {
		return
	}
	b.note(fr, event.LeftEnded, func(e *Event) {
		e.Block.Attempt, e.Block.Word, e.Result.Killed = number, a.word, a.killed
		for _, p := range a.left {
			e.Result.Left = append(e.Result.Left, event.Process{Pid: p.Pid, Args: []string{p.Name}})
		}
	})
}

// handleContained runs the catch list of a contained block in c, in a scope of its own.
func handleContained(b *block, c execContext, catch op) flow.Outcome {
	fr := b.env.fr
	sc := fr.sh.ending(c.scope, b.clauses.ending)
	tree := sc.Tree()
	b.env.set(fr.sh.blocks.refs.tree, tree.Tag())
	tree.Watch(&fr.sh.blocks.guard)
	defer tree.Unwatch()
	c.scope = sc
	out := b.env.within(c, catch)
	if closeList(b, fr, sc, true) == nil {
		noteLeft(b, fr, &attempt{killed: tree.Killed(), left: tree.Ended()}, 0)
	}
	return out
}
