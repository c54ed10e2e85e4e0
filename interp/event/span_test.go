package event_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"ftsh/interp"
	"ftsh/interp/event"
)

// The kinds of spans have a name, by which they are found.
func TestSpanKinds(t *testing.T) {
	for i, name := range []string{"shell", "block", "attempt", "sense", "check", "catch", "delay",
		"queue", "command", "process"} {
		k := event.SpanKind(i + 1)
		if k.String() != name || event.ParseSpanKind(name) != k {
			t.Errorf("%s: %d is %s", name, event.ParseSpanKind(name), k)
		}
	}
	if k := event.ParseSpanKind(""); k != 0 || k.String() != "" || event.SpanKind(11).String() != "" {
		t.Errorf("%d is a kind", k)
	}
	if event.SpanShell != 1 || event.SpanBlock != 2 || event.SpanAttempt != 3 ||
		event.SpanSense != 4 || event.SpanCheck != 5 || event.SpanCatch != 6 ||
		event.SpanDelay != 7 || event.SpanQueue != 8 || event.SpanCommand != 9 ||
		event.SpanProcess != 10 {
		t.Error("a kind has another name")
	}
}

// Values of TRACEPARENT are read as W3C Trace Context, level 1, section 3.2, has them.
func TestParseTraceParent(t *testing.T) {
	const good = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	p, ok := event.ParseTraceParent(good)
	if !ok || p.String() != good || p.Span != 0x00f067aa0ba902b7 {
		t.Errorf("%v, %v", p, ok)
	}
	if q, ok := event.ParseTraceParent("cc" + good[2:53] + "00-later"); !ok || q != p {
		t.Errorf("of a later version: %v, %v", q, ok)
	}
	for _, wrong := range []string{
		"", good[:54], good + "-x", good + "0", "ff" + good[2:], "0g" + good[2:],
		"00-00000000000000000000000000000000-00f067aa0ba902b7-01",
		"00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
		"00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
		"00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
	} {
		if p, ok := event.ParseTraceParent(wrong); ok || p != (event.TraceParent{}) {
			t.Errorf("%q: %v, %v", wrong, p, ok)
		}
	}
}

// A receiver prints what has ended: how often it was tried, and what it cost.
func ExampleSpan() {
	receive := func(s event.Span) {
		switch {
		case !s.Ended() || s.End.Before(s.Begin):
		case s.Kind == event.SpanAttempt:
			fmt.Println(s.Place, "attempt", s.Block.Attempt, s.Outcome)
		case s.Kind == event.SpanDelay:
			fmt.Println(s.Place, "delay", s.Delay > 0)
		case s.Kind == event.SpanBlock:
			fmt.Println(s.Place, s.Block.Kind, "ended with", s.Result.Status)
		}
	}
	sh, err := interp.New(interp.Options{Log: interp.Log{Spans: receive}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sh.Close()
	_, _ = sh.Run(context.Background(), "job", `
try 3 times every 10 ms
	test "$FTSH_ATTEMPT" = 2
end`)
	// Output:
	// job:2:1 attempt 1 failed
	// job:2:1 delay true
	// job:2:1 attempt 2 succeeded
	// job:2:1 try ended with 0
}

// The outcomes of attempts and lists, as a receiver gets them.
func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		script string
		want   string
	}{
		{"try 2 times every 0 s\nfalse\ncheck\ntest $FTSH_ATTEMPT = 2\nend",
			"attempt failed 1, check failed 1, attempt failed 1, check succeeded 0"},
		{"n=0\ntry for 1 minute every 0 s\n:\nsense\nn=$((n+1)); test $n = 2\nend",
			"sense deferred 1, sense succeeded 0, attempt succeeded 0"},
		{"try 1 time timeout 20 ms\nwhile :; do :; done\ncatch\n:\nend",
			"attempt time limit 124, catch  0"},
		{"try 1 time\nabort 3\ncatch\nfalse\nend", "attempt permanent 3, catch  1"},
		{"while :; do try 1 time\nbreak\nend; done", "attempt left 0"},
		{"try for 20 ms\ntry 1 time\nwhile :; do :; done\nend\nend",
			"attempt cancelled 124, attempt time limit 124"},
	} {
		var got []string
		sh, err := interp.New(interp.Options{Log: interp.Log{Spans: func(s event.Span) {
			switch s.Kind {
			case event.SpanAttempt, event.SpanSense, event.SpanCheck, event.SpanCatch:
				if s.Ended() {
					got = append(got, fmt.Sprintf("%s %s %d", s.Kind, s.Outcome, s.Result.Status))
				}
			}
		}}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err = sh.Run(context.Background(), "job", c.script); err != nil {
			t.Errorf("%q: %v", c.script, err)
		}
		if err := sh.Close(); err != nil {
			t.Error(err)
		}
		if all := strings.Join(got, ", "); all != c.want {
			t.Errorf("%q: %s, want %s", c.script, all, c.want)
		}
	}
	for o, name := range map[event.Outcome]string{event.Succeeded: "succeeded", event.Failed: "failed",
		event.Permanent: "permanent", event.TimeLimit: "time limit", event.Cancelled: "cancelled",
		event.Left: "left", event.Deferred: "deferred"} {
		if string(o) != name {
			t.Errorf("%s is %s", name, o)
		}
	}
}

// The span of a process has what the process used. All spans of a shell are of one trace, whose
// position the commands find in TRACEPARENT.
func TestTraceOfAProgram(t *testing.T) {
	const from = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	var spans []event.Span
	var out bytes.Buffer
	sh, err := interp.New(interp.Options{Env: []string{"TRACEPARENT=" + from, "PATH=/bin:/usr/bin"},
		Stdout: &out, Log: interp.Log{Spans: func(s interp.Span) { spans = append(spans, s) }}})
	if err != nil {
		t.Fatal(err)
	}
	_, _ = sh.Run(context.Background(), "job", "try 1 time timeout 1 minute\nsh -c 'echo $TRACEPARENT; i=0; "+
		"while [ $i -lt 50000 ]; do i=$((i+1)); done'\nend")
	if err := sh.Close(); err != nil {
		t.Fatal(err)
	}
	p, _ := event.ParseTraceParent(from)
	parent := map[event.SpanKind]event.Span{}
	var processes int
	for _, s := range spans {
		if s.Trace != p.Trace || s.ID == 0 {
			t.Errorf("%+v is of another trace", s)
		}
		if !s.Ended() {
			parent[s.Kind] = s
		}
		if s.Kind == event.SpanProcess && s.Ended() {
			processes++
			if u := s.Usage; u.User+u.System <= 0 || u.MaxRSS < 1<<16 || s.Process.Args[0] != "sh" ||
				len(s.Process.Args) != 1 || s.Process.Background || s.Pid != s.Process.Pid {
				t.Errorf("%+v", s)
			}
		}
	}
	if d := parent[event.SpanAttempt].Block.Timeout; d != time.Minute {
		t.Errorf("a timeout of %v", d)
	}
	if s := parent[event.SpanShell]; s.Parent != p.Span || processes != 1 {
		t.Errorf("%+v, %d processes", s, processes)
	}
	for _, k := range [][2]event.SpanKind{{event.SpanShell, event.SpanBlock}, {event.SpanBlock,
		event.SpanAttempt}, {event.SpanAttempt, event.SpanCommand}, {event.SpanCommand,
		event.SpanProcess}} {
		if parent[k[0]].ID != parent[k[1]].Parent {
			t.Errorf("the parent of the %s is not the %s", k[1], k[0])
		}
	}
	if want := (event.TraceParent{Trace: p.Trace, Span: parent[event.SpanAttempt].ID}).String(); out.
		String() != want+"\n" {
		t.Errorf("TRACEPARENT=%s, want %s", out.String(), want)
	}
	var zero event.Usage
	if zero.User != 0 || zero.System != 0 || (event.TraceID{}).String() !=
		"00000000000000000000000000000000" || event.SpanID(255).String() != "00000000000000ff" {
		t.Error("zero values")
	}
}

// The wait for a slot that another process holds is a span.
func TestQueue(t *testing.T) {
	dir := t.TempDir()
	var queues []event.Span
	sh, err := interp.New(interp.Options{Env: []string{"FTSH_STATE_DIR=" + dir}, Log: interp.Log{
		Spans: func(s event.Span) {
			if s.Kind == event.SpanQueue {
				queues = append(queues, s)
			}
		}}})
	if err != nil {
		t.Fatal(err)
	}
	_, _ = sh.Run(context.Background(), "job", `
try 1 time through gate jobs 1
	(
		unset FTSH_THROUGH
		try for 50 ms through gate jobs 1
			:
		catch
			:
		end
	)
end`)
	if err := sh.Close(); err != nil {
		t.Fatal(err)
	}
	if len(queues) != 2 || queues[0].Through != (event.Through{Name: "gate", For: "a slot"}) ||
		!queues[1].Ended() || queues[1].Begin != queues[0].Begin {
		t.Errorf("%+v", queues)
	}
}
