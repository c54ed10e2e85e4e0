package event_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"ftsh/interp"
	"ftsh/interp/event"
)

// The kinds have a name and a usual level.
func TestKinds(t *testing.T) {
	for i, c := range []struct {
		kind  event.Kind
		name  string
		level event.Level
	}{
		{event.BlockBegins, "block begins", 30},
		{event.AttemptBegins, "attempt begins", 30},
		{event.AttemptFailed, "attempt failed", 15},
		{event.Waiting, "waiting", 15},
		{event.BlockFailed, "block failed", 10},
		{event.CommandEnded, "command ended", 20},
		{event.ProcessStarted, "process started", 40},
		{event.ProcessEnded, "process ended", 40},
		{event.SignalSent, "signal sent", 40},
		{event.SignalArrived, "signal arrived", 40},
		{event.WaitingThrough, "waiting through", 30},
		{event.PassedThrough, "passed through", 30},
		{event.BreakerChanged, "breaker changed", 30},
		{event.BlockSkipped, "block skipped", 15},
		{event.CancellingImpaired, "cancelling impaired", 10},
		{event.AttemptDeferred, "attempt deferred", 15},
		{event.BatchSilent, "batch system silent", 10},
		{event.BatchAnswers, "batch system answers", 10},
		{event.ScriptFailed, "script failed", 10},
		{event.LeftEnded, "left processes ended", 15},
	} {
		if int(c.kind) != i+1 || c.kind.String() != c.name || c.kind.Level() != c.level {
			t.Errorf("kind %d: %d, %q at level %d", i+1, int(c.kind), c.kind, c.kind.Level())
		}
	}
	for _, none := range []event.Kind{0, 21} {
		if none.String() != "" || none.Level() != event.LevelNone {
			t.Errorf("kind %d: %q at level %d", none, none, none.Level())
		}
	}
}

// The levels have a name and a number.
func TestLevels(t *testing.T) {
	for _, c := range []struct {
		level  event.Level
		name   string
		number string
	}{
		{event.LevelNone, "silent", "0"},
		{event.LevelFailure, "failures", "10"},
		{event.LevelAttempt, "attempts", "15"},
		{event.LevelCommand, "commands", "20"},
		{event.LevelStructure, "blocks", "30"},
		{event.LevelProcess, "processes", "40"},
	} {
		named, err := event.ParseLevel(c.name)
		numbered, err2 := event.ParseLevel(c.number)
		if named != c.level || numbered != c.level || err != nil || err2 != nil || c.level.String() != c.name {
			t.Errorf("%s: %v, %v, %v, %v", c.level, named, err, numbered, err2)
		}
	}
	if s := event.Level(17).String(); s != "17" {
		t.Errorf("level 17 is %s", s)
	}
	const want = "expected silent, failures, attempts, commands, blocks, processes or a number " +
		"from 0 to 40, found "
	for _, wrong := range []string{"", "41", "-1", "loud"} {
		if _, err := event.ParseLevel(wrong); err == nil ||
			err.Error() != want+fmt.Sprintf("%q", wrong) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

// An event made by a program instead of a shell has a Stderr like any other writer.
func TestEventOfAProgram(t *testing.T) {
	var out bytes.Buffer
	e := event.Event{Kind: event.Waiting, Stderr: &out}
	if e.Untagged() != &out || e.Terminal() || e.Context() != context.Background() {
		t.Errorf("%v, %v, %v", e.Untagged(), e.Terminal(), e.Context())
	}
}

// A receiver prints the failures of blocks. It leaves out a failure that the script has reported in
// its own words, and does not wait longer than the block for its reader.
func ExampleEvent() {
	receive := func(e event.Event) {
		if e.Result.Reported || e.Result.GivenUp || e.Context().Err() != nil {
			return
		}
		fmt.Fprintf(e.Untagged(), "%s: %s %s after %d of %d attempts\n", e.Place, e.Block.Kind,
			e.Result.Reason, e.Block.Attempt, e.Block.Times)
		for _, f := range e.Result.Errors {
			fmt.Fprintf(e.Untagged(), "  %d times: %s\n", f.Count, f.Failure)
		}
	}
	sh, err := interp.New(interp.Options{
		Stderr: os.Stdout,
		Log:    interp.Log{Level: event.LevelFailure, Events: receive},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sh.Close()
	_, _ = sh.Run(context.Background(), "job", `
try 2 times every 0 s
	test -e /no/such/file
end
try 1 time
	false
catch
	echo "no luck" >&2
	failure
end`)
	// Output:
	// job:2:1: try times after 2 of 2 attempts
	//   2 times: job:3:2: test -e /no/such/file: exit status 1
	// no luck
}

// The text of a failure is the one in FTSH_ERROR.
func ExampleFailure() {
	fmt.Println(event.Failure{
		Place:  event.Place{Script: "backup", Line: 7, Col: 2},
		Source: "rsync -a $dir $host:", Status: 143, Cut: true, Killed: 30 * time.Second,
		Among: "host: a, c",
	})
	fmt.Println(event.Failure{Source: "jq .", Status: 5, Upstream: "curl $url: exit status 22"})
	fmt.Println(event.Failure{Source: "sbatch job", Status: 1,
		Known: "permanent: '*nvalid partition*'"})
	fmt.Println(event.Failure{Source: "align $sample", Status: 137, Reason: "oom"})
	fmt.Println(event.Failure{Status: 1})
	// Output:
	// backup:7:2: rsync -a $dir $host:: exit status 143 (signal 15) (time limit; SIGKILL after 30 seconds of grace) (host: a, c)
	// jq .: exit status 5 (before it in the pipeline: curl $url: exit status 22)
	// sbatch job: exit status 1 (permanent: '*nvalid partition*')
	// align $sample: exit status 137 (signal 9) (oom)
	// exit status 1
}

// A host shows the wait of a try at a terminal, and removes it when the wait is over.
func ExampleWait() {
	show := func(w event.Wait) (over func()) {
		fmt.Fprintf(w.Stderr, "attempt %d in %v", w.Attempt, w.Delay)
		return func() { fmt.Fprint(w.Stderr, ": now\n") }
	}
	over := show(event.Wait{Attempt: 2, Delay: time.Minute, Stderr: os.Stdout})
	over()
	// Output: attempt 2 in 1m0s: now
}
