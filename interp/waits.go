package interp

import (
	"strconv"
	"time"

	"ftsh/backoff"
	"ftsh/internal/clock"
	"ftsh/internal/duration"
	"ftsh/internal/flow"
)

// waits computes the delays between the attempts of one try (LANGUAGE.md
// section 4, "Waits never overrun the deadline").
type waits struct {
	clock    clock.Clock
	rand     backoff.Rand
	policy   backoff.Policy
	every    *time.Duration // nil: the policy decides
	deadline clock.Instant  // 0: none
	block    *blockState

	started  clock.Instant // of the running attempt
	longest  time.Duration // the longest attempt so far
	failures int
	previous time.Duration
	last     bool // the wait was shortened: no attempt follows the next one
}

func newWaits(fr *frame, b *blockState, p *tryPlan) *waits {
	return &waits{clock: fr.sh.clock, rand: fr.sh.rand, policy: p.policy, every: p.every, deadline: b.scope.deadline, block: b}
}

func (w *waits) begin() { w.started = w.clock.Now() }

func (w *waits) end() {
	if d := w.clock.Now().Sub(w.started); d > w.longest {
		w.longest = d
	}
}

// expired reports whether the deadline has passed.
func (w *waits) expired() bool { return w.deadline != 0 && w.deadline <= w.clock.Now() }

// next returns the delay before the next attempt. A reason says that there is
// none: the policy stopped, or what was asked for would overrun the deadline.
func (w *waits) next() (time.Duration, string) {
	now := w.clock.Now()
	left := time.Duration(1<<63 - 1)
	if w.deadline != 0 {
		left = max(w.deadline.Sub(now), 0)
	}
	n := w.failures
	w.failures++
	switch {
	case w.block.hasNext:
		return whole(w.block.after, left)
	case w.every != nil:
		return whole(max(w.started.Add(*w.every).Sub(now), 0), left)
	}
	d, ok := w.policy.Next(n, w.previous, w.rand)
	if !ok {
		return 0, reasonTimes
	}
	w.previous = d
	if d >= left {
		w.last = true
		d = max(left-w.longest, left/2)
	}
	return d, ""
}

// whole is a delay that is not cut.
func whole(d, left time.Duration) (time.Duration, string) {
	if d >= left {
		return 0, reasonDeadline
	}
	return d, ""
}

// pause waits between two attempts. Traps run at once, and the wait goes on.
func (fr *frame) pause(b *blockState, d time.Duration) flow.Outcome {
	fr.note(LevelStructure, b.pos, b.kind+": waiting "+duration.Human(d)+" before attempt "+strconv.Itoa(b.attempt+1), 0)
	if d <= 0 {
		return fr.attention()
	}
	until := make(chan struct{})
	t := fr.sh.clock.AfterFunc(d, func() { close(until) })
	defer t.Stop()
	for {
		wake := fr.sh.wakeChan()
		if out := fr.attention(); out.Divert == flow.Failure {
			fr.after, fr.hasAfter = 0, false // a trap's failure: the attempt has failed already
		} else if out.Divert != flow.None {
			return out
		}
		select {
		case <-until:
			return fr.attention()
		case <-fr.scope.ctx.Done():
			return fr.cancelOutcome()
		case <-wake:
		}
	}
}
