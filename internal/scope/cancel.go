package scope

import "ftsh/internal/clock"

// Cancelled reports whether the scope was cancelled, by itself or with one around it.
// It is cheap enough for every turn of a loop.
func (s *Scope) Cancelled() bool { return s.cause.Load() != nil }

// Cause is why it was, nil while it is not: the first cause that reached it.
func (s *Scope) Cause() *Cause { return s.cause.Load() }

// Expired reports whether the scope was cancelled, and does not wait for the timer of a
// deadline that has passed: who has seen something end by the same deadline, in another
// process, sees this scope cancelled.
func (s *Scope) Expired() bool {
	if d := s.Deadline(); d == 0 || s.Cancelled() || s.all.Clock.Now() < d {
		return s.Cancelled()
	}
	if o, c := s.limited(); c != nil {
		o.Cancel(c)
	}
	return s.Cancelled()
}

// limited is the scope whose deadline is the nearest, this one or one around, with the
// cause that it has for cancelling; nil where no timer runs for it any more.
func (s *Scope) limited() (*Scope, *Cause) {
	s.all.mu.Lock()
	defer s.all.mu.Unlock()
	for o := s; o != nil && o.Deadline() == s.Deadline(); o = o.parent {
		if o.limit != nil {
			return o, o.limit
		}
	}
	return nil, nil
}

// Cancel cancels the scope and all inside it, and does not wait for their processes.
// It reports whether this call did: not if the scope was cancelled or closed before.
func (s *Scope) Cancel(c *Cause) bool {
	var n news
	s.all.mu.Lock()
	fresh := s.cause.Load() == nil && !s.closed
	if fresh {
		n.cancel(s, c)
	}
	s.all.mu.Unlock()
	n.tell()
	return fresh
}

// Deadline is the nearest deadline of the scope and those around it; 0: none.
func (s *Scope) Deadline() clock.Instant { return clock.Instant(s.deadline.Load()) }

// Limit gives the scope a deadline of its own, at which it is cancelled with c, whose
// Scope Limit sets. A nested deadline is never later than the outer one: such a
// limit changes nothing. One that has passed cancels at once. Limit returns what takes
// the timer away again.
func (s *Scope) Limit(at clock.Instant, c *Cause) (release func()) {
	c.Scope = s
	if d := s.Deadline(); d != 0 && d <= at {
		return func() {}
	}
	s.deadline.Store(int64(at))
	d := at.Sub(s.all.Clock.Now())
	if d <= 0 {
		s.Cancel(c)
		return func() {}
	}
	s.setLimit(c)
	t := s.all.Clock.AfterFunc(d, func() { s.Cancel(c) })
	return func() {
		t.Stop()
		s.setLimit(nil)
	}
}

func (s *Scope) setLimit(c *Cause) {
	s.all.mu.Lock()
	s.limit = c
	s.all.mu.Unlock()
}

// patience is what a job has whose programs may end by themselves.
type patience struct {
	over  <-chan struct{}
	hurry chan chan struct{} // gets the cover of what was cancelled around, once
}

// WaitFor lets the scope's programs end by themselves when it is cancelled, until over
// is closed, or what is around the scope is cancelled or closed. The blocks inside it
// have no such patience. It reports whether this call took effect: not if one did
// before, or the scope was cancelled.
func (s *Scope) WaitFor(over <-chan struct{}) bool {
	s.all.mu.Lock()
	defer s.all.mu.Unlock()
	if s.patience != nil || s.cause.Load() != nil {
		return false
	}
	s.patience = &patience{over, make(chan chan struct{}, 1)}
	return true
}

// cover is closed when the sweep has ended that concerns the scopes inside this one, a
// cancelled one, as well; nil: there is none. A patient scope is none to wait for,
// since it waits for what is inside it.
func (s *Scope) cover() chan struct{} {
	if s.patience != nil {
		return nil
	}
	return s.swept
}

// news is a cancellation that has been marked, and is to be told.
type news struct {
	contexts []*Scope // have a context
	sweepers []*Scope // have processes that no sweep around them ends
}

// cancel marks s, in which nothing around has been cancelled, and all inside it.
func (n *news) cancel(s *Scope, c *Cause) {
	n.mark(s, c)
	if s.own {
		s.swept = make(chan struct{})
		n.sweepers = append(n.sweepers, s)
	}
	n.spread(s, c, s.cover())
}

func (n *news) mark(s *Scope, c *Cause) {
	s.cause.Store(c)
	if s.ctx.Load() != nil {
		n.contexts = append(n.contexts, s)
	}
}

// spread marks all that is inside s. cover is closed when the processes of s have ended
// and those inside it as well; nil: they are not swept with s.
func (n *news) spread(s *Scope, c *Cause, cover chan struct{}) {
	for i := s.inner; i != nil; i = i.next {
		switch {
		case i.cause.Load() == nil:
			n.mark(i, c)
			i.patience = nil
			if i.swept = cover; cover == nil && i.own {
				i.swept = make(chan struct{})
				n.sweepers = append(n.sweepers, i)
			}
			n.spread(i, c, i.swept)
		case i.patience != nil:
			select {
			case i.patience.hurry <- cover:
			default:
			}
		}
	}
}

// tell makes contexts end, and begins to end processes.
func (n *news) tell() {
	for _, s := range n.contexts {
		s.ctx.Load().end(s.Cause())
	}
	for _, s := range n.sweepers {
		go s.sweep()
	}
}

// sweep ends the processes of a cancelled scope. What it reads does not change any more.
func (s *Scope) sweep() {
	defer close(s.swept)
	if p := s.patience; p != nil {
		select {
		case <-p.over:
		case cover := <-p.hurry:
			if cover != nil {
				<-cover
				return
			}
		}
	}
	s.all.End(s.tree)
}

// Missed is for who has started a process in the scope, added it to the tree, and
// finds the scope cancelled: the sweep may have looked before the process was there.
// It is ended without being waited for, and Close sees to it; where the scope waits for
// its programs (WaitFor), when they have ended. The processes of a
// scope without a tree of its own, which alone was cancelled, are not ended.
func (s *Scope) Missed() {
	o := s
	for !o.own {
		if o = o.parent; o == nil {
			return
		}
	}
	if !o.Cancelled() {
		return
	}
	o.late.Store(true)
	if !o.waits() {
		go o.all.End(o.tree)
	}
}

// waits reports whether a cancelled scope lets its programs end by themselves.
func (s *Scope) waits() bool {
	s.all.mu.Lock()
	defer s.all.mu.Unlock()
	if s.patience == nil {
		return false
	}
	select {
	case <-s.patience.over:
		return false
	default:
		return true
	}
}
