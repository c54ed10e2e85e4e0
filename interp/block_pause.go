package interp

import (
	"time"

	"ftsh/internal/flow"
	"ftsh/internal/retry"
	"ftsh/interp/event"
)

// pause waits for the attempt number next, or for the check if next is 0. Traps run at once, and
// the wait goes on. At a prompt a key may end the wait or give up the block.
func (b *block) pause(d time.Duration, next int) flow.Outcome {
	fr := b.env.fr
	b.note(fr, event.Waiting, func(e *Event) { e.Block.Attempt, e.Delay = next, d })
	if d <= 0 {
		return fr.attention()
	}
	span := beginSpan(fr, event.SpanDelay, b.around.place(b.pos), func(s *Span) {
		s.Block = event.Block{Kind: b.kind, ID: b.id, Attempt: next}
		s.Delay = d
	})
	defer endSpan(fr, span, func(*Span) {})
	until, at := make(chan struct{}), fr.sh.clock.Now().Add(d)
	t := fr.sh.clock.AfterFunc(d, func() { close(until) })
	defer t.Stop()
	for {
		wake := fr.sh.signals.wakeChan()
		if out := fr.attention(); out.Divert == flow.Failure {
			fr.regs.after = retry.After{} // a trap's failure: the attempt has failed already
		} else if out.Divert != flow.None {
			return out
		}
		pressed, over := b.show(at)
		var key byte
		done := false
		select {
		case <-until:
			done = true
		case <-fr.context.scope.Context().Done():
		case <-wake:
		case key = <-pressed:
		}
		over()
		if key == 0 {
			key = answered(pressed)
		}
		switch {
		case fr.context.scope.Context().Err() != nil:
			return fr.cancelOutcome()
		case key != 0:
			b.givenUp = key == keyGiveUp
			return fr.attention()
		case done:
			return fr.attention()
		}
	}
}
