//go:build !linux

package clock

// alarms does nothing: the runtime's timers are all there is.
type alarms struct{}

func (*alarms) add(*timer)    {}
func (*alarms) remove(*timer) {}
