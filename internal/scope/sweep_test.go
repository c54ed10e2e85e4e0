package scope

import (
	"strconv"
	"testing"
	"testing/synctest"
)

// closing begins to close a scope, and returns a channel closed at the end.
func closing(s *Scope) <-chan struct{} {
	over := make(chan struct{})
	go func() {
		s.Close(false)
		close(over)
	}()
	return over
}

func over(c <-chan struct{}) bool {
	synctest.Wait()
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func TestOneSweepForAllBranches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &ender{hold: make(chan struct{})}
		block := within(newRoot(e), "block")
		var attempts, ends []*Scope
		for i := range 500 {
			branch := within(block, strconv.Itoa(i)).Sub(nil)
			attempts = append(attempts, branch.Parent())
			ends = append(ends, within(branch, "inner"))
		}
		block.Cancel(&Cause{Kind: Sibling})
		late := within(ends[0], "late")
		waiting := []<-chan struct{}{closing(block), closing(late)}
		for i, s := range ends {
			waiting = append(waiting, closing(s), closing(attempts[i]))
		}
		for i, c := range waiting {
			if over(c) {
				t.Fatalf("%d was closed while its processes were being ended", i)
			}
		}
		close(e.hold)
		for _, c := range waiting {
			<-c
		}
		e.expect(t, block.Tree())
	})
}

// A try has no tree, but each attempt has: it sweeps for the attempts inside.
func TestSweepOfWhatIsInsideAScopeWithoutATree(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &ender{hold: make(chan struct{})}
		block := newRoot(e).Sub(nil)
		attempt := within(block, "attempt")
		inner := within(attempt.Sub(nil), "inner")
		block.Cancel(&Cause{Kind: Deadline})
		if !over(closing(block)) {
			t.Error("a scope without processes waits")
		}
		a, b := closing(inner), closing(attempt)
		if over(a) || over(b) {
			t.Error("closed too early")
		}
		close(e.hold)
		<-a
		<-b
		e.expect(t, attempt.Tree())
	})
}

// Processes already swept are swept again when an outer scope is cancelled, which has other
// processes, too.
func TestSweepAroundASweep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &ender{}
		outer := within(newRoot(e), "outer")
		inner := within(outer, "inner")
		inner.Cancel(&Cause{})
		synctest.Wait()
		outer.Cancel(&Cause{})
		synctest.Wait()
		e.expect(t, inner.Tree(), outer.Tree())
		inner.Close(true)
		outer.Close(true)
		e.expect(t, inner.Tree(), outer.Tree())
	})
}

func TestMissed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &ender{}
		root := newRoot(e)
		attempt := within(root, "attempt")
		block := attempt.Sub(nil)
		block.Cancel(&Cause{Kind: Deadline})
		block.Missed() // the attempt's processes are not the block's to end
		synctest.Wait()
		e.expect(t)
		attempt.Cancel(&Cause{Kind: Timeout})
		synctest.Wait()
		block.Missed()
		synctest.Wait()
		e.expect(t, attempt.Tree(), attempt.Tree())
		block.Close(false)
		attempt.Close(false)
		e.expect(t, attempt.Tree(), attempt.Tree(), attempt.Tree())
		NewRoot(&Config{End: e.end}, nil).Sub(nil).Missed()

		late := within(attempt, "late") // cancelled from the beginning
		late.Missed()
		synctest.Wait()
		late.Close(false)
		e.expect(t, attempt.Tree(), attempt.Tree(), attempt.Tree(), late.Tree(), late.Tree())
	})
}

func TestPatience(t *testing.T) {
	for name, c := range map[string]struct {
		hurry func(outer *Scope, ended chan struct{})
		trees string // ended then
	}{
		"its commands end": {func(_ *Scope, ended chan struct{}) { close(ended) }, "job"},
		"cancelled around": {func(o *Scope, _ chan struct{}) { o.Cancel(&Cause{}) }, "outer"},
		"closed around":    {func(o *Scope, _ chan struct{}) { o.Close(false) }, "job"},
		"cancelled further out": {func(o *Scope, _ chan struct{}) { o.Parent().Cancel(&Cause{}) },
			"root"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e := &ender{}
				outer := within(newRoot(e), "outer")
				job := within(outer, "job")
				block := within(job.Sub(nil), "block")
				ended := make(chan struct{})
				if !job.WaitFor(ended) || job.WaitFor(make(chan struct{})) {
					t.Error("WaitFor takes effect once")
				}
				why := &Cause{Kind: Signal}
				job.Cancel(why)
				cancelled(t, job, why)
				cancelled(t, block, why)
				block.Close(false)
				e.expect(t, block.Tree()) // a block has no patience
				late := within(job, "late")
				late.Close(false)
				closed := closing(job)
				if over(closed) {
					t.Error("closed before its commands had ended")
				}
				c.hurry(outer, ended)
				<-closed
				trees := map[string]*Scope{"job": job, "outer": outer, "root": outer.Parent()}
				e.expect(t, block.Tree(), trees[c.trees].Tree())
				if job.Cause() != why {
					t.Error("another cause")
				}
			})
		})
	}
}

// Patience applies to a cancellation of the job itself.
func TestPatienceEndsWithWhatIsAround(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &ender{}
		block := newRoot(e).Sub(nil)
		job := within(block, "job")
		inner := within(job, "inner")
		if !job.WaitFor(make(chan struct{})) {
			t.Error("WaitFor")
		}
		block.Cancel(&Cause{})
		inner.Close(false)
		job.Close(false)
		e.expect(t, job.Tree())
		if job.WaitFor(nil) || inner.WaitFor(nil) {
			t.Error("WaitFor after the cancellation")
		}
	})
}

// A process started too late ends nothing the scope waits for.
func TestMissedIsPatient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &ender{}
		job := within(newRoot(e), "job")
		ended := make(chan struct{})
		job.WaitFor(ended)
		job.Cancel(&Cause{Kind: Signal})
		job.Missed()
		synctest.Wait()
		e.expect(t)
		close(ended)
		job.Close(false)
		e.expect(t, job.Tree(), job.Tree())
	})
}
