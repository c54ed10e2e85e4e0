package interp

import (
	"sync"
	"time"

	"ftsh/internal/proc"
)

// spentState is the processes that have ended at once, on behalf of short asynchronous lists, and
// are not reaped yet. Their IDs stay theirs for spentRest, so that kill and wait find them as they
// would find the process of any other list.
type spentState struct {
	mu  sync.Mutex
	all []spent
}

type spent struct {
	process *proc.Process
	report  func(proc.Status)
}

// spentRest is how long such a process is left to signals, unless somebody waits before.
const spentRest = 50 * time.Millisecond

// add adds a process. report gets its status when it is reaped.
func (s *spentState) add(p *proc.Process, report func(proc.Status)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all = append(s.all, spent{p, report}); len(s.all) == 1 {
		time.AfterFunc(spentRest, s.reap)
	}
}

// reap reaps them all.
func (s *spentState) reap() {
	s.mu.Lock()
	all := s.all
	s.all = nil
	s.mu.Unlock()
	for _, e := range all {
		// It has left its parent's memory, and does nothing after that but end.
		if st, err := e.process.Wait(false); err == nil {
			e.report(st)
		}
	}
}
