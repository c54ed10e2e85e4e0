package proc

import (
	"os"
	"syscall"
	"time"

	"ftsh/internal/sig"
)

// Asleep reports whether the process waits in a system call, and so has not been sent a
// signal which would end it: the kernel wakes a process that it sends one. What is awake is
// looked at again, for it may have been about to sleep, or to end. It is false where the
// system does not tell.
func (p *Process) Asleep() bool {
	const most = 10 * time.Second // that a process can be kept from a processor
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

// ContinueStarting continues every child that was stopped before it became the program that is to run: who
// starts it waits for that. It reports whether there was one.
func ContinueStarting() bool {
	self, ok, err := look(os.Getpid())
	if err != nil || !ok {
		return false
	}
	pids, err := childrenOf(self) // one that is left out is found the next time
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
