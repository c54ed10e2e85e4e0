package interp

import (
	"time"

	"ftsh/backoff"
	"ftsh/internal/clock"
	"ftsh/internal/flow"
)

// waits computes the delays between the attempts of one try (docs/language.md,
// section 4: "Waits never overrun the deadline").
type waits struct {
	clock    clock.Clock
	rand     backoff.Rand
	spec     backoff.Spec
	policy   backoff.Policy // of spec; nil: no wait has been computed yet
	every    *time.Duration // nil: the policy decides
	deadline clock.Instant  // 0: none

	started   clock.Instant // of the running attempt
	longest   time.Duration // the longest attempt so far
	attempts  steps
	deferrals steps // since the sense list succeeded last
	last      bool  // the wait was cut short: the next attempt is the last
}

// steps are the progress of a policy.
type steps struct {
	n        int // how many delays it has returned
	previous time.Duration
}

func newWaits(b *block, s *schedule) *waits {
	sh := b.env.fr.sh
	return &waits{clock: sh.clock, rand: sh.rand, spec: s.policy, every: s.every,
		deadline: b.scope.Deadline()}
}

func (w *waits) begin() { w.started = w.clock.Now() }

// next returns the delay after an attempt or a deferral that has just ended. With a reason there is
// no delay: the policy stopped, or the requested delay would overrun the deadline.
func (w *waits) next(a *attempt) (time.Duration, string) {
	now, after, at := w.clock.Now(), a.after, &w.attempts
	if a.deferred {
		at = &w.deferrals
	} else {
		w.longest = max(w.longest, now.Sub(w.started))
	}
	left := time.Duration(1<<63 - 1)
	if w.deadline != 0 {
		left = max(w.deadline.Sub(now), 0)
	}
	n := at.n
	at.n++
	switch {
	case after.asked:
		d, reason := whole(after.delay, left)
		return d + w.addition(d, left), reason
	case w.every != nil:
		return whole(max(w.started.Add(*w.every).Sub(now), 0), left)
	}
	if w.policy == nil {
		w.policy = w.spec.Policy()
	}
	d, ok := w.policy.Next(n, at.previous, w.rand)
	switch {
	case !ok && a.deferred:
		d = w.lastDelay(at)
	case !ok:
		return 0, reasonTimes
	}
	at.previous = d
	if d >= left {
		w.last = true
		d = max(left-w.longest, left/2)
	}
	return d, ""
}

// lastDelay returns the last delay of the policy before it stops, for further deferrals. It does
// not advance at.
func (w *waits) lastDelay(at *steps) time.Duration {
	for at.n--; at.n > 0; at.n-- {
		if d, ok := w.policy.Next(at.n-1, at.previous, w.rand); ok {
			return d
		}
	}
	return w.spec.From // the policy has no delay at all
}

// addition returns a random addition to a requested delay d. It is up to a tenth, so clients with
// the same answer from a server do not all return at once, and at most half of the time left after
// d.
func (w *waits) addition(d, left time.Duration) time.Duration {
	return min(time.Duration(w.rand.Float64()*float64(d)/10), (left-d)/2)
}

// whole returns the whole delay d, or a reason if it does not fit.
func whole(d, left time.Duration) (time.Duration, string) {
	if d >= left {
		return 0, reasonDeadline
	}
	return d, ""
}

// pause waits for the attempt number next, or for the check if next is 0. Traps run at once, and
// the wait goes on. At a prompt a key may end the wait or give up the block.
func (b *block) pause(d time.Duration, next int) flow.Outcome {
	fr := b.env.fr
	b.note(fr, Waiting, func(e *Event) { e.Block.Attempt, e.Delay = next, d })
	if d <= 0 {
		return fr.attention()
	}
	until, at := make(chan struct{}), fr.sh.clock.Now().Add(d)
	t := fr.sh.clock.AfterFunc(d, func() { close(until) })
	defer t.Stop()
	for {
		wake := fr.sh.signals.wakeChan()
		if out := fr.attention(); out.Divert == flow.Failure {
			fr.regs.after = retryAfter{} // a trap's failure: the attempt has failed already
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
