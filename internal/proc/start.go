package proc

import "runtime"

// Start starts a process. The error is a *StartError, whose Err is ENOENT,
// EACCES, ENOEXEC, E2BIG, EAGAIN … as the system has them; EAGAIN is not tried
// again. It is safe for concurrent use. The descriptors in spec must stay open
// until it returns.
func Start(spec *Spec) (*Process, error) {
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
	children.add(p)
	return p, nil
}

// ReserveThreads makes the runtime have n threads to spare, for a shell that may
// come to the limit of its processes (RLIMIT_NPROC): a Go program that then
// needs one more thread dies.
func ReserveThreads(n int) {
	ready, leave := make(chan struct{}), make(chan struct{})
	for range n {
		go func() {
			runtime.LockOSThread()
			ready <- struct{}{}
			<-leave
			runtime.UnlockOSThread()
		}()
	}
	for range n {
		<-ready
	}
	close(leave)
}
