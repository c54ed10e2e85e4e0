package journal

import (
	"math"
	"time"
)

// A Stamp is the time of a record, by the wall clock and by the clock running since the machine's
// start.
type Stamp struct {
	At   time.Time     `json:"at"`
	Boot string        `json:"boot,omitempty"` // identifies the start of the machine; "" if unknown
	Up   time.Duration `json:"up"`             // nanoseconds since then
}

// Elapsed returns the time from then to s. If the machine was not restarted between them, it uses
// the clock that cannot be set. Otherwise it uses the wall clocks, and d is at least 0. back is how
// far the wall clock of s is before then's.
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

// Now returns the stamp of now; wall is the time of day.
func Now(wall time.Time) Stamp {
	boot, up := machine()
	return Stamp{At: wall.Round(0).UTC(), Boot: boot, Up: up}
}
