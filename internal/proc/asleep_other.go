//go:build !linux

package proc

// Asleep reports whether the process waits and has not been sent a signal that would end
// it. Here the system does not tell.
func (p *Process) Asleep() bool { return false }

// Halted reports whether the process is stopped. Here the system does not tell.
func (p *Process) Halted() bool { return false }

// ContinueStarting does nothing: here no start waits for a child that was stopped.
func ContinueStarting() bool { return false }
