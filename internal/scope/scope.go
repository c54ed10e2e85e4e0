// Package scope holds what can be cancelled as one: the shell, a block, an
// attempt, a branch, a job, a command line at the prompt.
//
// Scopes nest. Cancelling one cancels all that are inside it, in this order: each
// scope is marked with the cause, from the outside in; then contexts end; then
// processes are signalled. The marking is one step under a mutex which all
// scopes of a root share. So there is one predicate, [Scope.Cancelled], one atomic
// load, and whoever sees a read fail or a process end because of a cancellation
// sees it true. A scope keeps the first cause that reaches it, and one that is made
// inside a cancelled scope is cancelled from the beginning.
//
// Invariants: all that is inside a cancelled scope is cancelled; nothing inside a
// closed one is not. The processes of a scope are those of its tree, which is
// its own or that of what is around it, and a tree of its own lies inside that of what
// is around it. A cancellation ends them by one sweep of the outermost tree
// concerned, and not by one for each of 500 branches. Close returns only after
// nothing of a cancelled scope's tree is left.
//
// What unwinds the commands that run in a scope is not here: they look at Cancelled
// and wait on Context.
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

// Config is what all scopes of a root share. It must not be changed.
type Config struct {
	Clock clock.Clock

	// End ends every process of a tree and returns when none is left. It is
	// called for several trees at the same time, and again for the same one.
	End func(*proc.Tree)
}

// A Scope is what can be cancelled as one. Its methods are safe for concurrent use,
// but for those that prepare it (SetTree, MarkOutside) and for Limit, which is for
// one goroutine at a time.
type Scope struct {
	all     *shared
	parent  *Scope
	tree    *proc.Tree
	own     bool // tree is this scope's own
	outside bool

	cause    atomic.Pointer[Cause] // nil: not cancelled
	deadline atomic.Int64
	ctx      atomic.Pointer[ending] // nil: nobody has asked for it
	late     atomic.Bool            // a process came to be that the sweep may have missed

	// Guarded by all.mu.
	closed     bool
	limit      *Cause        // of its own deadline, while that has a timer
	inner      *Scope        // the first one inside
	prev, next *Scope        // beside this one
	swept      chan struct{} // of a cancelled one: closed when its processes have ended; nil: it has none
	patience   *patience
}

// shared is what the scopes of a root have in common.
type shared struct {
	*Config
	mu sync.Mutex
}

// An ending is a context and what ends it.
type ending struct {
	ctx context.Context
	end context.CancelCauseFunc
}

// NewRoot makes a scope inside nothing. Its processes are those of tree; nil: it has
// none of its own.
func NewRoot(cfg *Config, tree *proc.Tree) *Scope {
	return &Scope{all: &shared{Config: cfg}, tree: tree, own: tree != nil}
}

// Sub opens a scope inside s; Close ends it. Its processes are those of tree, which
// has to be inside that of s; nil: they are those of s.
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

// unlink takes the scope out of what is around it.
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
// It is made when it is first asked for, which most scopes never are, and is derived
// from no other: marking reaches each scope by itself, with the cause that it keeps.
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

// Tree is what the processes of the scope belong to, its own tree or one around.
func (s *Scope) Tree() *proc.Tree { return s.tree }

// SetTree gives a scope another tree of its own, before anything runs in it.
func (s *Scope) SetTree(t *proc.Tree) { s.tree, s.own = t, t != nil }

// MarkOutside says that the scope is no block, before anything runs in it: Trees
// leaves it out.
func (s *Scope) MarkOutside() { s.outside = true }

// Trees are the trees of the blocks around, from the inside: neither the root's nor
// those of scopes marked as outside. What was started outside all blocks belongs
// to none.
func (s *Scope) Trees() []*proc.Tree {
	var trees []*proc.Tree
	for o := s; o.parent != nil; o = o.parent {
		if o.own && !o.outside {
			trees = append(trees, o.tree)
		}
	}
	return trees
}

// Close ends the scope. When it was cancelled, Close returns only after nothing of
// its tree is left. sweep says that processes which are left are to be ended too (the
// jobs of a failed attempt); otherwise those of a scope that was not cancelled
// go on. What still runs in scopes inside is cancelled.
//
// Close returns why the scope was cancelled before, nil when it was not and never will be. A
// deadline that has passed counts, though its timer be late.
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
	n.tell()
	if sweep && s.own {
		s.all.End(s.tree)
	}
	return nil
}

// closeCancelled stays inside what is around it until its processes have ended: a
// cancellation around ends its patience.
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
