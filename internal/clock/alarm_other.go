//go:build !linux

package clock

import "time"

func bootTime(base time.Time) Instant { return Instant(time.Since(base)) + Instant(time.Hour) }

// alarms does nothing: the runtime's timers are all there is.
type alarms struct{}

func (*alarms) add(*timer)    {}
func (*alarms) remove(*timer) {}
