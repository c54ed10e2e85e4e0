//go:build !linux

package proc

// Asleep reports whether the process waits and has not been sent a signal to end it. This system
// cannot tell.
func (p *Process) Asleep() bool { return false }

// Halted reports whether the process is stopped. This system cannot tell.
func (p *Process) Halted() bool { return false }

// ContinueStarting does nothing: on this system no start waits for a stopped child.
func ContinueStarting() bool { return false }
