package eventlog

import (
	"errors"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"ftsh/interp/event"
)

func TestText(t *testing.T) {
	failure := event.Failure{Place: event.Place{Script: "s", Line: 2, Col: 3},
		Source: `cp "$a" b`, Status: 1}
	cut := failure
	cut.Status, cut.Cut = 124, true
	same := func(f event.Failure, count int,
		ranges ...event.AttemptRange) []event.FailedAttempts {
		return []event.FailedAttempts{{Attempts: ranges, Count: count, Failure: f}}
	}
	called := failure
	called.Args = []string{"cp", "secret", "b"}
	seen := map[event.Kind]bool{}
	for _, c := range []struct {
		e    event.Event
		want string
	}{
		{event.Event{Kind: event.BlockBegins, Block: event.Block{Kind: "try"}}, "try begins"},
		{event.Event{Kind: event.AttemptBegins, Block: event.Block{Kind: "forall",
			Attempt: 2, Word: "x"}},
			"forall attempt 2"},
		{event.Event{Kind: event.AttemptFailed, Block: event.Block{Kind: "try", Attempt: 3},
			Result: event.Result{Status: 1, Errors: same(failure, 1, event.AttemptRange{First: 3,
				Last: 3})}}, "try: attempt 3 failed: s:2:3: cp \"$a\" b: exit status 1"},
		{event.Event{Kind: event.AttemptFailed, Block: event.Block{Kind: "try", Attempt: 3},
			Result: event.Result{Status: 1, Output: "one\ntwo\n", Errors: same(called, 1,
				event.AttemptRange{First: 3, Last: 3})}},
			"try: attempt 3 failed: s:2:3: cp secret b: exit status 1\n| one\n| two"},
		{event.Event{Kind: event.AttemptFailed, Block: event.Block{Kind: "try", Attempt: 1},
			Result: event.Result{Errors: same(event.Failure{Status: 3}, 1)}},
			"try: attempt 1 failed: exit status 3"},
		{event.Event{Kind: event.AttemptDeferred, Block: event.Block{Kind: "try", Attempt: 3},
			Result: event.Result{Status: 1,
				Errors: []event.FailedAttempts{{Count: 1, Deferred: true, Failure: failure}}}},
			"try: attempt 3 deferred: s:2:3: cp \"$a\" b: exit status 1"},
		{event.Event{Kind: event.BlockFailed, Block: event.Block{Kind: "try",
			Attempt: 1, Limit: time.Hour},
			Result: event.Result{Status: 124, Reason: "busy", Errors: append(same(failure, 1,
				event.AttemptRange{First: 1, Last: 1}),
				event.FailedAttempts{Count: 25, Deferred: true, Failure: failure},
				event.FailedAttempts{Count: 1, Deferred: true, Failure: cut})},
			Elapsed: time.Hour},
			"try for 1 hour failed (busy) with status 124 after 1 attempt in 1 hour\n" +
				"1: s:2:3: cp \"$a\" b: exit status 1\ndeferred 25 times: s:2:3: cp \"$a\" b: " +
				"exit status 1\ndeferred once: s:2:3: cp \"$a\" b: exit status 124 (time limit)"},
		{event.Event{Kind: event.Waiting, Block: event.Block{Kind: "try", Attempt: 2},
			Delay: 1500 * time.Millisecond}, "try: waiting 1.5 seconds before attempt 2"},
		{event.Event{Kind: event.Waiting, Block: event.Block{Kind: "try"}, Delay: time.Second},
			"try: waiting 1 second before the check"},
		{event.Event{Kind: event.BlockFailed, Block: event.Block{Kind: "try",
			Attempt: 30, Times: 30, Limit: time.Hour}, Result: event.Result{Status: 1,
			Reason: "times", Omitted: 3, Errors: append(same(failure, 25,
				event.AttemptRange{First: 1, Last: 19},
				event.AttemptRange{First: 22, Last: 23}, event.AttemptRange{First: 30, Last: 30}),
				same(cut, 3, event.AttemptRange{First: 20, Last: 21},
					event.AttemptRange{First: 29, Last: 29})...)}, Elapsed: 90 * time.Second},
			"try for 1 hour or 30 times: all 30 attempts failed with status 1 in 1 minute 30 " +
				"seconds\n" +
				"1–19, …, 22, 23, 30: s:2:3: cp \"$a\" b: exit status 1\n… (3 more)\n20, 21, 29: " +
				"s:2:3: cp \"$a\" b: exit status 124 (time limit)"},
		{event.Event{Kind: event.BlockFailed, Block: event.Block{Kind: "forall", Attempt: 2},
			Result: event.Result{Status: 124, Reason: "deadline",
				Errors: []event.FailedAttempts{{Attempts: []event.AttemptRange{{First: 1, Last: 2}},
					Words: []string{"w", "a b"}, Count: 2, Failure: cut}}},
			Elapsed: 1400 * time.Microsecond},
			"forall failed (deadline) with status 124 after 2 branches in 1 ms\nw 'a b': s:2:3: " +
				"cp \"$a\" b: exit status 124 (time limit)"},
		{event.Event{Kind: event.BlockFailed, Block: event.Block{Kind: "forall",
			Attempt: 1, Times: 1}, Result: event.Result{Status: 1,
			Reason: "times"}}, "forall 1 time failed with status 1 after 1 branch in " +
			"0 seconds"},
		{event.Event{Kind: event.BlockFailed, Block: event.Block{Kind: "try",
			Attempt: 1, Times: 1}, Result: event.Result{Status: 3,
			Reason: "times"}}, "try 1 time: the only attempt failed with status 3 in " +
			"0 seconds"},
		{event.Event{Kind: event.BlockFailed, Block: event.Block{Kind: "try", Attempt: 1},
			Result: event.Result{Status: 3, Reason: "times"}},
			"try: the only attempt failed with status 3 in 0 seconds"},
		{event.Event{Kind: event.BlockFailed, Block: event.Block{Kind: "try",
			Attempt: 2, Times: 3}, Result: event.Result{Status: 3,
			Reason: "times"}}, "try 3 times failed with status 3 after 2 attempts in " +
			"0 seconds"},
		{event.Event{Kind: event.BlockFailed, Block: event.Block{Kind: "forany", Attempt: 2},
			Result: event.Result{Status: 3, Reason: "times"}},
			"forany: all 2 alternatives failed with status 3 in 0 seconds"},
		{event.Event{Kind: event.BlockFailed, Block: event.Block{Kind: "forany", Attempt: 1},
			Result: event.Result{Status: 3, Reason: "times"}},
			"forany: the only alternative failed with status 3 in 0 seconds"},
		{event.Event{Kind: event.BlockFailed, Block: event.Block{Kind: "forany"},
			Result: event.Result{Status: 1, Reason: "times",
				Errors: same(event.Failure{Place: failure.Place,
					Said: "no alternatives", Status: 1}, 1)},
			Elapsed: time.Second},
			"forany failed with status 1 after 0 alternatives in 1 second\ns:2:3: no alternatives"},
		{event.Event{Kind: event.CommandEnded,
			Process: event.Process{Args: []string{"[", "a=b", "=", "c\nd", "]"}},
			Result:  event.Result{Status: 139}}, `[ 'a=b' = 'c\nd' ]: exit status 139 (signal 11)`},
		{event.Event{Kind: event.CommandEnded,
			Process: event.Process{Args: []string{strings.Repeat("ü", 101)}}},
			strings.Repeat("ü", 100) + "…: exit status 0"},
		{event.Event{Kind: event.ProcessStarted,
			Process: event.Process{Pid: 7, Args: []string{"sleep", "1"}}},
			"process 7: started: sleep 1"},
		{event.Event{Kind: event.ProcessStarted,
			Process: event.Process{Pid: 7, Source: "{ a\n  b; }"}},
			"process 7: started: { a; b; } &"},
		{event.Event{Kind: event.ProcessEnded, Process: event.Process{Pid: 7},
			Result: event.Result{Status: 193}},
			"process 7: ended: exit status 193"},
		{event.Event{Kind: event.SignalSent,
			Process: event.Process{Pid: 7, Signal: syscall.SIGTERM}},
			"process 7: SIGTERM"},
		{event.Event{Kind: event.SignalSent,
			Process: event.Process{Pid: 7, Signal: syscall.SIGKILL}, Err: syscall.EPERM},
			"process 7: SIGKILL: operation not permitted"},
		{event.Event{Kind: event.SignalArrived, Process: event.Process{Signal: syscall.SIGUSR1}},
			"signal SIGUSR1"},
		{event.Event{Kind: event.BlockSkipped, Block: event.Block{Kind: "try", Attempt: 3}},
			"try: not run again: it has succeeded before, with attempt 3"},
		{event.Event{Kind: event.BlockSkipped, Block: event.Block{Kind: "forall",
			Attempt: 1, Word: "a b"}},
			"forall 'a b': not run again: it has succeeded before, with attempt 1"},
		{event.Event{Kind: event.WaitingThrough, Block: event.Block{Kind: "try", Attempt: 2},
			Through: event.Through{Name: "x\ny", For: "a slot"}},
			"try: waiting for x\ny (a slot) before attempt 2"},
		{event.Event{Kind: event.PassedThrough, Block: event.Block{Kind: "try", Attempt: 2},
			Through: event.Through{Name: "condor", For: "probe"}}, "try: through condor (probe)"},
		{event.Event{Kind: event.BreakerChanged, Block: event.Block{Kind: "try", Attempt: 2},
			Through: event.Through{Name: "condor", For: "open"}}, "try: condor is open"},
		{event.Event{Kind: event.BatchSilent, Block: event.Block{Kind: "forall"}, Via: "slurm",
			Elapsed: 70020 * time.Millisecond, Err: errors.New("no controller")},
			"forall: via slurm has not answered for 1 minute 10 seconds: no controller"},
		{event.Event{Kind: event.BatchSilent, Block: event.Block{Kind: "forall"}, Via: "slurm",
			Elapsed: 70 * time.Second}, "forall: via slurm has not answered for 1 minute " +
			"10 seconds"},
		{event.Event{Kind: event.ScriptFailed, Result: event.Result{Status: 2,
			Errors: []event.FailedAttempts{{Count: 1,
				Failure: event.Failure{Place: event.Place{Script: "job", Line: 3, Col: 1},
					Source: "tar cf $a", Status: 2}}}}},
			"script ended: job:3:1: tar cf $a: exit status 2"},
		{event.Event{Kind: event.BatchAnswers, Block: event.Block{Kind: "forall"}, Via: "slurm",
			Elapsed: time.Hour},
			"forall: via slurm answers again, after 1 hour"},
		{event.Event{Kind: event.LeftEnded, Block: event.Block{Kind: "try", Attempt: 2},
			Result: event.Result{Left: []event.Process{{Pid: 7, Args: []string{"sleep"}}}}},
			"try: attempt 2 left 1 process, ended: sleep (7)"},
		{event.Event{Kind: event.LeftEnded,
			Block: event.Block{Kind: "forall", Attempt: 2, Word: "a b"},
			Result: event.Result{Killed: time.Second, Left: slices.Repeat(
				[]event.Process{{Pid: 7, Args: []string{"x"}}}, 12)}},
			"forall: attempt 2 ('a b') left 12 processes, ended: " +
				strings.Repeat("x (7), ", 9) + "x (7) and 2 more (SIGKILL after 1 second of grace)"},
		{event.Event{Kind: event.LeftEnded, Block: event.Block{Kind: "try"},
			Result: event.Result{Left: []event.Process{{Pid: 7, Args: []string{"sleep"}}}}},
			"try: the catch list left 1 process, ended: sleep (7)"},
		{event.Event{Kind: event.CancellingImpaired, Err: os.ErrNotExist},
			"cancelling: file does not exist; processes that leave their parent and drop their " +
				"limits are not ended"},
	} {
		seen[c.e.Kind] = true
		if got := strings.Join(text(&c.e), "\n"); got != c.want {
			t.Errorf("%v: %q, want %q", c.e.Kind, got, c.want)
		}
	}
	for k := event.Kind(1); k.String() != ""; k++ {
		if !seen[k] {
			t.Errorf("%q has no message here", k)
		}
	}
}
