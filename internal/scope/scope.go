// Package scope holds the units of cancellation: the shell, a block, an attempt, a branch, a job, a
// command line at the prompt.
//
// Scopes nest. Cancelling one cancels all those inside it, in this order: each scope is marked with
// the cause, from the outside in; then contexts end; then processes are signalled. The marking is
// one step under a mutex shared by all scopes of a root. So there is one predicate,
// [Scope.Cancelled], one atomic load. It is true before any read fails or any process ends because
// of the cancellation. A scope keeps the first cause to reach it, and one made inside a cancelled
// scope is cancelled from the beginning.
//
// Invariants: everything inside a cancelled scope is cancelled, and so is everything inside a
// closed one. The processes of a scope are those of its tree, either its own or the tree of the
// scope around it; a tree of its own lies inside the outer one. A cancellation ends them by one
// sweep of the outermost tree concerned, and not by one for each of 500 branches. Close returns
// only after nothing of a cancelled scope's tree is left.
//
// Unwinding the commands of a scope is up to them: they look at Cancelled and wait on Context.
//
//	s := outer.Sub(tree)
//	release := s.Limit(clk.Now().Add(time.Minute), &scope.Cause{Kind: scope.Timeout, Status: 124})
//	for !s.Cancelled() && work() {
//	}
//	release()
//	s.Close(false)
package scope

import (
	"context"
	"sync"
	"sync/atomic"

	"ftsh/internal/clock"
	"ftsh/internal/proc"
)

// Config is shared by all scopes of a root. It must not be changed.
type Config struct {
	Clock clock.Clock

	// End ends every process of a tree and returns when none is left. It is called for several
	// trees at the same time, and again for the same one.
	End func(*proc.Tree)
}

// A Scope is a unit of cancellation. Its methods are safe for concurrent use, except for SetTree,
// MarkOutside and Bind, which prepare it, and for Limit, which is for one goroutine at a time.
type Scope struct {
	all     *shared
	parent  *Scope
	tree    *proc.Tree
	own     bool // tree is this scope's own
	outside bool
	bound   bool // a Close around waits for it

	cause    atomic.Pointer[Cause] // nil: not cancelled
	deadline atomic.Int64
	ctx      atomic.Pointer[ending] // nil: never asked for
	late     atomic.Bool            // the sweep may have missed a new process

	// Guarded by all.mu.
	closed     bool
	limit      *Cause // the cause of its own deadline, while there is a timer
	inner      *Scope // the first one inside
	prev, next *Scope // siblings
	// Closed when the processes of a cancelled scope have ended; nil: it has none.
	swept    chan struct{}
	patience *patience
}

// shared is the common part of the scopes of a root.
type shared struct {
	*Config
	mu sync.Mutex
}

// An ending is a context with its cancel function.
type ending struct {
	ctx context.Context
	end context.CancelCauseFunc
}

// NewRoot makes an outermost scope. Its processes are those of tree; nil: it has none of its own.
func NewRoot(cfg *Config, tree *proc.Tree) *Scope {
	return &Scope{all: &shared{Config: cfg}, tree: tree, own: tree != nil}
}

// Sub opens a scope inside s; Close ends it. Its processes are those of tree, which must be inside
// that of s; nil: they are those of s.
func (s *Scope) Sub(tree *proc.Tree) *Scope {
	n := &Scope{all: s.all, parent: s, tree: tree, own: tree != nil}
	if tree == nil {
		n.tree = s.tree
	}
	n.deadline.Store(s.deadline.Load())
	s.all.mu.Lock()
	defer s.all.mu.Unlock()
	if n.next = s.inner; n.next != nil {
		n.next.prev = n
	}
	s.inner = n
	switch c := s.cause.Load(); {
	case c != nil:
		n.cause.Store(c)
		n.swept = s.cover() // else nothing is in its tree yet: see Missed
	case s.closed:
		n.cause.Store(ended(context.Canceled))
	}
	return n
}

// unlink takes the scope out of the one around it.
func (s *Scope) unlink() {
	switch {
	case s.prev != nil:
		s.prev.next = s.next
	case s.parent != nil && s.parent.inner == s:
		s.parent.inner = s.next
	}
	if s.next != nil {
		s.next.prev = s.prev
	}
	s.prev, s.next = nil, nil
}

// Context ends when the scope is cancelled, with its Cause, or closed.
//
// It is made on first use, never for most scopes, and is derived from no other: marking reaches
// each scope by itself, and each keeps its own cause.
func (s *Scope) Context() context.Context {
	if e := s.ctx.Load(); e != nil {
		return e.ctx
	}
	s.all.mu.Lock()
	defer s.all.mu.Unlock()
	if e := s.ctx.Load(); e != nil {
		return e.ctx
	}
	ctx, end := context.WithCancelCause(context.Background())
	if c := s.cause.Load(); c != nil {
		end(c)
	} else if s.closed {
		end(nil)
	}
	s.ctx.Store(&ending{ctx, end})
	return ctx
}

// Parent is the scope around, nil for a root.
func (s *Scope) Parent() *Scope { return s.parent }

// Tree is the tree of the scope's processes, its own or one around.
func (s *Scope) Tree() *proc.Tree { return s.tree }

// SetTree gives a scope another tree of its own, before anything runs in it.
func (s *Scope) SetTree(t *proc.Tree) { s.tree, s.own = t, t != nil }

// MarkOutside marks the scope as no block, before anything runs in it: Trees leaves it out.
func (s *Scope) MarkOutside() { s.outside = true }

// Bind makes a scope with a tree of its own end with the scopes around it, before anything runs in
// it: their Close returns only after nothing of its tree is left.
func (s *Scope) Bind() { s.bound = true }

// Trees returns the trees of the blocks around, from the inside: neither the root's nor those of
// scopes marked as outside. Processes started outside all blocks belong to none.
func (s *Scope) Trees() []*proc.Tree {
	var trees []*proc.Tree
	for o := s; o.parent != nil; o = o.parent {
		if o.own && !o.outside {
			trees = append(trees, o.tree)
		}
	}
	return trees
}

// Close ends the scope. If it was cancelled, Close returns only after nothing of its tree is left.
// With sweep, remaining processes are ended too (the jobs of a failed attempt); otherwise those of
// a scope not cancelled go on. Anything still running in scopes inside is cancelled.
//
// Close returns the cause of an earlier cancellation, nil if there was none and never will be. A
// deadline already passed counts, even if its timer is late.
func (s *Scope) Close(sweep bool) *Cause {
	s.Expired()
	s.all.mu.Lock()
	c := s.cause.Load()
	if s.closed {
		s.all.mu.Unlock()
		return c
	}
	if c != nil {
		swept := s.swept
		s.all.mu.Unlock()
		s.closeCancelled(swept)
		return c
	}
	s.closed = true
	s.unlink()
	var n news
	if s.inner != nil {
		n.spread(s, ended(context.Canceled), nil)
	}
	e := s.ctx.Load()
	s.all.mu.Unlock()
	if e != nil {
		e.end(nil)
	}
	n.carryOut()
	for _, i := range n.sweepers {
		if i.bound {
			<-i.swept
		}
	}
	if sweep && s.own {
		s.all.End(s.tree)
	}
	return nil
}

// closeCancelled stays inside the outer scope until its processes have ended: a cancellation around
// ends its patience.
func (s *Scope) closeCancelled(swept <-chan struct{}) {
	if swept != nil {
		<-swept
	}
	if s.late.Load() {
		s.all.End(s.tree)
	}
	s.all.mu.Lock()
	defer s.all.mu.Unlock()
	if !s.closed {
		s.closed = true
		s.unlink()
	}
}
