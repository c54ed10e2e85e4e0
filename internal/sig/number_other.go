//go:build !linux

package sig

// Real-time signals have no names here.
const (
	firstRealtime Signal = 32
	maxSignal     Signal = 31
)
