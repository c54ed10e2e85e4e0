//go:build !linux

package clock

// alarms does nothing: there are only the runtime's timers.
type alarms struct{}

func (*alarms) add(*timer)    {}
func (*alarms) remove(*timer) {}
