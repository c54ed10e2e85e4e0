//go:build linux

package interp_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/standalone"
	"ftsh/interp"
	"ftsh/interp/event"
)

// eventsOf runs a script and returns its events of the given kinds.
func eventsOf(t *testing.T, script string, kinds ...event.Kind) (events []interp.Event) {
	t.Helper()
	var mu sync.Mutex
	sh, err := interp.New(interp.Options{
		Env: []string{searchPath}, Dir: t.TempDir(),
		Log: interp.Log{Level: event.LevelProcess, Events: func(e interp.Event) {
			mu.Lock()
			defer mu.Unlock()
			if slices.Contains(kinds, e.Kind) {
				events = append(events, e)
			}
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if _, err := sh.Run(context.Background(), "job", script); err != nil {
		t.Error(err)
	}
	if err := sh.Close(); err != nil {
		t.Error(err)
	}
	for i := range events {
		e := &events[i]
		if e.Time.Before(start) || e.Time.After(time.Now()) || e.Elapsed < 0 ||
			e.Elapsed > time.Since(start) {
			t.Errorf("%v at %v, behind %v", e.Kind, e.Time, e.Elapsed)
		}
		e.Time = time.Time{}
	}
	return events
}

// fields returns all fields of an event except its context.
func fields(e interp.Event) []any {
	var all []any
	v := reflect.ValueOf(e)
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() {
			all = append(all, v.Field(i).Interface())
		}
	}
	return all
}

// same compares events. Values that differ from run to run are only checked for presence.
func same(t *testing.T, events []interp.Event, want ...interp.Event) {
	t.Helper()
	for i, e := range events {
		timed := e.Kind == event.AttemptFailed || e.Kind == event.BlockFailed
		process := e.Kind == event.ProcessStarted || e.Kind == event.ProcessEnded ||
			e.Kind == event.SignalSent
		if (e.Block.ID != "") != (e.Block.Kind != "") || (e.Elapsed > 0) != timed ||
			(e.Process.Pid > 0) != process {
			t.Errorf("%v: id %q of %q, %v, process %d", e.Kind, e.Block.ID, e.Block.Kind, e.Elapsed,
				e.Process.Pid)
		}
		if e.Stderr == nil {
			t.Errorf("%v has no standard error", e.Kind)
		}
		e.Block.ID, e.Elapsed, e.Process.Pid, e.Stderr = "", 0, 0, nil
		if i >= len(want) || !reflect.DeepEqual(fields(e), fields(want[i])) {
			t.Errorf("event %d: %+v", i, e)
		}
	}
	if len(events) != len(want) {
		t.Errorf("%d events, want %d", len(events), len(want))
	}
}

func TestEventsOfATry(t *testing.T) {
	t.Parallel()
	events := eventsOf(t, "\n  try 2 times every 0s\n  [ a = b ] && :\nend\n",
		event.BlockBegins, event.AttemptBegins, event.AttemptFailed, event.Waiting,
		event.BlockFailed, event.CommandEnded)
	block := event.Place{Script: "job", Line: 2, Col: 3}
	failed := func(first, last int) []event.FailedAttempts {
		return []event.FailedAttempts{{
			Attempts: []event.AttemptRange{{First: first, Last: last}}, Count: last - first + 1,
			Failure: event.Failure{
				Place: event.Place{Script: "job", Line: 3, Col: 3},
				Args:  []string{"[", "a", "=", "b", "]"}, Source: "[ a = b ]", Status: 1,
				Guard: true,
			},
		}}
	}
	command := interp.Event{
		Kind: event.CommandEnded, Level: 20, Place: event.Place{Script: "job", Line: 3, Col: 3},
		Process: event.Process{Args: []string{"[", "a", "=", "b", "]"}},
		Result:  event.Result{Status: 1},
	}
	same(t, events,
		interp.Event{Kind: event.BlockBegins, Level: 30, Place: block,
			Block: event.Block{Kind: "try"}},
		interp.Event{Kind: event.AttemptBegins, Level: 30, Place: block,
			Block: event.Block{Kind: "try", Attempt: 1}},
		command,
		interp.Event{Kind: event.AttemptFailed, Level: 15, Place: block,
			Block:  event.Block{Kind: "try", Attempt: 1},
			Result: event.Result{Status: 1, Errors: failed(1, 1)}},
		interp.Event{Kind: event.Waiting, Level: 15, Place: block,
			Block: event.Block{Kind: "try", Attempt: 2}},
		interp.Event{Kind: event.AttemptBegins, Level: 30, Place: block,
			Block: event.Block{Kind: "try", Attempt: 2}},
		command,
		interp.Event{Kind: event.AttemptFailed, Level: 15, Place: block,
			Block:  event.Block{Kind: "try", Attempt: 2},
			Result: event.Result{Status: 1, Errors: failed(2, 2)}},
		interp.Event{
			Kind: event.BlockFailed, Level: 10, Place: block,
			Block:  event.Block{Kind: "try", Times: 2, Attempt: 2},
			Result: event.Result{Status: 1, Reason: "times", Errors: failed(1, 2)},
		})
	for _, e := range events {
		if e.Block.Kind != "" && e.Block.ID != events[0].Block.ID {
			t.Errorf("%v: id %q, that of the block is %q", e.Kind, e.Block.ID, events[0].Block.ID)
		}
	}
}

// The body gets the same ID, even if the header is wrong; an inner block has another one.
func TestEventsHaveTheIDOfTheBlock(t *testing.T) {
	t.Parallel()
	events := eventsOf(t, "try 1 time; echo $FTSH_TRY_ID; N=0; try $N times; :; catch; echo "+
		"$FTSH_TRY_ID; failure; end; end",
		event.CommandEnded, event.BlockFailed)
	var got []string
	for _, e := range events {
		switch {
		case e.Kind == event.BlockFailed:
			got = append(got, e.Block.ID)
		case e.Process.Args[0] == "echo":
			got = append(got, e.Process.Args[1])
		}
	}
	if len(got) != 4 || got[0] == got[1] || got[1] != got[2] || got[0] != got[3] {
		t.Errorf("%q", got)
	}
}

func TestEventsHaveWords(t *testing.T) {
	t.Parallel()
	script := "forall x in a b; forany y ordered in c d; false; end; end"
	var got []string
	for _, e := range eventsOf(t, script, event.AttemptBegins, event.AttemptFailed,
		event.BlockFailed) {
		line := fmt.Sprint(int(e.Level), " ", e.Block.Kind, " ", e.Kind, " ", e.Block.Attempt,
			e.Block.Word)
		for _, a := range e.Result.Errors {
			line += fmt.Sprint(" ", a.Attempts, a.Words, a.Failure.Args)
		}
		got = append(got, line)
	}
	// Branches run concurrently, and the first failure ends the others.
	slices.Sort(got)
	for _, want := range []string{
		"30 forall attempt begins 1a",
		"30 forany attempt begins 1c",
		"30 forany attempt begins 2d",
		"15 forany attempt failed 2d [{2 2}] [] [false]",
		"15 forany block failed 2 [{1 2}] [c d] [false]",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, strings.Join(got, "\n"))
		}
	}
	i := slices.IndexFunc(got, func(s string) bool {
		return strings.HasPrefix(s, "10 forall block failed 2 ")
	})
	// A branch that failed too before it was ended has the same error.
	if i < 0 || !slices.Contains([]string{"[{1 1}] [a] [false]", "[{2 2}] [b] [false]",
		"[{1 2}] [a b] [false]"}, strings.TrimPrefix(got[i], "10 forall block failed 2 ")) {
		t.Errorf("no record of the forall in\n%s", strings.Join(got, "\n"))
	}
}

func TestEventsOfProcesses(t *testing.T) {
	t.Parallel()
	events := eventsOf(t, `sh -c 'kill -KILL $$'
forall x in a b
  if [ $x = a ]; then
    sh -c ': >started; exec sleep 100'
  else
    until [ -e started ]; do :; done
    false
  fi
end`, event.ProcessStarted, event.ProcessEnded, event.SignalSent)
	// Its end may be reported before the signal that ended it.
	slices.SortStableFunc(events, func(a, b interp.Event) int {
		return a.Place.Line - b.Place.Line
	})
	// Cancelling also sends SIGCONT, and repeats its signals until nothing is left.
	sent := false
	events = slices.DeleteFunc(events, func(e interp.Event) bool {
		again := e.Process.Signal != nil && (e.Process.Signal != syscall.SIGTERM || sent)
		sent = sent || e.Process.Signal == syscall.SIGTERM
		return again
	})
	for _, e := range events {
		if e.Place.Line == 0 && e.Process.Pid != events[len(events)-1].Process.Pid {
			t.Errorf("%v of process %d, started was %d", e.Kind, e.Process.Pid,
				events[len(events)-1].Process.Pid)
		}
	}
	first, second := event.Place{Script: "job", Line: 1, Col: 1},
		event.Place{Script: "job", Line: 4, Col: 5}
	same(t, events,
		interp.Event{Kind: event.SignalSent, Level: 40, Place: event.Place{Script: "ftsh"},
			Process: event.Process{Signal: syscall.SIGTERM}},
		interp.Event{Kind: event.ProcessStarted, Level: 40, Place: first,
			Process: event.Process{Args: []string{"sh", "-c", "kill -KILL $$"}}},
		interp.Event{Kind: event.ProcessEnded, Level: 40, Place: first,
			Result: event.Result{Status: 137}},
		interp.Event{Kind: event.ProcessStarted, Level: 40, Place: second,
			Process: event.Process{Args: []string{"sh", "-c", ": >started; exec sleep 100"}}},
		interp.Event{Kind: event.ProcessEnded, Level: 40, Place: second,
			Result: event.Result{Status: 143}})
}

// Errors found by the shell itself appear in its own words, with the command they belong to.
func TestEventsOfDiagnostics(t *testing.T) {
	t.Parallel()
	events := eventsOf(t, "try 1 time\n\techo a </none\nend\ntry 1 time\n\t! { true\ntrue; "+
		"}\nend\ntry for 30ms; while :; do :; done; end", event.BlockFailed)
	if len(events) != 3 {
		t.Fatalf("%d events", len(events))
	}
	for i, want := range []event.Failure{
		{Place: event.Place{Script: "job", Line: 2, Col: 2}, Args: []string{"echo", "a"},
			Source: "echo a </none", Said: "cannot open /none: no such file or directory",
			Status: 2},
		{Place: event.Place{Script: "job", Line: 5, Col: 2}, Source: "! { true; true; }",
			Status: 1},
		{Place: event.Place{Script: "job", Line: 8, Col: 21}, Args: []string{":"}, Source: ":",
			Status: 124, Cut: true},
	} {
		got := events[i].Result.Errors[0].Failure
		// The limit may interrupt the condition or the body.
		if i == 2 {
			got.Place.Col, got.Args, got.Source = 21, want.Args, want.Source
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

// A receiver gets no more than it asked for, and no event is made without a receiver.
func TestEventsUpToALevel(t *testing.T) {
	script := "try 1 time; try 1 time; false; end; end"
	for level, want := range map[interp.Level]string{
		event.LevelNone:    "",
		event.LevelFailure: "block failed",
		event.LevelCommand: "command ended, attempt failed, block failed, attempt failed, " +
			"block failed",
		event.LevelStructure: "block begins, attempt begins, block begins, attempt begins, " +
			"command ended, attempt failed, block failed, attempt failed, block failed",
	} {
		var got []string
		run(t, interp.Options{Log: interp.Log{Level: level, Events: func(e interp.Event) {
			got = append(got, e.Kind.String())
		}}}, script)
		if strings.Join(got, ", ") != want {
			t.Errorf("%d: %q", level, got)
		}
	}
}

// AtLeast sends events whatever the log's level is, and marks the ones not meant for the log.
func TestEventsAtLeast(t *testing.T) {
	for script, want := range map[string]string{
		"try 1 time; false; end": "attempt failed false, block " +
			"failed true",
		"FTSH_LOG_LEVEL=0; try 1 time; false; end": "attempt failed false, block " +
			"failed false",
		"FTSH_LOG_LEVEL=attempts; try 1 time; false; end": "attempt failed true, block " +
			"failed true",
		"try 1 time; false; end || :": "attempt failed false, block " +
			"failed false",
		"(FTSH_LOG_LEVEL=0; try 1 time; false; end); x=$(:); :": "attempt failed false, block " +
			"failed false",
	} {
		var got []string
		run(t, interp.Options{
			Log: interp.Log{Level: event.LevelFailure, Events: func(e interp.Event) {
				got = append(got, fmt.Sprint(e.Kind, " ", !e.Unasked))
			}},
			Standalone: &standalone.Options{AtLeast: event.LevelAttempt},
		}, script)
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, want %s", script, got, want)
		}
	}
}

func TestUnheardEventsAreNotMade(t *testing.T) {
	script := `i=0; while [ $i -lt 1000 ]; do : a b c; i=$((i+1)); done`
	heard := interp.Log{Level: event.LevelFailure, Events: func(interp.Event) {}}
	allocs := func(opts interp.Options) float64 {
		return testing.AllocsPerRun(5, func() { run(t, opts, script) })
	}
	without := allocs(interp.Options{})
	if at := allocs(interp.Options{Log: heard}); at > without+100 {
		t.Errorf("%v allocations for 2000 commands, %v without events", at, without)
	}
}

func run(t testing.TB, opts interp.Options, script string) {
	t.Helper()
	opts.Env = []string{searchPath}
	sh, err := interp.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	_, err = sh.Run(context.Background(), "job", script)
	if err := errors.Join(err, sh.Close()); err != nil {
		t.Fatal(err)
	}
}

// The cost of events without a receiver at the default level: for commands, for failures in a
// block, and for blocks.
func BenchmarkUnheardEvents(b *testing.B) {
	unheard := interp.Log{Level: event.LevelFailure, Events: func(interp.Event) {}}
	for _, c := range []struct{ name, script string }{
		{"command", `i=0; while [ $i -lt 1000 ]; do : a b c; i=$((i+1)); done`},
		{"failure", `try 1000 times every 0s; test a = b; end`},
		{"block", `i=0; while [ $i -lt 1000 ]; do try 1 time; :; end; i=$((i+1)); done`},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				run(b, interp.Options{Log: unheard}, c.script)
			}
		})
	}
}
