package proc

import (
	"sync"
	"sync/atomic"
)

// children are the processes that Start started and that are not yet reaped.
// It is package state because what it mirrors is the process's: the kernel has
// one list of children for the whole process, and to reap from it what nobody
// started here one has to know what somebody did.
var children = &registry{known: map[int]*Process{}}

type registry struct {
	// starting is held for reading while a child comes to be that is not yet
	// known, and for writing by who looks for unknown ones.
	starting sync.RWMutex

	// reaping is held for reading while a child is reaped, and for writing by who
	// reads the kernel's list, which must not change under the hand.
	reaping sync.RWMutex

	orphans atomic.Uint64 // how many were reaped that nobody started here

	mu    sync.Mutex
	known map[int]*Process

	past      []past // those that ended last are at the end
	forgotten uint64 // what ended until then may be missing in past
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
