package proc

import "syscall"

// Start starts a process. The error is a *StartError, with the system's ENOENT, EACCES, ENOEXEC,
// E2BIG, EAGAIN … as its Err; EAGAIN is not retried. It is safe for concurrent use. The descriptors
// in spec must stay open until it returns.
func Start(spec *Spec) (*Process, error) { return startIn(nil, spec) }

// startIn is Start in a tree. It does not add the process to the tree.
func startIn(t *Tree, spec *Spec) (*Process, error) {
	began := ticks()
	children.starting.RLock()
	defer children.starting.RUnlock()
	pid, err := start(spec)
	if err != nil {
		return nil, err
	}
	group := max(spec.Group, 0)
	if spec.Group == 0 {
		group = pid
	}
	p := newProcess(pid, group)
	p.tree, p.began = t, began
	p.held.Store(spec.Hold)
	if spec.Measure {
		p.usage = new(syscall.Rusage)
	}
	children.add(p)
	return p, nil
}
