package scope

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
)

// An ender records the trees it ended. It blocks while hold is not closed, if that is not nil.
type ender struct {
	mu    sync.Mutex
	ended []*proc.Tree
	hold  chan struct{}
}

func (e *ender) end(t *proc.Tree) {
	e.mu.Lock()
	e.ended = append(e.ended, t)
	e.mu.Unlock()
	if e.hold != nil {
		<-e.hold
	}
}

func (e *ender) expect(t *testing.T, want ...*proc.Tree) {
	t.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	if !slices.Equal(e.ended, want) {
		t.Errorf("ended %v, want %v", tags(e.ended), tags(want))
	}
}

func tags(trees []*proc.Tree) []string {
	var out []string
	for _, t := range trees {
		out = append(out, t.Tag())
	}
	return out
}

func newRoot(e *ender) *Scope {
	return NewRoot(&Config{Clock: clock.Go(), End: e.end}, proc.NewTree("root", nil))
}

// within opens a scope with a tree of its own.
func within(s *Scope, tag string) *Scope { return s.Sub(proc.NewTree(tag, s.Tree())) }

func cancelled(t *testing.T, s *Scope, c *Cause) {
	t.Helper()
	if !s.Cancelled() || s.Cause() != c {
		t.Errorf("cancelled %v, cause %v, want %v", s.Cancelled(), s.Cause(), c)
	}
	if ctx := s.Context(); ctx.Err() == nil || context.Cause(ctx) != error(c) {
		t.Errorf("context: %v, cause %v, want %v", ctx.Err(), context.Cause(ctx), c)
	}
}

func running(t *testing.T, s *Scope) {
	t.Helper()
	if s.Cancelled() || s.Cause() != nil || s.Context().Err() != nil {
		t.Errorf("cancelled: %v, cause %v, context %v", s.Cancelled(), s.Cause(), s.Context().Err())
	}
}

func TestCancelReachesAllInside(t *testing.T) {
	root := newRoot(&ender{})
	a := within(root, "a")
	b, sibling := a.Sub(nil), within(root, "sibling")
	c, d := within(b, "c"), within(b, "d")
	b.Context()
	d.Context()
	why := &Cause{Kind: Deadline}
	if !a.Cancel(why) {
		t.Error("Cancel did not cancel")
	}
	for _, s := range []*Scope{a, b, c, d} {
		cancelled(t, s, why)
	}
	running(t, root)
	running(t, sibling)
	if a.Cancel(&Cause{}) || d.Cancel(&Cause{}) {
		t.Error("cancelled again")
	}
	cancelled(t, within(c, "late"), why)
}

func TestTheFirstCauseStays(t *testing.T) {
	root := newRoot(&ender{})
	a := within(root, "a")
	b, unasked := within(a, "b"), within(a, "unasked")
	inside := within(b, "inside")
	b.Context()
	first, second := &Cause{Kind: Timeout}, &Cause{Kind: Signal, Signal: sig.SIGINT}
	b.Cancel(first)
	unasked.Cancel(first)
	if !a.Cancel(second) {
		t.Error("Cancel did not cancel")
	}
	cancelled(t, a, second)
	cancelled(t, b, first)
	cancelled(t, inside, first)
	cancelled(t, unasked, first)
	cancelled(t, within(b, "late"), first)
	cancelled(t, within(a, "late"), second)
}

// A passed deadline counts before its timer has fired, and cancels its own scope, not the one
// asked.
func TestExpired(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := NewRoot(&Config{Clock: clock.Go(), End: (&ender{}).end}, proc.NewTree("", nil))
		block := root.Sub(nil)
		why := &Cause{Kind: Deadline}
		release := block.Limit(clock.Go().Now().Add(time.Second), why)
		inner, done := block.Sub(nil), block.Sub(nil)
		if inner.Expired() || root.Expired() || done.Close(false) != nil {
			t.Error("expired before the deadline")
		}
		// At the same instant the timer fires: stopped, it is as late as possible.
		late := block.limit
		release()
		block.setLimit(late)
		time.Sleep(time.Second)
		if inner.Cancelled() {
			t.Fatal("cancelled by a timer that was stopped")
		}
		if !inner.Expired() || inner.Cause() != why || block.Cause() != why {
			t.Errorf("causes %v and %v", inner.Cause(), block.Cause())
		}
		running(t, root)
		if c := inner.Close(false); c != why {
			t.Errorf("Close returns %v", c)
		}
	})
}

// The timer of a released limit does not fire any more.
func TestExpiredWithoutALimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := NewRoot(&Config{Clock: clock.Go(), End: (&ender{}).end}, proc.NewTree("", nil))
		outer := root.Sub(nil)
		defer outer.Limit(clock.Go().Now().Add(time.Minute), &Cause{Kind: Deadline})()
		block := outer.Sub(nil)
		block.Limit(clock.Go().Now().Add(time.Second), &Cause{Kind: Deadline})()
		time.Sleep(2 * time.Second)
		if block.Expired() || block.Close(false) != nil || outer.Cancelled() {
			t.Error("expired")
		}
	})
}

func TestCloseSaysWhy(t *testing.T) {
	root := newRoot(&ender{})
	a, b := root.Sub(nil), root.Sub(nil)
	why := &Cause{Kind: Signal}
	a.Cancel(why)
	for range 2 {
		if a.Close(false) != why {
			t.Error("a scope that was cancelled")
		}
	}
	if b.Close(true) != nil || b.Cancel(why) || b.Close(false) != nil {
		t.Error("a scope that was not")
	}
}

func TestCloseEndsWhatIsInside(t *testing.T) {
	e := &ender{}
	root := newRoot(e)
	a := within(root, "a")
	ctx := a.Context()
	inside, ended := within(a, "inside"), within(a, "ended")
	ended.Close(false)
	if err := ended.Context().Err(); err != context.Canceled {
		t.Errorf("a closed scope's new context: %v", err)
	}
	a.Close(false)
	a.Close(false)
	if ctx.Err() == nil || context.Cause(ctx) != context.Canceled || a.Cancelled() ||
		ended.Cancelled() {
		t.Error("a closed scope's context must have ended, and it was not cancelled")
	}
	for _, s := range []*Scope{inside, within(a, "late")} {
		if c := s.Cause(); c == nil || c.Kind != Context || c.Status != 143 ||
			c.Err != context.Canceled {
			t.Errorf("cause %+v", c)
		}
		s.Close(false)
	}
	if a.Cancel(&Cause{}) || a.Cancelled() {
		t.Error("a closed scope was cancelled")
	}
	e.expect(t, inside.Tree()) // the tree of a does not matter any more
	running(t, root)
}

func TestCloseSweepsWhenAsked(t *testing.T) {
	e := &ender{}
	root := newRoot(e)
	left, swept, shared := within(root, "left"), within(root, "swept"), root.Sub(nil)
	left.Close(false)
	shared.Close(true) // its tree is the root's
	swept.Close(true)
	e.expect(t, swept.Tree())
}

func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := newRoot(&ender{})
		at := func(d time.Duration) clock.Instant { return clock.Go().Now().Add(d) }
		outer, inner, later := &Cause{Kind: Deadline}, &Cause{Kind: Timeout}, &Cause{Kind: Timeout}
		a := root.Sub(nil)
		limit := at(10 * time.Second)
		a.Limit(limit, outer)
		b, c := within(a, "b"), within(a, "c")
		b.Limit(at(3*time.Second), inner)
		c.Limit(at(11*time.Second), later)
		if root.Deadline() != 0 || a.Deadline() != limit || c.Deadline() != limit ||
			b.Deadline() != at(3*time.Second) {
			t.Error("deadlines", root.Deadline(), a.Deadline(), b.Deadline(), c.Deadline())
		}
		if outer.Scope != a || inner.Scope != b {
			t.Error("the limit's scope")
		}
		time.Sleep(3*time.Second - 1)
		running(t, b)
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		cancelled(t, b, inner)
		running(t, a)
		time.Sleep(7 * time.Second)
		synctest.Wait()
		cancelled(t, a, outer)
		cancelled(t, b, inner)
		cancelled(t, c, outer)
		running(t, root)
	})
}

func TestLimitTakenAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := within(newRoot(&ender{}), "s")
		s.Limit(clock.Go().Now().Add(time.Second), &Cause{})()
		time.Sleep(2 * time.Second)
		synctest.Wait()
		running(t, s)
	})
}

func TestLimitThatHasPassed(t *testing.T) {
	s := within(newRoot(&ender{}), "s")
	why := &Cause{Kind: Timeout}
	s.Limit(clock.Go().Now(), why)()
	cancelled(t, s, why)
}

func TestTrees(t *testing.T) {
	root := newRoot(&ender{})
	line := within(root, "line")
	line.MarkOutside()
	branches := within(line, "branches")
	block := within(branches, "attempt").Sub(nil)
	inner := within(block, "inner")
	if got := tags(inner.Trees()); !slices.Equal(got,
		[]string{"root/line/branches/attempt/inner", "root/line/branches/attempt",
			"root/line/branches"}) {
		t.Error(got)
	}
	if block.Tree() != block.Parent().Tree() {
		t.Error("a scope without a tree of its own")
	}
	if root.Trees() != nil || line.Trees() != nil {
		t.Error("outside all blocks there are no trees")
	}
	bare := NewRoot(&Config{}, nil)
	if bare.Tree() != nil || bare.Parent() != nil || bare.Sub(nil).Tree() != nil {
		t.Error("a root without a tree")
	}
	tree := proc.NewTree("other", nil)
	if bare.SetTree(tree); bare.Sub(nil).Tree() != tree {
		t.Error("SetTree")
	}
}

func TestCauses(t *testing.T) {
	gone := errors.New("gone")
	for want, c := range map[string]*Cause{
		"none":                  {},
		"deadline":              {Kind: Deadline},
		"timeout":               {Kind: Timeout},
		"another branch failed": {Kind: Sibling},
		"signal TERM":           {Kind: Signal, Signal: sig.SIGTERM},
		"gone":                  {Kind: Context, Err: gone},
		"runaway recursion":     {Kind: Runaway},
		"kill timeout":          {Kind: KillTimeout},
	} {
		if got := c.Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if Signal.String() != "signal" || Context.String() != "context" {
		t.Error(Signal, Context)
	}
}
