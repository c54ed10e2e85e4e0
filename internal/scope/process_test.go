//go:build linux

package scope

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/proc"
)

// realRoot is a root that really ends the processes of its trees.
func realRoot(t *testing.T) *Scope {
	t.Helper()
	if err := proc.BecomeSubreaper(); err != nil {
		t.Fatal(err)
	}
	end := func(tree *proc.Tree) {
		if err := tree.Cancel(context.Background(),
			proc.CancelOptions{KillTimeout: time.Minute, Strong: true}); err != nil {
			t.Error(err)
		}
	}
	return NewRoot(&Config{Clock: clock.System(), End: end}, proc.NewTree("", nil))
}

// start starts a process in the scope, as the evaluator does.
func start(t *testing.T, s *Scope, script string) *proc.Process {
	t.Helper()
	p, err := proc.Start(&proc.Spec{Path: "/bin/sh", Argv: []string{"sh", "-c", script},
		Env: append(os.Environ(), proc.TagVariable+"="+s.Tree().Tag()), Dir: -1, Umask: -1,
		Files: []proc.FileMap{{Child: 2, Parent: 2}}, Group: -1, Tty: -1})
	if err != nil {
		t.Error(err)
		return nil
	}
	s.Tree().Add(p)
	if s.Cancelled() {
		s.Missed()
	}
	return p
}

// A process ended by a cancellation implies a visible cancellation, in the innermost scope,
// whichever of those around it was cancelled.
func TestAProcessEndsAfterItsScope(t *testing.T) {
	for round := range 12 {
		root := realRoot(t)
		block := within(root, "block")
		why := &Cause{Kind: Sibling}
		var wg, started sync.WaitGroup
		for i := range 8 {
			started.Add(1)
			wg.Go(func() {
				branch := within(block, strconv.Itoa(i))
				inner := within(branch.Sub(nil), "inner")
				p := start(t, inner, "sleep 100")
				started.Done()
				if p == nil {
					return
				}
				if _, err := p.WaitApart(); err != nil {
					t.Error(err)
				}
				if c := inner.Cause(); c != why {
					t.Errorf("a process has ended, and the cause is %v", c)
				}
				for s := inner; s != block; s = s.Parent() {
					s.Close(true)
				}
			})
		}
		started.Wait()
		target := root
		if round%2 == 0 {
			target = block
		}
		if round%3 == 0 {
			target.Limit(clock.Instant(1), why)
		} else {
			target.Cancel(why)
		}
		wg.Wait()
		block.Close(false)
		root.Close(false)
	}
}

func TestCloseLeavesNothing(t *testing.T) {
	root := realRoot(t)
	attempt := within(root, "attempt")
	ready := filepath.Join(t.TempDir(), "ready")
	p := start(t, attempt, "(setsid sleep 100 &); sleep 100 & trap 'sleep 0.2; exit 7' TERM; : >"+
		ready+"; wait")
	for {
		if _, err := os.Stat(ready); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	attempt.Cancel(&Cause{Kind: Timeout})
	attempt.Close(true)
	if st, ok := p.Status(); !ok || st.ShellStatus() != 7 {
		t.Errorf("ended %v, status %v", ok, st)
	}
	nothingLeft(t, attempt)
}

// A process started after the sweep is ended all the same.
func TestAProcessThatTheSweepMissed(t *testing.T) {
	root := realRoot(t)
	attempt := within(root, "attempt")
	block := attempt.Sub(nil)
	attempt.Cancel(&Cause{Kind: Timeout})
	p := start(t, block, "exec sleep 100")
	q := start(t, within(block, "late"), "exec sleep 100")
	if _, err := p.WaitApart(); err != nil {
		t.Error(err)
	}
	if _, err := q.WaitApart(); err != nil {
		t.Error(err)
	}
	attempt.Close(false)
	nothingLeft(t, attempt)
}

func TestJobsOfASuccessGoOn(t *testing.T) {
	root := realRoot(t)
	attempt := within(root, "attempt")
	p := start(t, attempt, "exec sleep 100")
	attempt.Close(false)
	if _, ok := p.Status(); ok {
		t.Error("ended")
	}
	failed := within(root, "failed")
	q := start(t, failed, "exec sleep 100")
	failed.Close(true)
	if _, ok := q.Status(); !ok {
		t.Error("a job of a failed attempt is left")
	}
	if _, ok := p.Status(); ok {
		t.Error("ended with another attempt")
	}
	root.Cancel(&Cause{Kind: Signal})
	root.Close(false)
	if _, ok := p.Status(); !ok {
		t.Error("left when all was cancelled")
	}
}

// nothingLeft looks for processes with the tag of the scope's tree.
func nothingLeft(t *testing.T, s *Scope) {
	t.Helper()
	dirs, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		env, err := os.ReadFile(d)
		if err == nil && hasTag(string(env), s.Tree().Tag()) {
			t.Errorf("%s is left", filepath.Dir(d))
		}
	}
}

func hasTag(environ, tag string) bool {
	return strings.Contains("\x00"+environ, "\x00"+proc.TagVariable+"="+tag)
}

// Closing a scope waits for the processes of bound scopes inside, and for no others.
func TestCloseWaitsForBoundScopes(t *testing.T) {
	root := realRoot(t)
	block := within(root, "block")
	bound := block.Sub(proc.NewTree("bound", block.Tree()))
	bound.Bind()
	p := start(t, bound, "exec sleep 1000")
	if c := block.Close(false); c != nil {
		t.Errorf("the block was cancelled: %v", c)
	}
	if _, over := p.Status(); !over {
		if _, over, err := p.Poll(false); !over {
			t.Errorf("the process runs after Close: %v", err)
		}
	}
	if bound.Cause() == nil {
		t.Error("the bound scope was not cancelled")
	}
	root.Close(false)
}
