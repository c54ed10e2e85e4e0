package interp

import (
	"strconv"

	"ftsh/internal/flow"
	"ftsh/internal/vars"
)

// handle runs the catch list under the enclosing deadline; its result replaces the
// failure.
func (b *block) handle(catch op, end ending) flow.Outcome {
	status := int(end.out.Status)
	refs := &b.fr.sh.refs
	b.unset(refs.deadline) // the enclosing one binds the catch list
	b.set(refs.attempt, strconv.Itoa(b.made))
	b.set(refs.status, strconv.Itoa(status))
	b.set(refs.reason, end.reason)
	b.set(refs.failure, b.lastError())
	b.fr.status = status
	failed := b.fr.failure
	c := b.fr.execContext
	c.scope, c.block, c.brittle, c.catching = b.around.scope, b.parent, true, status
	c.spoken = c.spoken.listenTo(b.fr)
	b.streams.input.finish()
	h := holdRecords(b.fr, nil)
	out := b.within(c, catch)
	if c.spoken.end() && h != nil {
		for _, r := range h.records {
			r.event.Told = true // in the script's own words: not once more
		}
	}
	switch {
	case out.Status == 0:
		taken(b.fr)
	case end.reason == reasonPermanent && failed != nil && failed.unfound:
		f := *failed // still a mistake, for the block around
		f.Status = int(out.Status)
		b.fr.failure = &f
	}
	if b.parent == nil && (out.Divert == flow.Failure || out.Divert == flow.Abort) {
		out.Divert = flow.None
	}
	decide(b.fr, h, out)
	return out
}

// tellFailure keeps for what follows a block why it failed: for the right side of ||, say. A block
// that has not failed empties what an earlier one left; but not in a catch list, which needs the
// values of its own block to the end. They are variables as any other: where one is readonly it
// stays.
func (b *block) tellFailure(end ending) {
	fr, refs := b.fr, &b.fr.sh.refs
	set := func(r vars.Ref, value string) { _ = fr.vars.Set(r, value) }
	if end.reason != "" {
		set(refs.status, strconv.Itoa(int(end.out.Status)))
		set(refs.reason, end.reason)
		set(refs.failure, b.lastError())
		if b.kind == "forall" {
			set(refs.failed, end.failed)
		}
		return
	}
	if fr.spoken != nil {
		return
	}
	if reason, _ := fr.vars.Get(refs.reason); reason != "" {
		set(refs.status, "")
		set(refs.reason, "")
		set(refs.failure, "")
	}
	if failed, _ := fr.vars.Get(refs.failed); failed != "" && b.kind == "forall" {
		set(refs.failed, "")
	}
}
