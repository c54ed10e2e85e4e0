//go:build !linux

package fd

// Umask returns the file mode creation mask of the process: by changing it for a moment, as there
// is no other way.
func Umask() int { return swapUmask() }

// withUmask calls nothing: a mask is the whole process's here.
func withUmask(int, func()) (called bool) { return false }
