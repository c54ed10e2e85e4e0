package scope

import "ftsh/internal/clock"

// Cancelled reports whether the scope was cancelled, by itself or with one around it.
// It is cheap enough for every turn of a loop.
func (s *Scope) Cancelled() bool { return s.cause.Load() != nil }

// Cause is the first cause to reach the scope, nil while it is not cancelled.
func (s *Scope) Cause() *Cause { return s.cause.Load() }

// Expired reports whether the scope was cancelled, without waiting for the timer of a deadline
// already passed: after another process has ended by the same deadline, this scope counts as
// cancelled.
func (s *Scope) Expired() bool {
	if d := s.Deadline(); d == 0 || s.Cancelled() || s.all.Clock.Now() < d {
		return s.Cancelled()
	}
	if o, c := s.limited(); c != nil {
		o.Cancel(c)
	}
	return s.Cancelled()
}

// limited returns the scope with the nearest deadline, this one or one around it, with its cause;
// nil if no timer runs for it any more.
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

// Cancel cancels the scope and all inside it, and does not wait for their processes. It reports
// whether this call did: not if the scope was cancelled or closed before.
func (s *Scope) Cancel(c *Cause) bool {
	var n news
	s.all.mu.Lock()
	fresh := s.cause.Load() == nil && !s.closed
	if fresh {
		n.cancel(s, c)
	}
	s.all.mu.Unlock()
	n.carryOut()
	return fresh
}

// Deadline is the nearest deadline of the scope and those around it; 0: none.
func (s *Scope) Deadline() clock.Instant { return clock.Instant(s.deadline.Load()) }

// Limit gives the scope a deadline of its own, and cancels it then with c, after setting c's Scope.
// A deadline not before that of an outer scope changes nothing. One already passed cancels at once.
// The returned function stops the timer.
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

// patience belongs to a job whose programs may end by themselves.
type patience struct {
	over  <-chan struct{}
	hurry chan chan struct{} // gets the cover of an outer cancellation, once
}

// WaitFor lets the scope's programs end by themselves when it is cancelled, until over is closed,
// or a scope around it is cancelled or closed. The blocks inside it have no such patience. It
// reports whether this call took effect: not after another call, or a cancellation.
func (s *Scope) WaitFor(over <-chan struct{}) bool {
	s.all.mu.Lock()
	defer s.all.mu.Unlock()
	if s.patience != nil || s.cause.Load() != nil {
		return false
	}
	s.patience = &patience{over, make(chan chan struct{}, 1)}
	return true
}

// cover is closed at the end of the sweep covering the scopes inside this cancelled one; nil: there
// is none. The sweep of a patient scope does not count, since the scope waits for the scopes inside
// it.
func (s *Scope) cover() chan struct{} {
	if s.patience != nil {
		return nil
	}
	return s.swept
}

// news is a cancellation already marked but not announced yet.
type news struct {
	contexts []*Scope // have a context
	sweepers []*Scope // have processes outside the sweeps around them
}

// cancel marks s and all inside it. No scope around s is cancelled.
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

// spread marks all scopes inside s. cover is closed when the processes of s have ended and those
// inside it as well; nil: they are not swept with s.
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

// carryOut makes contexts end, and begins to end processes.
func (n *news) carryOut() {
	for _, s := range n.contexts {
		s.ctx.Load().end(s.Cause())
	}
	for _, s := range n.sweepers {
		go s.sweep()
	}
}

// sweep ends the processes of a cancelled scope. It reads only fields that do not change any more.
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

// Missed handles a process just started in the scope and added to the tree, if the scope is already
// cancelled: the sweep may have looked before the process was there. It ends the process without
// waiting, and leaves the wait to Close. A scope that waits for its programs (WaitFor) ends it
// after them. Processes of a scope without a tree of its own, cancelled alone, are not ended.
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
