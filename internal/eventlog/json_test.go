package eventlog

import (
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"ftsh/interp/event"
)

func TestJSON(t *testing.T) {
	at := event.Place{Script: "s\x1b", Line: 2, Col: 3}
	failure := event.Failure{Place: at, Source: `cp "$a"`, Status: 124, Cut: true}
	for _, c := range []struct {
		e    event.Event
		want string
	}{
		{event.Event{Kind: event.BlockFailed, Level: 10, Place: at,
			Block: event.Block{Kind: "try", ID: "x-1", Times: 3, Limit: time.Minute, Attempt: 3},
			Result: event.Result{Status: 124, Reason: "deadline", Omitted: 2,
				Errors: []event.FailedAttempts{{Attempts: []event.AttemptRange{{First: 1, Last: 3}},
					Count: 3, Failure: failure}}},
			Elapsed: 1500 * time.Millisecond},
			`{"level": "failures", "msg": "block failed", "script": "s\u001b", "line": 2, "col": 3, "block": "try", "id": "x-1", "times": 3, "limit": 60, "attempt": 3,
			"status": 124, "reason": "deadline", "elapsed": 1.5, "omitted": 2, "errors": [{"script": "s\u001b", "line": 2, "col": 3, "attempts": [[1, 3]], "count": 3,
			"source": "cp \"$a\"", "status": 124, "cut": true, "text": "s\u001b:2:3: cp \"$a\": exit status 124 (time limit)"}]}`},
		{event.Event{Kind: event.Waiting, Level: 15, Place: at,
			Block: event.Block{Kind: "try", ID: "x-1", Attempt: 2},
			Delay: 250 * time.Millisecond},
			`{"level": "attempts", "msg": "waiting", "script": "s\u001b", "line": 2, "col": 3, ` +
				`"block": "try", "id": "x-1", "attempt": 2, "delay": 0.25}`},
		{event.Event{Kind: event.AttemptDeferred, Level: 15, Place: at,
			Block: event.Block{Kind: "try", ID: "x-1", Attempt: 2},
			Result: event.Result{Status: 124,
				Errors: []event.FailedAttempts{{Count: 1, Deferred: true, Failure: failure}}},
			Elapsed: 250 * time.Millisecond},
			`{"level": "attempts", "msg": "attempt deferred", "script": "s\u001b", "line": 2, "col": 3, "block": "try", "id": "x-1", "attempt": 2, "status": 124, "elapsed": 0.25,
			"errors": [{"script": "s\u001b", "line": 2, "col": 3, "count": 1, "deferred": true, "source": "cp \"$a\"", "status": 124, "cut": true, "text": "s\u001b:2:3: cp \"$a\": exit status 124 (time limit)"}]}`},
		{event.Event{Kind: event.CommandEnded, Level: 20, Place: at,
			Process: event.Process{Args: []string{"a b", "c\n"}}},
			`{"level": "commands", "msg": "command ended", "script": "s\u001b", "line": 2, ` +
				`"col": 3, "args": ["a b", "c\n"], "status": 0}`},
		{event.Event{Kind: event.LeftEnded, Level: 15, Place: event.Place{Script: "s"},
			Block: event.Block{Kind: "try", Attempt: 2}, Result: event.Result{Killed: time.Second,
				Left: []event.Process{{Pid: 7, Args: []string{"sleep"}}}}},
			`{"level": "attempts", "msg": "left processes ended", "script": "s", "block": "try", ` +
				`"attempt": 2, "left": [{"process": 7, "args": ["sleep"]}], "killed_after": 1}`},
		{event.Event{Kind: event.SignalSent, Level: 40, Place: event.Place{Script: "s"},
			Process: event.Process{Pid: 7, Signal: syscall.SIGTERM}, Err: errors.New("no")},
			`{"level": "processes", "msg": "signal sent", "script": "s", "process": 7, "signal": ` +
				`"SIGTERM", "error": "no"}`},
	} {
		c.e.Time = when
		line := string(object(&c.e))
		if strings.Count(line, "\n") != 1 || !strings.HasSuffix(line, "\n") {
			t.Errorf("%q is no line", line)
		}
		var got, want map[string]any
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(c.want), &want); err != nil {
			t.Fatal(err)
		}
		if got["time"] != "2026-01-02T03:04:05.678Z" || got["pid"] != float64(os.Getpid()) {
			t.Errorf("time %v, pid %v", got["time"], got["pid"])
		}
		delete(got, "time")
		delete(got, "pid")
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s\nwant %s", line, c.want)
		}
	}
}

// Both forms of a record on one line.
func TestBoth(t *testing.T) {
	e := event.Event{Kind: event.Waiting, Level: 15, Time: when, Place: event.Place{Script: "s<",
		Line: 2}, Block: event.Block{Kind: "try", ID: "x", Attempt: 2}, Delay: time.Second}
	line := string(Both(&e))
	if strings.Count(line, "\n") != 1 || !strings.HasSuffix(line, "}\n") {
		t.Errorf("%q is no line", line)
	}
	var got struct{ Msg, Record string }
	if err := json.Unmarshal([]byte(line), &got); err != nil {
		t.Fatal(err)
	}
	if got.Msg != "waiting" || got.Record != string(dated(&e)) ||
		!strings.HasSuffix(got.Record, " s<:2 try: waiting 1 second before attempt 2\n") {
		t.Errorf("%+v", got)
	}
}

func TestStatusLine(t *testing.T) {
	w := event.Wait{Attempt: 3, Times: 5, Delay: 12 * time.Second, Left: 90 * time.Second,
		Columns: 200, Failure: event.Failure{Source: "cp\x1b", Status: 1}}
	for _, c := range []struct {
		passed  time.Duration
		columns int
		want    string
	}{
		{0, 200, `attempt 3 of 5 in 12 seconds, 1 minute 30 seconds left; cp\x1b: exit status 1`},
		{1500 * time.Millisecond, 200,
			`attempt 3 of 5 in 11 seconds, 1 minute 29 seconds left; cp\x1b: exit status 1`},
		{20 * time.Second, 31, `attempt 3 of 5 in 0 seconds, …`},
	} {
		w.Columns = c.columns
		if got := status(w, c.passed); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	w.Columns, w.Keys = 200, true
	const want = `attempt 3 of 5 in 12 seconds, 1 minute 30 seconds left (r: now, q: give up); ` +
		`cp\x1b: exit status 1`
	if got := status(w, 0); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	w = event.Wait{Attempt: 1, Left: time.Minute, Columns: 200, Holder: 7,
		Through: event.Through{Name: "lo\nck", For: "a slot"}}
	if got := status(w, time.Second); got != `attempt 1 waits for lo\nck (a slot, held by `+
		`process 7), 59 seconds left` {
		t.Errorf("%q", got)
	}
}
