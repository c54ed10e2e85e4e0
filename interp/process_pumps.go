package interp

import (
	"slices"
	"sync"

	"ftsh/internal/txn"
)

// pumps are the pipes of ended attempts and programs that still have a writer.
type pumps struct {
	mu  sync.Mutex
	all []*txn.Pump
}

func (ps *pumps) add(p *txn.Pump) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.all = append(slices.DeleteFunc(ps.all, (*txn.Pump).Over), p)
}
