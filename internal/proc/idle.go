package proc

import (
	"syscall"

	"ftsh/internal/sig"
)

// StartIdle starts an idle process. It stands for a list that runs inside this process,
// and gives the list a process ID for other programs to signal and for wait. Or it leads the
// process group of a job that runs partly inside this process. It ignores the given signals; group
// is as in Spec. It holds no descriptor but its own, and ends when release is called, when a signal
// ends it, or with this process.
func StartIdle(ignore sig.Set, group int) (p *Process, release func(), err error) {
	children.starting.RLock()
	defer children.starting.RUnlock()
	pid, release, keep, err := startIdle(&Spec{Ignore: ignore, Group: group, Tty: -1, Umask: -1,
		Dir: -1})
	if err != nil {
		return nil, nil, err
	}
	if group == 0 {
		group = pid
		// The child does this as well, but perhaps after another process wants to join.
		_ = syscall.Setpgid(pid, pid)
	}
	p = newProcess(pid, max(group, 0))
	p.keep = keep // children holds p until it is reaped
	children.add(p)
	return p, release, nil
}
