//go:build !linux || (!amd64 && !arm64)

package sig

// HoldStops keeps what stops a process by default from doing so until release is called. Here it cannot.
func (d *Dispatcher) HoldStops() (release func()) { return func() {} }
