package proc

import (
	"sync"
	"sync/atomic"
)

// children holds the processes started by Start and not yet reaped. It is package state because it
// mirrors the kernel's list of children, of which a process has only one. To reap unknown children
// from that list, the package must know its own.
var children = &registry{known: map[int]*Process{}}

type registry struct {
	// starting is held for reading while a child is created and not yet known, and for writing by a
	// search for unknown children.
	starting sync.RWMutex

	// reaping is held for reading while a child is reaped. A reader of the kernel's list holds it
	// for writing, because the list must not change meanwhile.
	reaping sync.RWMutex

	orphans atomic.Uint64 // number of reaped processes not started here

	mu    sync.Mutex
	known map[int]*Process

	past      []past // the latest to end come last
	forgotten uint64 // ends up to this tick may be missing in past
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
		if p.tree != nil {
			r.ended(p.tree, p.began)
		}
	}
	r.mu.Unlock()
}

func (r *registry) get(pid int) *Process {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.known[pid]
}
