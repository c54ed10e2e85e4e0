package scope

import (
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/proc"
)

// A storm is many goroutines that open, cancel, limit and close scopes in one another, all at once.
// The bubble around it detects leaks and hangs.
type storm struct {
	t      *testing.T
	owners sync.Map // *proc.Tree → *Scope
	ended  sync.Map // *proc.Tree → true when a sweep of it has returned
}

// end is called for trees whose scopes have all been cancelled, or close themselves.
func (st *storm) end(tree *proc.Tree) {
	// A tree without an owner belongs to a scope just opened.
	if s, ok := st.owners.Load(tree); ok && !s.(*Scope).Cancelled() {
		st.t.Error("the processes of a scope that is not cancelled are being ended")
	}
	time.Sleep(time.Microsecond)
	st.ended.Store(tree, true)
}

func (st *storm) open(s *Scope, r *rand.Rand) *Scope {
	before := s.Cancelled()
	var tree *proc.Tree
	if r.IntN(3) > 0 {
		tree = proc.NewTree(strconv.Itoa(r.IntN(1000)), s.Tree())
	}
	n := s.Sub(tree)
	if tree != nil {
		st.owners.Store(tree, n)
	}
	if before && !n.Cancelled() {
		st.t.Error("a scope inside a cancelled one is not cancelled")
	}
	return n
}

// run works in s, opens scopes inside and lets others work there.
func (st *storm) run(s *Scope, r *rand.Rand, depth int) {
	var inside []*Scope
	var wg sync.WaitGroup
	for range 4 {
		n := st.open(s, r)
		inside = append(inside, n)
		if depth > 0 {
			seed := r.Uint64()
			wg.Go(func() { st.run(n, rand.New(rand.NewPCG(seed, 0)), depth-1) })
		}
	}
	for range 20 {
		n := inside[r.IntN(len(inside))]
		switch r.IntN(10) {
		case 0:
			n.Limit(clock.Go().Now().Add(time.Duration(r.IntN(50))*time.Microsecond),
				&Cause{Kind: Timeout})
		case 1:
			over := make(chan struct{})
			n.WaitFor(over)
			time.AfterFunc(time.Duration(r.IntN(50))*time.Microsecond, func() { close(over) })
		case 2, 3:
			if ctx := n.Context(); ctx.Err() != nil && !n.Cancelled() {
				st.t.Error("the context ended before the mark")
			}
		case 4:
			if n.Cancelled() {
				n.Missed()
			}
		case 5:
			if r.IntN(8) == 0 {
				n.Cancel(&Cause{Kind: Sibling})
				st.allCancelled(n)
			}
		case 6:
			if r.IntN(40) == 0 {
				s.Cancel(&Cause{Kind: Deadline})
				st.allCancelled(s)
				for _, n := range inside {
					st.allCancelled(n)
				}
			}
		case 7:
			st.open(n, r).Close(false)
		default:
			time.Sleep(time.Duration(r.IntN(4)) * time.Microsecond)
		}
	}
	wg.Wait()
	r.Shuffle(len(inside), func(i, j int) { inside[i], inside[j] = inside[j], inside[i] })
	for _, n := range inside {
		n.Close(false)
		if n.Cancelled() && n.Trees() != nil && !st.swept(n) {
			st.t.Error("closed, and no sweep has ended its processes")
		}
	}
	s.all.mu.Lock()
	defer s.all.mu.Unlock()
	for n := s.inner; n != nil; n = n.next {
		if n.closed {
			st.t.Error("a closed scope is left inside")
		}
	}
}

// swept reports whether a sweep of the scope's tree, or of one around it, has returned. A scope
// without a tree of its own, or cancelled before anything could run in it, needs none.
func (st *storm) swept(s *Scope) bool {
	if !s.own || s.swept == nil {
		return true
	}
	for o := s; o.parent != nil; o = o.parent {
		if ended, _ := st.ended.Load(o.tree); ended == true {
			return true
		}
	}
	return false
}

func (st *storm) allCancelled(s *Scope) {
	s.all.mu.Lock()
	defer s.all.mu.Unlock()
	var look func(*Scope)
	look = func(s *Scope) {
		if !s.closed && !s.Cancelled() {
			st.t.Error("not cancelled after Cancel")
		}
		for i := s.inner; i != nil; i = i.next {
			look(i)
		}
	}
	look(s)
}

func TestStorm(t *testing.T) {
	for seed := range uint64(8) {
		synctest.Test(t, func(t *testing.T) {
			st := &storm{t: t}
			root := NewRoot(&Config{Clock: clock.Go(), End: st.end}, proc.NewTree("", nil))
			st.owners.Store(root.Tree(), root)
			st.run(root, rand.New(rand.NewPCG(seed, 1)), 4)
			root.Close(false)
			if root.inner != nil {
				t.Error("scopes are left")
			}
		})
	}
}
