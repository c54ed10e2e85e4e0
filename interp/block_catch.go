package interp

import (
	"strconv"

	"ftsh/internal/flow"
	"ftsh/internal/vars"
	"ftsh/interp/event"
)

// handle runs the catch list under the enclosing deadline; the list's outcome replaces the failure.
func (b *block) handle(catch op, end ending) flow.Outcome {
	status := int(end.out.Status)
	refs := &b.env.fr.sh.blocks.refs
	b.env.unset(refs.deadline) // the enclosing one binds the catch list
	b.env.set(refs.attempt, strconv.Itoa(b.made))
	b.env.set(refs.status, strconv.Itoa(status))
	b.env.set(refs.reason, end.reason)
	b.env.set(refs.failure, b.lastError())
	b.env.fr.env.status = status
	failed := b.env.fr.regs.failure
	span := beginListSpan(b, event.SpanCatch, b.made)
	c := b.env.fr.context
	c.scope, c.block, c.brittle, c.catching = b.around.scope, b.parent, true, status
	c.catchOutput = c.catchOutput.begin(b.env.fr)
	b.streams.input.finish()
	h := holdRecords(b.env.fr, nil)
	var out flow.Outcome
	if b.clauses.contained {
		out = handleContained(b, c, catch)
	} else {
		out = b.env.within(c, catch)
	}
	endSpan(b.env.fr, span, func(s *Span) { s.Result.Status = int(out.Status) })
	if c.catchOutput.end() && h != nil {
		for _, r := range h.records {
			r.event.Result.Reported = true // the script has reported it in its own words
		}
	}
	switch {
	case out.Status == 0:
		taken(b.env.fr)
	case end.reason == reasonPermanent && failed != nil && failed.unfound:
		f := *failed // still an unknown command, for the block around
		f.Status = int(out.Status)
		b.env.fr.regs.failure = &f
	}
	if b.parent == nil && (out.Divert == flow.Failure || out.Divert == flow.Abort) {
		out.Divert = flow.None
	}
	decide(b.env.fr, h, out)
	return out
}

// setFailure leaves the reason of a failure to the commands after the block, such as the right
// side of ||. A successful block empties the values of an earlier one, but not in a catch list: it
// needs the values of its own block to the end. Like any other variable, each keeps its value if it
// is readonly.
func (b *block) setFailure(end ending) {
	fr, refs := b.env.fr, &b.env.fr.sh.blocks.refs
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
	if fr.context.catchOutput != nil {
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
