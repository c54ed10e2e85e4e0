package interp

import (
	"strconv"

	"ftsh/internal/flow"
	"ftsh/internal/vars"
)

// handle runs the catch list under the enclosing deadline; the list's outcome replaces the failure.
func (b *block) handle(catch op, end ending) flow.Outcome {
	status := int(end.out.Status)
	refs := &b.stage.fr.sh.blocks.refs
	b.stage.unset(refs.deadline) // the enclosing one binds the catch list
	b.stage.set(refs.attempt, strconv.Itoa(b.made))
	b.stage.set(refs.status, strconv.Itoa(status))
	b.stage.set(refs.reason, end.reason)
	b.stage.set(refs.failure, b.lastError())
	b.stage.fr.env.status = status
	failed := b.stage.fr.regs.failure
	c := b.stage.fr.context
	c.scope, c.block, c.brittle, c.catching = b.around.scope, b.parent, true, status
	c.spoken = c.spoken.listenTo(b.stage.fr)
	b.streams.input.finish()
	h := holdRecords(b.stage.fr, nil)
	out := b.stage.within(c, catch)
	if c.spoken.end() && h != nil {
		for _, r := range h.records {
			r.event.Result.Reported = true // the script has reported it in its own words
		}
	}
	switch {
	case out.Status == 0:
		taken(b.stage.fr)
	case end.reason == reasonPermanent && failed != nil && failed.unfound:
		f := *failed // still an unknown command, for the block around
		f.Status = int(out.Status)
		b.stage.fr.regs.failure = &f
	}
	if b.parent == nil && (out.Divert == flow.Failure || out.Divert == flow.Abort) {
		out.Divert = flow.None
	}
	decide(b.stage.fr, h, out)
	return out
}

// tellFailure leaves the reason of a failure to the commands after the block, such as the right
// side of ||. A successful block empties the values of an earlier one, but not in a catch list: it
// needs the values of its own block to the end. Like any other variable, each keeps its value if it
// is readonly.
func (b *block) tellFailure(end ending) {
	fr, refs := b.stage.fr, &b.stage.fr.sh.blocks.refs
	set := func(r vars.Ref, value string) { _ = fr.env.vars.Set(r, value) }
	if end.reason != "" {
		set(refs.status, strconv.Itoa(int(end.out.Status)))
		set(refs.reason, end.reason)
		set(refs.failure, b.lastError())
		if b.kind == "forall" {
			set(refs.failed, end.failed)
		}
		return
	}
	if fr.context.spoken != nil {
		return
	}
	if reason, _ := fr.env.vars.Get(refs.reason); reason != "" {
		set(refs.status, "")
		set(refs.reason, "")
		set(refs.failure, "")
	}
	if failed, _ := fr.env.vars.Get(refs.failed); failed != "" && b.kind == "forall" {
		set(refs.failed, "")
	}
}
