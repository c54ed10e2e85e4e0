package interp

import (
	"context"
	"sync/atomic"

	"ftsh/internal/clock"
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
)

// A scope is what can be cancelled as one: the whole shell, an attempt, a
// branch. Cancelling it unwinds the ops that run in it and ends the processes
// of its tree. Scopes nest as their contexts do.
type scope struct {
	parent   *scope
	ctx      context.Context
	cancelFn context.CancelCauseFunc
	flag     atomic.Bool // ctx is done; for the checks of hot loops
	tree     *proc.Tree
	ownTree  bool
	deadline clock.Instant // the nearest one around; 0: none
	sh       *Shell

	// patience, if a job's scope has it, is closed once the job's commands have
	// ended: a cancellation lets its programs end by themselves until then.
	patience atomic.Pointer[chan struct{}]

	stop  func() bool // detaches the reaction to ctx
	swept chan struct{}
	late  atomic.Bool // a process came to be that the sweep may have missed

	closed atomic.Bool // it ended without having been cancelled: nothing sweeps its tree
}

// A cause says why a scope was cancelled. It is what context.Cause yields.
type cause struct {
	scope  *scope     // whose limit it was
	status int        // what the scope's outcome becomes
	signal sig.Signal // a signal to the shell, else 0
	reason string
}

func (c *cause) Error() string { return c.reason }

// newScope opens a scope inside parent. An attempt or a branch has a tree of its
// own, and so has a forall, which may end all its branches at once; another block
// has that of what is around it, since its processes are those of its attempts.
func (sh *Shell) newScope(parent *scope, tree bool) *scope {
	s := &scope{parent: parent, deadline: parent.deadline, sh: sh, swept: make(chan struct{})}
	s.ctx, s.cancelFn = context.WithCancelCause(parent.ctx)
	s.tree = parent.tree
	if tree {
		s.tree = sh.newTree(parent.tree)
		s.ownTree = true
	}
	s.react()
	return s
}

// react makes the scope answer the end of its context.
func (s *scope) react() {
	s.stop = context.AfterFunc(s.ctx, func() {
		s.flag.Store(true)
		if p := s.patience.Load(); p != nil {
			select {
			case <-*p:
			case <-s.parent.ctx.Done():
			}
		}
		if top := s.cancelledAround(); top != nil {
			<-top.swept // it has the processes of this one as well
		} else if s.ownTree {
			s.sh.cancelTree(s.tree)
		}
		close(s.swept)
	})
}

// cancelledAround is the outermost scope around that was cancelled and has a tree,
// nil if none was: one sweep for 500 branches, and not one for each.
func (s *scope) cancelledAround() *scope {
	var top *scope
	for o := s.parent; o != nil; o = o.parent {
		if o.ownTree && o.ctx.Err() != nil && !o.closed.Load() && o.patience.Load() == nil {
			top = o
		}
	}
	return top
}

// limit gives the scope a deadline of its own; a nested deadline is never later
// than the outer one. It returns what takes the timer away again.
func (s *scope) limit(at clock.Instant, c *cause) (release func()) {
	if s.deadline != 0 && s.deadline <= at {
		return func() {}
	}
	s.deadline = at
	d := at.Sub(s.sh.clock.Now())
	if d <= 0 {
		s.cancelFn(c)
		s.flag.Store(true)
		return func() {}
	}
	t := s.sh.clock.AfterFunc(d, func() { s.cancelFn(c) })
	return func() { t.Stop() }
}

// cancel cancels what runs in the scope.
func (s *scope) cancel(c *cause) {
	s.cancelFn(c)
	s.flag.Store(true)
}

// close ends the scope. When the scope was cancelled it returns only after
// nothing of its tree is left. sweep says that processes which are left are to
// be ended too (the jobs of a failed attempt).
func (s *scope) close(sweep bool) {
	if s.stop() { // not cancelled
		if sweep && s.ownTree {
			s.sh.cancelTree(s.tree)
		}
		s.closed.Store(true)
		s.cancelFn(nil)
		return
	}
	<-s.swept
	if s.late.Load() {
		s.sh.cancelTree(s.tree)
	}
}

// missed ends a process that was started in a scope which had been cancelled.
func (s *scope) missed() {
	for o := s; o != nil; o = o.parent {
		if o.ownTree {
			o.late.Store(true)
			break
		}
	}
	go s.sh.cancelTree(s.tree)
}

// over reports whether the scope or one around it was cancelled. A process that
// was ended for that may be seen before the news has reached the scope's own
// context: contexts tell those inside them one after another.
func (s *scope) over() bool {
	for o := s; o != nil; o = o.parent {
		if o.ctx.Err() != nil {
			return true
		}
	}
	return false
}

// why returns the cause of the cancellation, nil while there is none.
func (s *scope) why() *cause {
	if s.ctx.Err() == nil {
		return nil
	}
	if c, ok := context.Cause(s.ctx).(*cause); ok {
		return c
	}
	return &cause{status: flow.StatusSignalled + int(sig.SIGTERM), reason: context.Cause(s.ctx).Error()}
}

// cancelOutcome is what unwinds after a cancellation.
func (fr *frame) cancelOutcome() flow.Outcome {
	status := flow.StatusDeadline
	if c := fr.scope.why(); c != nil {
		status = c.status
	}
	return flow.Outcome{Status: int32(status), Divert: flow.Cancel}
}

// trees are the trees of the blocks around, from the inside, without the shell's
// own: a job started outside all blocks belongs to none.
func (s *scope) trees() []*proc.Tree {
	var trees []*proc.Tree
	for o := s; o != nil; o = o.parent {
		if o.ownTree && o != s.sh.root {
			trees = append(trees, o.tree)
		}
	}
	return trees
}
