package proc

import (
	"context"
	"time"

	"ftsh/internal/sig"
)

// Work is a part of a tree without a process: a list that runs inside this shell.
type Work interface {
	// End ends the work as a signal ends a process: SIGKILL leaves it no choice. It is called from
	// the goroutine that cancels, may be called again, and must not wait.
	End(s sig.Signal)
}

// AddWork makes w belong to the tree and to those around it, until it is removed. A cancellation of
// one of them waits for it.
func (t *Tree) AddWork(w Work) {
	e := t.Ending()
	for o := t; o != nil; o = o.parent {
		o.used.Store(true)
		o.mu.Lock()
		if o.works == nil {
			o.works = make(map[Work]Ending)
		}
		o.works[w] = e
		o.mu.Unlock()
	}
}

// RemoveWork removes ended work.
func (t *Tree) RemoveWork(w Work) {
	for o := t; o != nil; o = o.parent {
		o.mu.Lock()
		delete(o.works, w)
		if len(o.works) == 0 && o.idle != nil {
			close(o.idle)
			o.idle = nil
		}
		o.mu.Unlock()
	}
}

// awaitIdle waits until the tree has no work or ctx is done, at most for d.
func (t *Tree) awaitIdle(ctx context.Context, d time.Duration) {
	t.mu.Lock()
	if len(t.works) == 0 {
		t.mu.Unlock()
		return
	}
	if t.idle == nil {
		t.idle = make(chan struct{})
	}
	idle := t.idle
	t.mu.Unlock()
	select {
	case <-idle:
	case <-ctx.Done():
	case <-time.After(max(d, time.Millisecond)):
	}
}

// endWorks signals works before processes: a work waiting for a process must not take its end for a
// failure and go on. It returns how many are left.
func (c *canceller) endWorks(kill bool) (left int) {
	c.tree.mu.Lock()
	due := make(map[Work]sig.Signal, len(c.tree.works))
	for w, e := range c.tree.works {
		due[w], _ = c.due(c.whole(e), kill)
	}
	c.tree.mu.Unlock()
	for w, s := range due {
		if c.ended[w] != s {
			c.ended[w] = s
			w.End(s)
		}
	}
	return len(due)
}
