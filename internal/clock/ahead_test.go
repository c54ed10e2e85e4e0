package clock

import (
	"testing"
	"time"
)

// TestSuspendCounts checks the instants of a machine with given clocks, and the number of requests
// for CLOCK_BOOTTIME.
func TestSuspendCounts(t *testing.T) {
	const day = 20000 * 24 * time.Hour // the time of day when the clock is made
	for _, step := range [][]struct {
		what                string
		running, wall, boot time.Duration // boot: the machine's answer
		want                Instant
		asked               int
	}{
		{
			{"the first look", 0, day, time.Hour, Instant(time.Hour), 1},
			{"time passes", time.Second, day, time.Hour, Instant(time.Hour + time.Second), 1},
			{"an interruption between the clocks", 2 * time.Second, day + 10*time.Microsecond,
				time.Hour, Instant(time.Hour + 2*time.Second), 1},
			{"a suspend of a minute", 3 * time.Second, day + time.Minute, time.Hour + time.Minute,
				Instant(time.Hour + time.Minute + 3*time.Second), 2},
			{"behind it", 4 * time.Second, day + time.Minute, 0,
				Instant(time.Hour + time.Minute + 4*time.Second), 2},
		},
		{
			{"the first look", 0, day, time.Hour, Instant(time.Hour), 1},
			{"the time of day was set", time.Second, day - time.Hour, time.Hour - 300,
				Instant(time.Hour + time.Second), 2},
			{"behind it", 2 * time.Second, day - time.Hour, 0,
				Instant(time.Hour + 2*time.Second), 2},
			{"and set back", 3 * time.Second, day, time.Hour + 300,
				Instant(time.Hour + 3*time.Second), 3},
		},
		{
			{"the first look", 0, day, time.Hour, Instant(time.Hour), 1},
			{"a short suspend", time.Second, day + 600*time.Microsecond,
				time.Hour + 600*time.Microsecond, Instant(time.Hour + time.Second), 1},
			{"and another", 2 * time.Second, day + 1200*time.Microsecond,
				time.Hour + 1200*time.Microsecond,
				Instant(time.Hour + 1200*time.Microsecond + 2*time.Second), 2},
		},
	} {
		var a ahead
		asked := 0
		for _, s := range step {
			got := a.at(s.running, s.wall, func() time.Duration {
				asked++
				return s.boot
			})
			if got != s.want || asked != s.asked {
				t.Errorf("%s: %v, asked %d times; want %v, %d", s.what, time.Duration(got), asked,
					time.Duration(s.want), s.asked)
			}
		}
	}
}
