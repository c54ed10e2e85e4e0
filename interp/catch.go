package interp

import (
	"strconv"

	"ftsh/internal/flow"
)

// handle runs the catch list under the enclosing deadline; its result replaces the
// failure.
func (b *block) handle(catch op, end ending) flow.Outcome {
	status := int(end.out.Status)
	refs, ref := &b.fr.sh.refs, b.fr.sh.names.Ref
	b.unset(refs.deadline) // the enclosing one binds the catch list
	b.set(refs.attempt, strconv.Itoa(b.made))
	b.set(ref("FTSH_STATUS"), strconv.Itoa(status))
	b.set(ref("FTSH_REASON"), end.reason)
	b.set(ref("FTSH_ERROR"), b.lastError())
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
