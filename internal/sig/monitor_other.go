//go:build !linux || (!amd64 && !arm64)

package sig

// CalmMonitor does nothing here.
func CalmMonitor() {}
