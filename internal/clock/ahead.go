package clock

import (
	"sync/atomic"
	"time"
)

// ahead tells CLOCK_BOOTTIME without a system call. That clock differs from the runtime's,
// which stands still during a suspend, by something that only a suspend changes; and a
// suspend changes as well how far the time of day is ahead, which is read together with the
// runtime's clock at no cost. So the system is asked only if that has changed: because of a
// suspend, or because the time of day was set.
type ahead struct{ last atomic.Pointer[gaps] }

// gaps are how far other clocks are ahead of the runtime's.
type gaps struct{ wall, boot time.Duration }

// unnoticed is the length of suspends that do not count, all together. What reads two
// clocks may be interrupted in between: a shorter one would be asked for too often.
const unnoticed = time.Millisecond

// at is the instant at which the runtime's clock says running, and the time of day is wall ahead
// of that. ask returns how far CLOCK_BOOTTIME is.
func (a *ahead) at(running, wall time.Duration, ask func() time.Duration) Instant {
	known := a.last.Load()
	if known == nil || (wall-known.wall).Abs() >= unnoticed {
		now := &gaps{wall, ask()}
		// An answer is not exact. What has not changed must stay the same, so that time does not go back.
		if known != nil && (now.boot-known.boot).Abs() < unnoticed {
			now.boot = known.boot
		}
		a.last.Store(now)
		known = now
	}
	return Instant(running + known.boot)
}
