package clock

import (
	"time"

	"golang.org/x/sys/unix"
)

// bootAhead returns the lead of CLOCK_BOOTTIME over the time since base. It reads it between two
// looks at the latter, again if the thread was interrupted between them.
func bootAhead(base time.Time) time.Duration {
	var apart time.Duration
	shortest := time.Duration(1<<63 - 1)
	for range 5 {
		var ts unix.Timespec
		before := time.Since(base)
		err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &ts)
		took := time.Since(base) - before
		if err != nil {
			return 0
		}
		if took < shortest {
			shortest, apart = took, time.Duration(ts.Nano())-before-took/2
		}
		if took < 10*time.Microsecond {
			break
		}
	}
	return apart
}
