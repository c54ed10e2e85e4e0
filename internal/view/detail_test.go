package view

import (
	"strings"
	"testing"
	"time"

	"ftsh/interp/event"
)

// find returns the first row with a label.
func find(t *testing.T, v *View, label string) *Row {
	t.Helper()
	var found *Row
	for _, r := range v.Rows {
		r.each(func(r *Row) {
			if found == nil && r.Label == label {
				found = r
			}
		})
	}
	if found == nil {
		t.Fatalf("no row %s", label)
	}
	return found
}

func TestDetails(t *testing.T) {
	v := Of(mirrors().run(t), false)
	for label, want := range map[string]string{
		"job": `Where the time went: 70 %	7 s	delays of the try in line 3
10 %	998 ms	curl in line 4, cut by a time limit
10 %	979 ms	curl in line 4, failing
5 %	500 ms	waiting for slot of "api" in line 3
5 %	479 ms	curl in line 4
Result: succeeded
Script: dir/job
Shell: process 100
`,
		"try for 9 s": `Result: succeeded
Place: dir/job:3:1
Limit: 9 s
Attempts: 3, together 2.48 s
Delays: together 7 s
Queues: together 500 ms
`,
		"attempt 2": `Result: time limit, exit status 124
Place: dir/job:3:1
Waited: 3 s of delay, after attempt 1 failed
Error: dir/job:4:1: curl -f "$url": exit status 124 (time limit)
Output: last <b>words</b>␛[31m
of it
`,
		"attempt 3": `Result: succeeded
Place: dir/job:3:1
Waited: 4 s of delay, after attempt 2 failed
Waited: 500 ms for slot of "api"
`,
		`curl -f "$url"`: `Result: failed, exit status 22
Place: dir/job:4:1
Text: curl -f "$url"
Process: 201 curl
Processor: 20 ms user, 0 s system
Memory: 7.2 MB at most
`,
	} {
		var b strings.Builder
		for _, d := range v.Details(find(t, v, label)) {
			b.WriteString(d.Name + ": " + d.Text + "\n")
		}
		if got := b.String(); got != want {
			t.Errorf("%s:\ngot\n%swant\n%s", label, got, want)
		}
	}
}

// Of branches that ran side by side the slow one took the time; the others took none.
func TestCriticalPath(t *testing.T) {
	tr := &trace{}
	sh := tr.add(event.SpanShell, 0, 0, 0, 1000)
	tr.add(event.SpanCommand, sh, 1, 0, 100, source("first"))
	b := tr.add(event.SpanBlock, sh, 2, 100, 900, block("forall", 2, 0, 0, ""))
	for i, c := range []struct {
		end  float64
		line int
	}{{400, 3}, {900, 4}} {
		a := tr.add(event.SpanAttempt, b, 2, 100, c.end, attempt(i+1, event.Succeeded),
			func(s *event.Span) { s.Block.Kind, s.Block.Word = "forall", "w" })
		tr.add(event.SpanCommand, a, c.line, 100, c.end, source("cp"))
	}
	tr.add(event.SpanCommand, sh, 5, 900, 950, source("last"))
	v := Of(tr.run(t), false)
	var got []string
	for _, c := range v.costs() {
		got = append(got, short(c.sum)+" "+c.share(v.script()))
	}
	const want = "800 ms cp in line 4|100 ms first in line 1|50 ms the shell itself|50 ms last in line 5"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("got %s, want %s", s, want)
	}
	if want := "job succeeded after 1 s: 800 ms of it was spent in cp (line 4)."; v.Sentence != want {
		t.Error(v.Sentence)
	}
}

// The failed command in a function is marked with the function's call.
func TestFailureInFunction(t *testing.T) {
	tr := &trace{}
	sh := tr.add(event.SpanShell, 0, 0, 0, 100)
	b := tr.add(event.SpanBlock, sh, 1, 0, 100, block("try", 1, 1, 0, "times"), failing(9, "cp", 1, false))
	a := tr.add(event.SpanAttempt, b, 1, 0, 100, attempt(1, event.Failed), failing(9, "cp", 1, false))
	tr.add(event.SpanCommand, a, 2, 0, 10, source("test -e x"), status(1))
	f := tr.add(event.SpanCommand, a, 3, 10, 90, source("copy"), status(1))
	tr.add(event.SpanCommand, f, 9, 10, 80, source("cp"), status(1))
	v := Of(tr.run(t), false)
	for label, want := range map[string]State{"test -e x": Odd, "copy": Failed, "cp": Failed} {
		if s := find(t, v, label).State; s != want {
			t.Errorf("%s: %v, want %v", label, s, want)
		}
	}
}

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"plain": "plain", "é∞": "é∞", "a\nb\tc": "a⏎b␉c", "\x1b[31m\x7f": "␛[31m␡",
		"\u202eabc": "\ufffdabc", "\u0085\u009b": "\ufffd\ufffd", "\xff": "\ufffd",
	} {
		if got := visible(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := visibleLines("a\nb\tc\r"); got != "a\nb\tc␍" {
		t.Errorf("lines: %q", got)
	}
}

func TestShort(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 s", 1: "1 µs", 1500 * time.Nanosecond: "2 µs", 999499: "999 µs", 999500: "1 ms",
		12345 * time.Millisecond: "12.3 s", 90 * time.Second: "1 min 30 s", 2 * time.Hour: "2 h",
	} {
		if got := short(d); got != want {
			t.Errorf("%d: %s, want %s", d, got, want)
		}
	}
}
