package proc

import (
	"syscall"

	"ftsh/internal/sig"
)

// StartIdle starts a process that does nothing but wait: it stands for a list
// that runs inside this process, so that the list has a process id which other
// programs can signal and wait can wait for, or leads the process group of a job
// that runs there in part. It ignores the given signals; group is as in Spec. It holds no descriptor but its own, and ends when
// release is called, when a signal ends it, or with this process.
func StartIdle(ignore sig.Set, group int) (p *Process, release func(), err error) {
	children.starting.RLock()
	defer children.starting.RUnlock()
	pid, release, keep, err := startIdle(&Spec{Ignore: ignore, Group: group, Tty: -1, Umask: -1, Dir: -1})
	if err != nil {
		return nil, nil, err
	}
	if group == 0 {
		group = pid
		// The child does it as well, but maybe not before somebody joins.
		_ = syscall.Setpgid(pid, pid)
	}
	p = newProcess(pid, max(group, 0))
	p.keep = keep // children has p until it is reaped
	children.add(p)
	return p, release, nil
}
