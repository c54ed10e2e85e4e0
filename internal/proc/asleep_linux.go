package proc

import (
	"os"
	"syscall"
	"time"

	"ftsh/internal/sig"
)

// Asleep reports whether the process waits in a system call, and so has not been sent a signal to
// end it: the kernel wakes a process when it sends one. An awake process is looked at again,
// because it may have been about to sleep, or to end. Asleep is false if the system cannot tell.
func (p *Process) Asleep() bool {
	const most = 10 * time.Second // the longest wait of a process for a processor
	for pause, waited := 50*time.Microsecond, time.Duration(0); waited < most; waited += pause {
		e, ok, err := look(p.pid)
		switch {
		case err != nil || !ok || e.state != 'S' && e.state != 'R':
			return false
		case e.state == 'S':
			return true
		}
		time.Sleep(pause)
		pause = min(2*pause, 5*time.Millisecond)
	}
	return false
}

// Halted reports whether the process is stopped.
func (p *Process) Halted() bool {
	e, ok, err := look(p.pid)
	return err == nil && ok && e.state == 'T'
}

// ContinueStarting continues every child stopped between its creation and its execve:
// Start waits for such a child. It reports whether there was one.
func ContinueStarting() bool {
	self, ok, err := look(os.Getpid())
	if err != nil || !ok {
		return false
	}
	pids, err := childrenOf(self) // a child left out is found the next time
	if err != nil {
		return false
	}
	found := false
	for _, pid := range pids {
		if children.get(pid) != nil {
			continue
		}
		if e, ok, err := look(pid); err == nil && ok && e.forked && e.state == 'T' {
			found = syscall.Kill(pid, sig.SIGCONT) == nil || found
		}
	}
	return found
}
