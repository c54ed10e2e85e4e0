package clock

import (
	"sync/atomic"
	"time"
)

// ahead computes CLOCK_BOOTTIME without a system call. The runtime's clock stands still during a
// suspend, so the difference between the two changes only by a suspend. A suspend also changes the
// difference between the time of day and the runtime's clock, and these are read together at no
// cost. So the system is asked only after this second difference has changed: because of a suspend,
// or because the time of day was set.
type ahead struct{ last atomic.Pointer[gaps] }

// gaps are the leads of other clocks over the runtime's.
type gaps struct{ wall, boot time.Duration }

// unnoticed is the total length of ignored suspends. A read of two clocks may be interrupted in
// between: a smaller value would ask too often.
const unnoticed = time.Millisecond

// at returns the instant for the runtime's clock at running, and the time of day wall ahead of it.
// ask returns the lead of CLOCK_BOOTTIME.
func (a *ahead) at(running, wall time.Duration, ask func() time.Duration) Instant {
	known := a.last.Load()
	if known == nil || (wall-known.wall).Abs() >= unnoticed {
		now := &gaps{wall, ask()}
		// An answer is not exact. Without a change it must stay the same, so that time does not go
		// back.
		if known != nil && (now.boot-known.boot).Abs() < unnoticed {
			now.boot = known.boot
		}
		a.last.Store(now)
		known = now
	}
	return Instant(running + known.boot)
}
