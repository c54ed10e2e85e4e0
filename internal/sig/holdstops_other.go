//go:build !linux || (!amd64 && !arm64)

package sig

// HoldStops keeps stop signals from stopping the process until release is called. Here it cannot.
func (d *Dispatcher) HoldStops() (release func()) { return func() {} }
