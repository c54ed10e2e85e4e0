package proc

import (
	"context"
	"time"

	"ftsh/internal/sig"
)

// Work is what belongs to a tree and is no process: a shell's list that runs in this one.
type Work interface {
	// End tells it to end as a signal tells a process: SIGKILL leaves it no choice. It is
	// called from the goroutine that cancels, may be called again, and must not wait.
	End(s sig.Signal)
}

// AddWork makes w belong to the tree and to those around it, until it is removed. Who cancels
// one of them waits for that.
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

// RemoveWork says that work has ended.
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

// endWorks tells works to end, before processes are told: what waits for one is not to take its
// end for a failure and go on. It returns how many are left.
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
