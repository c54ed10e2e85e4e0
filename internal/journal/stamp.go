package journal

import (
	"math"
	"time"
)

// A Stamp is when something was recorded, by the wall clock and by the one that counts from the machine's start.
type Stamp struct {
	At   time.Time     `json:"at"`
	Boot string        `json:"boot,omitempty"` // identifies the start of the machine; "": it does not say
	Up   time.Duration `json:"up"`             // nanoseconds since then
}

// Elapsed is the time from then to s: by the clock that nobody sets where the machine has not been started
// between them, else by the wall clocks, and then at least 0. back is how much the wall clock stood
// before the earlier one.
func (s Stamp) Elapsed(then Stamp) (d, back time.Duration) {
	if s.Boot != "" && s.Boot == then.Boot {
		return max(s.Up-then.Up, 0), 0
	}
	d = s.At.Round(0).Sub(then.At.Round(0))
	if d < 0 {
		return 0, -max(d, -math.MaxInt64)
	}
	return d, 0
}

// Now is the stamp of now; wall is the time of day.
func Now(wall time.Time) Stamp {
	boot, up := machine()
	return Stamp{At: wall.Round(0).UTC(), Boot: boot, Up: up}
}
