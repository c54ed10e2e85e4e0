package proc

import "sync"

// children are the processes that Start started and that are not yet reaped.
// It is package state because what it mirrors is the process's: the kernel has
// one list of children for the whole process, and to reap from it what nobody
// started here one has to know what somebody did.
var children = &registry{known: map[int]*Process{}}

type registry struct {
	// starting is held for reading while a child comes to be that is not yet
	// known, and for writing by who looks for unknown ones.
	starting sync.RWMutex
	mu       sync.Mutex
	known    map[int]*Process
}

func (r *registry) add(p *Process) {
	r.mu.Lock()
	r.known[p.pid] = p
	r.mu.Unlock()
}

func (r *registry) remove(p *Process) {
	r.mu.Lock()
	if r.known[p.pid] == p {
		delete(r.known, p.pid)
	}
	r.mu.Unlock()
}

func (r *registry) get(pid int) *Process {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.known[pid]
}
