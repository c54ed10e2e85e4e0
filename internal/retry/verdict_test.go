package retry

import (
	"testing"

	"ftsh/internal/flow"
	"ftsh/internal/scope"
)

// The whole table: the outcome of the body counts only if nothing cancelled the attempt before its
// scope was closed.
func TestVerdict(t *testing.T) {
	block := scope.NewRoot(&scope.Config{}, nil).Sub(nil)
	attempt := block.Sub(nil)
	outcomes := []struct {
		out  flow.Outcome
		want Verdict // without a cancellation
	}{
		{flow.Outcome{}, Succeeded},
		{flow.Status(1), FailedOnce},
		{flow.Status(124), FailedOnce},
		{flow.Status(143), FailedOnce},
		{flow.Outcome{Status: 3, Divert: flow.Failure}, FailedOnce},
		{flow.Outcome{Status: 2, Divert: flow.Fatal}, FailedOnce},
		{flow.Outcome{Status: 3, Divert: flow.Abort}, FailedForGood},
		{flow.Outcome{Status: 0, Divert: flow.Exit}, Diverted},
		{flow.Outcome{Status: 3, Divert: flow.Return}, Diverted},
		{flow.Outcome{Divert: flow.Break, Depth: 1}, Diverted},
		{flow.Outcome{Divert: flow.Continue, Depth: 1}, Diverted},
		{flow.Outcome{Status: 124, Divert: flow.Cancel}, Cancelled},
	}
	causes := []struct {
		cause *scope.Cause
		want  Verdict
	}{
		{&scope.Cause{Kind: scope.Timeout, Scope: attempt}, TimedOut},
		{&scope.Cause{Kind: scope.Timeout, Scope: block}, Cancelled}, // of the attempt around
		{&scope.Cause{Kind: scope.Deadline, Scope: block}, Overdue},
		{&scope.Cause{Kind: scope.Deadline, Scope: block.Parent()}, Cancelled},
		{&scope.Cause{Kind: scope.Stream, Scope: attempt}, Unheld},
		{&scope.Cause{Kind: scope.Stream, Scope: block}, Cancelled},
		{&scope.Cause{Kind: scope.Sibling}, Cancelled},
		{&scope.Cause{Kind: scope.Signal}, Cancelled},
		{&scope.Cause{Kind: scope.Context}, Cancelled},
		{&scope.Cause{Kind: scope.Runaway}, Cancelled},
	}
	for _, o := range outcomes {
		if v := Judge(o.out, false, nil, attempt, block); v != o.want {
			t.Errorf("%+v: verdict %d, want %d", o.out, v, o.want)
		}
		for _, c := range causes {
			if v := Judge(o.out, true, c.cause, attempt, block); v != c.want {
				t.Errorf("%+v, cancelled by %v: verdict %d, want %d", o.out, c.cause, v, c.want)
			}
		}
	}
	if v := Judge(flow.Status(127), true, nil, attempt, block); v != Mistaken {
		t.Errorf("127 of a missing command: verdict %d", v)
	}
	if v := Judge(flow.Status(127), false, nil, attempt, block); v != FailedOnce {
		t.Errorf("127 of a command that was found: verdict %d", v)
	}
	if v := Judge(flow.Outcome{Status: 124, Divert: flow.Cancel}, false,
		&scope.Cause{Kind: scope.Deadline, Scope: block}, nil, block); v != Overdue {
		t.Errorf("between two attempts: verdict %d", v)
	}
}

func TestWhatCountsAsAFailedAttempt(t *testing.T) {
	for v, want := range map[Verdict]bool{Succeeded: false, FailedOnce: true, FailedForGood: true,
		Mistaken: true, TimedOut: true, Overdue: true, Cancelled: false, Diverted: false,
		Unheld: false} {
		if v.Counts() != want {
			t.Errorf("verdict %d counts: %v", v, !want)
		}
	}
}
