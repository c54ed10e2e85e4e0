package interp

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
		want verdict // without a cancellation
	}{
		{flow.Outcome{}, succeeded},
		{flow.Status(1), failedOnce},
		{flow.Status(124), failedOnce},
		{flow.Status(143), failedOnce},
		{flow.Outcome{Status: 3, Divert: flow.Failure}, failedOnce},
		{flow.Outcome{Status: 2, Divert: flow.Fatal}, failedOnce},
		{flow.Outcome{Status: 3, Divert: flow.Abort}, failedForGood},
		{flow.Outcome{Status: 0, Divert: flow.Exit}, diverted},
		{flow.Outcome{Status: 3, Divert: flow.Return}, diverted},
		{flow.Outcome{Divert: flow.Break, Depth: 1}, diverted},
		{flow.Outcome{Divert: flow.Continue, Depth: 1}, diverted},
		{flow.Outcome{Status: 124, Divert: flow.Cancel}, cancelled},
	}
	causes := []struct {
		cause *scope.Cause
		want  verdict
	}{
		{&scope.Cause{Kind: scope.Timeout, Scope: attempt}, timedOut},
		{&scope.Cause{Kind: scope.Timeout, Scope: block}, cancelled}, // of the attempt around
		{&scope.Cause{Kind: scope.Deadline, Scope: block}, overdue},
		{&scope.Cause{Kind: scope.Deadline, Scope: block.Parent()}, cancelled},
		{&scope.Cause{Kind: scope.Sibling}, cancelled},
		{&scope.Cause{Kind: scope.Signal}, cancelled},
		{&scope.Cause{Kind: scope.Context}, cancelled},
		{&scope.Cause{Kind: scope.Runaway}, cancelled},
	}
	for _, o := range outcomes {
		if v := judge(o.out, nil, nil, attempt, block); v != o.want {
			t.Errorf("%+v: verdict %d, want %d", o.out, v, o.want)
		}
		for _, c := range causes {
			f := &failure{Failure: Failure{Status: int(o.out.Status)}, unfound: true}
			if v := judge(o.out, f, c.cause, attempt, block); v != c.want {
				t.Errorf("%+v, cancelled by %v: verdict %d, want %d", o.out, c.cause, v, c.want)
			}
		}
	}
	for _, c := range []struct {
		failed failure
		want   verdict
	}{
		{failure{Failure: Failure{Status: 127}, unfound: true}, mistaken},
		{failure{Failure: Failure{Status: 127}}, failedOnce},
		{failure{Failure: Failure{Status: 3}, unfound: true}, failedOnce}, // of an earlier command
	} {
		if v := judge(flow.Status(127), &c.failed, nil, attempt, block); v != c.want {
			t.Errorf("127 behind %+v: verdict %d, want %d", c.failed, v, c.want)
		}
	}
	if v := judge(flow.Outcome{Status: 124, Divert: flow.Cancel}, nil,
		&scope.Cause{Kind: scope.Deadline, Scope: block}, nil, block); v != overdue {
		t.Errorf("between two attempts: verdict %d", v)
	}
}

func TestWhatCountsAsAFailedAttempt(t *testing.T) {
	for v, want := range map[verdict]bool{succeeded: false, failedOnce: true, failedForGood: true,
		mistaken: true,
		timedOut: true, overdue: true, cancelled: false, diverted: false} {
		if v.counts() != want {
			t.Errorf("verdict %d counts: %v", v, !want)
		}
	}
}
