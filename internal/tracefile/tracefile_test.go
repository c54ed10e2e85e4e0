package tracefile

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"ftsh/interp/event"
)

var when = time.Unix(1767323045, 678901234)

func at(ms int) time.Time { return when.Add(time.Duration(ms) * time.Millisecond) }

// What is written is read back.
func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace")
	w, err := Open(path, true)
	if err != nil {
		t.Fatal(err)
	}
	place := event.Place{Script: "dir/job", Line: 3, Col: 2}
	failure := event.Failure{Place: place, Source: "cp <a b", Status: 1}
	spans := []event.Span{
		{Kind: event.SpanShell, ID: 1, Parent: 99, Pid: 7, Begin: at(0), End: at(100),
			Trace: event.TraceID{1, 2}, Place: event.Place{Script: "dir/job"},
			Process: event.Process{Args: []string{"job", "a b"}}},
		{Kind: event.SpanBlock, ID: 2, Parent: 1, Pid: 7, Begin: at(1), End: at(90), Place: place,
			Block: event.Block{Kind: "try", ID: "x-1", Times: 3, Limit: time.Minute, Attempt: 2},
			Result: event.Result{Status: 1, Reason: "times", GivenUp: true, Omitted: 1,
				Errors: []event.FailedAttempts{{Count: 2, Attempts: []event.AttemptRange{{First: 1,
					Last: 2}}, Words: []string{"w"}, Deferred: true, Failure: failure}}}},
		{Kind: event.SpanAttempt, ID: 3, Parent: 2, Pid: 7, Begin: at(2), End: at(50), Place: place,
			Block: event.Block{Kind: "try", ID: "x-1", Times: 3, Limit: time.Minute, Attempt: 1,
				Word: "w"}, Outcome: event.Failed,
			Result: event.Result{Status: 1, Output: "last\nline"}},
		{Kind: event.SpanProcess, ID: 4, Parent: 3, Pid: 8, Begin: at(3), End: at(49), Place: place,
			Process: event.Process{Pid: 8, Args: []string{"/bin/cp"}},
			Usage: event.Usage{User: 2 * time.Millisecond, System: time.Microsecond,
				MaxRSS: 1 << 20}},
		{Kind: event.SpanDelay, ID: 5, Parent: 2, Pid: 7, Begin: at(51), End: at(60), Place: place,
			Block: event.Block{Kind: "try", ID: "x-1", Attempt: 2}, Delay: 9 * time.Millisecond},
		{Kind: event.SpanQueue, ID: 6, Parent: 2, Pid: 7, Begin: at(61), End: at(62), Place: place,
			Block:   event.Block{Kind: "try", ID: "x-1", Attempt: 2},
			Through: event.Through{Name: "gate", For: "a slot"}},
		{Kind: event.SpanCommand, ID: 7, Parent: 2, Pid: 7, Begin: at(63), End: at(64), Place: place,
			Process: event.Process{Source: "cp <a b", Args: []string{"cp", "b"}}},
	}
	for _, s := range spans {
		begun := s
		begun.End, begun.Result, begun.Outcome, begun.Usage = time.Time{}, event.Result{}, "",
			event.Usage{}
		w.Span(begun)
	}
	for i := len(spans) - 1; i >= 0; i-- {
		w.Span(spans[i])
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	w.Span(spans[0]) // dropped
	run := read(t, path)
	if len(run.Roots) != 1 || run.Torn != 0 || !run.Begin.Equal(at(0)) || !run.End.Equal(at(100)) {
		t.Fatalf("%+v", run)
	}
	var all []*Node
	var walk func(n *Node)
	walk = func(n *Node) {
		all = append(all, n)
		for _, c := range n.Children {
			if c.Up != n {
				t.Errorf("%v is not the parent of %v", n.ID, c.ID)
			}
			walk(c)
		}
	}
	walk(run.Roots[0])
	if len(all) != len(spans) {
		t.Fatalf("%d spans", len(all))
	}
	for i, n := range all {
		got, want := n.Span, spans[i]
		want.Result.Errors = nil
		if i > 0 {
			want.Trace = event.TraceID{}
		}
		if !got.Begin.Equal(want.Begin) || !got.End.Equal(want.End) {
			t.Errorf("%v: %v to %v", n.ID, got.Begin, got.End)
		}
		got.Begin, got.End, want.Begin, want.End = time.Time{}, time.Time{}, time.Time{}, time.Time{}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%+v\nwant %+v", got, want)
		}
	}
	if want := []Error{{Text: "dir/job:3:2: cp <a b: exit status 1", Count: 2,
		Attempts: [][2]int{{1, 2}}, Words: []string{"w"}, Deferred: true}}; !reflect.DeepEqual(
		all[1].Errors, want) {
		t.Errorf("%+v", all[1].Errors)
	}
}

func read(t *testing.T, path string) *Run {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	run, err := Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// Writers of one file, as nested shells are, do not mix their lines, and the file is Chrome's: with
// the end of the array it is JSON, and in each thread the events are nested.
func TestParallel(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace")
	var wg sync.WaitGroup
	for p := 1; p <= 4; p++ {
		w, err := Open(path, p == 1)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close() //nolint:errcheck // the file is read
		root := event.SpanID(p << 32)
		w.Span(event.Span{Kind: event.SpanShell, ID: root, Pid: p, Begin: at(0),
			Place: event.Place{Script: "s"}})
		for b := 1; b <= 3; b++ {
			wg.Go(func() {
				for i := range 50 {
					s := event.Span{Kind: event.SpanCommand, ID: root + event.SpanID(b*1000+i),
						Parent: root, Pid: p, Begin: at(i), Process: event.Process{
							Source: strings.Repeat("x", 3000)}}
					w.Span(s)
					s.End = at(i + 1)
					w.Span(s)
				}
			})
		}
	}
	wg.Wait()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var events []line
	if err := json.Unmarshal([]byte(strings.TrimSuffix(string(text), ",\n")+"]"), &events); err != nil {
		t.Fatal(err)
	}
	if len(events) != 4*(2+3*50*2) {
		t.Errorf("%d events", len(events))
	}
	open := map[[2]int][]string{}
	for _, e := range events {
		k := [2]int{e.Pid, e.Tid}
		switch n := len(open[k]); {
		case e.Phase == "B":
			open[k] = append(open[k], e.Args.ID)
		case e.Phase == "E" && (n == 0 || open[k][n-1] != e.Args.ID):
			t.Fatalf("%+v ends in a thread with %q", e, open[k])
		case e.Phase == "E":
			open[k] = open[k][:n-1]
		}
	}
	if run := read(t, path); len(run.Roots) != 4 || len(run.Roots[3].Children) != 150 {
		t.Errorf("%d roots", len(run.Roots))
	}
}

// A nested shell is a child of its process, whichever line is the first. A shell that became another
// program has no end. What a killed shell had not written is not missed.
func TestNestedAndKilled(t *testing.T) {
	const text = `[
{"name":"process_name","ph":"M","pid":1,"tid":0,"ts":0.000,"args":{"name":"ftsh a (1)"}},
{"ph":"B","pid":1,"tid":1,"ts":1000.000,"args":{"kind":"shell","id":"01","script":"a"}},
{"ph":"B","pid":2,"tid":2,"ts":1500.500,"args":{"kind":"shell","id":"03","parent":"01","script":"b"}},
{"ph":"B","pid":2,"tid":2,"ts":1400.5,"args":{"kind":"process","id":"02","parent":"01","process":2}},
{"ph":"B","pid":2,"tid":2,"ts":1600,"args":{"kind":"command","id":"04","parent":"03","source":"exec c"}},
{"ph":"B","pid":2,"tid":2,"ts":1601,"args":{"kind":"process","id":"05","parent":"04","process":2}},
{"ph":"E","pid":2,"tid":2,"ts":1700,"args":{"id":"02","status":3}},
{"ph":"E","pid":2,"tid":2,"ts":1700,"args":{"id":"77"}},
{"ph":"B","pid":9,"tid":9,"ts":1650,"args":{"kind":"block","id":"0a","parent":"0b"}},
{"ph":"B","pid":9,"tid":9,"ts":1650,"args":{"kind":"block","id":"0b","parent":"0a"}},
{"ph":"B","pid":9,"tid":9,"ts":1650,"args":{"kind":"block","id":"0c","parent":"0c"}},
{"ph":"X"},
{"ph":"B","pid":1,"tid`
	run, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	var walk func(n *Node, depth string)
	walk = func(n *Node, depth string) {
		s := depth + n.Kind.String() + " " + n.ID.String()[14:]
		if n.Replaced {
			s += " replaced"
		}
		got = append(got, s)
		for _, c := range n.Children {
			walk(c, depth+"-")
		}
	}
	for _, n := range run.Roots {
		walk(n, "")
	}
	want := []string{"shell 01", "-process 02", "--shell 03 replaced", "---command 04 replaced",
		"----process 05", "block 0b", "-block 0a", "block 0c"}
	if !reflect.DeepEqual(got, want) || run.Torn != 2 {
		t.Errorf("%q, %d torn", got, run.Torn)
	}
	killed := run.Roots[0]
	if last := killed.Last(run); killed.Ended() || !last.Equal(time.Unix(0, 1700000)) {
		t.Errorf("%v", last)
	}
	if p := killed.Children[0]; p.Result.Status != 3 || !p.Last(run).Equal(p.End) ||
		p.Begin.UnixNano() != 1400500 {
		t.Errorf("%+v", p)
	}
}

func TestNoTrace(t *testing.T) {
	for _, text := range []string{"", "[\n", "[]", "no\ntrace\n", `{"ph":"B","ts":"x"}`} {
		if run, err := Read(strings.NewReader(text)); !errors.Is(err, ErrNoTrace) {
			t.Errorf("%q: %v, %v", text, run, err)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none", "trace"), true); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`{"ph":"B","pid":1,"tid":1,"ts":1.5,"args":{"kind":"shell","id":"1","parent":"1"}},` + "\n")
	f.Add(`{"ph":"E","ts":99999999999999999999.1,"args":{"id":"1"}}`)
	f.Fuzz(func(t *testing.T, text string) {
		run, err := Read(strings.NewReader(text))
		if (run == nil) == (err == nil) {
			t.Errorf("%v, %v", run, err)
		}
	})
}
