package proc

import (
	"syscall"

	"ftsh/internal/sig"
)

// A Status is the state of a process as reported by wait. The zero value is an exit with 0.
type Status struct{ wait syscall.WaitStatus }

// Exited reports whether the process has ended by itself.
func (s Status) Exited() bool { return s.wait.Exited() }

// Signaled reports whether a signal has ended the process.
func (s Status) Signaled() bool { return s.wait.Signaled() }

// Stopped reports whether the process has been stopped.
func (s Status) Stopped() bool { return s.wait.Stopped() }

// Continued reports whether the process goes on after a stop.
func (s Status) Continued() bool { return s.wait.Continued() }

// CoreDumped reports whether a core was left.
func (s Status) CoreDumped() bool { return s.wait.CoreDump() }

// Code returns the exit code after an exit, else 0.
func (s Status) Code() int { return max(s.wait.ExitStatus(), 0) }

// Signal returns the signal that ended or stopped the process, else 0.
func (s Status) Signal() sig.Signal {
	switch {
	case s.Signaled():
		return s.wait.Signal()
	case s.Stopped():
		return s.wait.StopSignal()
	}
	return 0
}

// ShellStatus returns the value for $?: the exit code, or 128 + the signal (XCU 2.8.2).
func (s Status) ShellStatus() int {
	if n := s.Signal(); n != 0 {
		return 128 + int(n)
	}
	return s.Code()
}
