package view

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"ftsh/interp/event"
)

const mirrorsSentence = "job succeeded after 10 s: 7 s of it were delays of the try in line 3, whose " +
	"attempts 1 and 2 failed, the last one with curl: time limit."

// hostile is a run whose words are markup, controls and turned text.
func hostile() *trace {
	tr := &trace{}
	bad := "x </script><script>pwned=1</script><img src=/x onerror=pwned=1> \x1b[31m\u202etxt\a"
	sh := tr.add(event.SpanShell, 0, 0, 0, 100, func(s *event.Span) {
		s.Place.Script, s.Process.Args = "dir/"+strings.ReplaceAll(bad, "/", "\\"), []string{"x", bad}
	})
	b := tr.add(event.SpanBlock, sh, 1, 1, 99, block("forany", 1, 1, 0, "times"), status(1))
	a := tr.add(event.SpanAttempt, b, 1, 2, 98, attempt(1, event.Failed), failing(2, bad, 1, false),
		func(s *event.Span) { s.Block.Word, s.Result.Output = bad, bad+"\n"+bad })
	tr.add(event.SpanCommand, a, 2, 3, 97, source(bad), status(1),
		func(s *event.Span) { s.Process.Args = []string{bad} })
	tr.add(event.SpanQueue, b, 2, 98, 99, attempt(2, ""), through(bad, bad))
	return tr
}

// large is a run of so many spans: failed attempts of a try, with a command each and a delay
// between.
func large(spans int) *trace {
	tr := &trace{}
	n := spans / 3
	sh := tr.add(event.SpanShell, 0, 0, 0, float64(n)*10+10)
	b := tr.add(event.SpanBlock, sh, 1, 0, float64(n)*10+5, block("try", n, n, 0, "times"), status(1))
	for i := range n {
		at := float64(i) * 10
		a := tr.add(event.SpanAttempt, b, 1, at, at+1, attempt(i+1, event.Failed),
			failing(2, fmt.Sprintf("false %d", i%100/50), 1, false))
		tr.add(event.SpanCommand, a, 2, at, at+1, source("false"), status(1))
		tr.add(event.SpanDelay, b, 1, at+1, at+10, attempt(i+2, ""), delay(9*time.Millisecond))
	}
	return tr
}

// lines returns the tree of the open rows, a line each.
func lines(v *View) string {
	var b strings.Builder
	var walk func(r *Row, depth int)
	walk = func(r *Row, depth int) {
		fmt.Fprintf(&b, "%s%s (%s)", strings.Repeat(" ", depth), r.Label, r.State)
		for _, w := range r.Waits {
			fmt.Fprintf(&b, " [%s %s]", w.Node.Kind, short(w.End-w.Begin))
		}
		if r.Note != "" {
			b.WriteString(" note: " + r.Note)
		}
		if r.Error != "" {
			b.WriteString(" error: " + r.Error)
		}
		if len(r.Children) > 0 && !r.Open {
			fmt.Fprintf(&b, " +%d\n", len(r.Children))
			return
		}
		b.WriteString("\n")
		for _, c := range r.Children {
			walk(c, depth+1)
		}
	}
	for _, r := range v.Rows {
		walk(r, 0)
	}
	return b.String()
}

// The waits of a try belong to the attempt after them, and a command and its process are one row.
func TestRows(t *testing.T) {
	v := Of(mirrors().run(t), false)
	const want = `job (succeeded)
 try for 9 s (succeeded) note: 3 attempts
  attempt 1 (failed) error: curl: exit status 22 +1
  attempt 2 (time limit) [delay 3 s] note: time limit error: curl: time limit +1
  attempt 3 (succeeded) [delay 4 s] [queue 500 ms] +1
`
	if got := lines(v); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if v.Spans != 12 {
		t.Errorf("%d spans", v.Spans)
	}
	if v.Sentence != mirrorsSentence {
		t.Error(v.Sentence)
	}
}

// Equal failed attempts are one row, however many there are.
func TestFold(t *testing.T) {
	tr := &trace{}
	sh := tr.add(event.SpanShell, 0, 0, 0, 4100, status(1))
	b := tr.add(event.SpanBlock, sh, 1, 0, 4005, block("try", 400, 400, 0, "times"), failing(3, "false", 1, false))
	for i := range 400 {
		at, src := float64(i)*10, "false"
		if i < 3 {
			src = fmt.Sprintf("cp %d", i)
		}
		a := tr.add(event.SpanAttempt, b, 1, at, at+1, attempt(i+1, event.Failed), failing(3, src, 1, false))
		tr.add(event.SpanCommand, a, 3, at, at+1, source(src), status(1))
		if i < 399 {
			tr.add(event.SpanDelay, b, 1, at+1, at+10, attempt(i+2, ""))
		}
	}
	const want = `job (failed) note: exit status 1
 try 400 times (failed) note: 400 attempts, all failed error: false: exit status 1
  attempt 1 (failed) error: cp: exit status 1 +1
  attempt 2 (failed) [delay 9 ms] error: cp: exit status 1 +1
  attempt 3 (failed) [delay 9 ms] error: cp: exit status 1 +1
  attempts 4–400 (failed) note: failed the same way error: false: exit status 1 +397
`
	v := Of(tr.run(t), false)
	if got := lines(v); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if want := "job failed after 4.1 s with exit status 1: all 400 attempts of the try in line 1 failed, " +
		"the last one with false: exit status 1; 3.59 s of it were delays of the try in line 1."; v.Sentence != want {
		t.Error(v.Sentence)
	}
	var text bytes.Buffer
	if err := v.Text(&text, Terminal{Width: 80}); err != nil || strings.Count(text.String(), "\n") > 30 {
		t.Errorf("%v\n%s", err, text.String())
	}
	if n := strings.Count(lines(Of(tr.run(t), true)), "\n"); n != 802 {
		t.Errorf("all: %d rows", n)
	}
}

// Attempts that fail in two ways in turn are folded in pieces.
func TestFoldInPieces(t *testing.T) {
	tr := &trace{}
	sh := tr.add(event.SpanShell, 0, 0, 0, 4100, status(1))
	b := tr.add(event.SpanBlock, sh, 1, 0, 4005, block("try", 400, 400, 0, "times"),
		failing(3, "false", 1, false))
	for i := range 400 {
		at, src := float64(i)*10, "false"
		if i%2 == 0 {
			src = "cp a b"
		}
		tr.add(event.SpanAttempt, b, 1, at, at+9, attempt(i+1, event.Failed), failing(3, src, 1, false))
	}
	got := lines(Of(tr.run(t), false))
	if n := strings.Count(got, "\n"); n != 42 || !strings.Contains(got, "\n  attempts 11–20 (failed) "+
		"note: 10 failed, in 2 ways error: false: exit status 1 +10\n") {
		t.Errorf("%d rows:\n%s", n, got)
	}
}

// A long step is never folded with others.
func TestFoldKeepsWhatTookLong(t *testing.T) {
	tr := &trace{}
	sh := tr.add(event.SpanShell, 0, 0, 0, 1000)
	for i := range 12 {
		tr.add(event.SpanCommand, sh, i+1, float64(i), float64(i)+.5, source("true"))
	}
	tr.add(event.SpanCommand, sh, 13, 20, 980, source("sleep 1"))
	for i := range 3 {
		tr.add(event.SpanCommand, sh, 14+i, 981+float64(i), 981.5+float64(i), source(fmt.Sprint("echo ", i)))
	}
	v := Of(tr.run(t), false)
	const want = `job (succeeded)
 12 commands: true … true (succeeded) +12
 sleep 1 (succeeded)
 3 commands: echo 0 … echo 2 (succeeded) +3
`
	if got := lines(v); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if v.Sentence != "job succeeded after 1 s: nearly all of it was spent in sleep (line 13)." {
		t.Error(v.Sentence)
	}
}

// A killed run has no ends.
func TestCutOff(t *testing.T) {
	tr := &trace{}
	sh := tr.add(event.SpanShell, 0, 0, 0, -1)
	b := tr.add(event.SpanBlock, sh, 2, 1, -1, block("try", 0, 0, 0, ""))
	a := tr.add(event.SpanAttempt, b, 2, 2, -1, attempt(1, ""),
		func(s *event.Span) { s.Block.Limit = 80 * time.Millisecond })
	tr.add(event.SpanCommand, a, 3, 3, 50, source("true"))
	c := tr.add(event.SpanCommand, a, 4, 60, -1, source("sleep 9"))
	tr.add(event.SpanProcess, c, 4, 100, -1, process(300, "sleep"))
	v := Of(tr.run(t), false)
	const want = `job (cut off) note: no end: the shell was killed, or still runs
 try for 80 ms (cut off) note: no end: the shell was killed, or still runs
  attempt 1 (cut off) note: no end: the shell was killed, or still runs
   true (succeeded)
   sleep 9 (cut off) note: no end: the shell was killed, or still runs
`
	if got := lines(v); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if want := "job has no end in the trace (it was killed, or still runs): at 100 ms it was running sleep in line 4; " +
		"47 ms of it was spent in true (line 3), and 40 ms was spent in sleep (line 4)."; v.Sentence != want {
		t.Error(v.Sentence)
	}
}

// The sentence of other ends.
func TestSentence(t *testing.T) {
	for name, c := range map[string]struct {
		trace func(tr *trace)
		want  string
	}{
		"quick": {func(tr *trace) { tr.add(event.SpanShell, 0, 0, 0, 3) }, "job succeeded after 3 ms."},
		"a command": {func(tr *trace) {
			sh := tr.add(event.SpanShell, 0, 0, 0, 3, status(127))
			tr.add(event.SpanCommand, sh, 7, 1, 2, source("X=1 nosuch --x"), status(127))
		}, "job failed after 3 ms with exit status 127: nosuch in line 7 failed."},
		"exit": {func(tr *trace) {
			sh := tr.add(event.SpanShell, 0, 0, 0, 3, status(4))
			tr.add(event.SpanCommand, sh, 7, 1, 2, source("exit 4"), status(4))
		}, "job failed after 3 ms with exit status 4: it left by exit in line 7."},
		"signal": {func(tr *trace) { tr.add(event.SpanShell, 0, 0, 0, 3, status(143)) },
			"job was killed by SIGTERM after 3 ms."},
		"deadline": {func(tr *trace) {
			sh := tr.add(event.SpanShell, 0, 0, 0, 1000, status(124))
			b := tr.add(event.SpanBlock, sh, 2, 0, 1000, block("try", 2, 0, time.Second, "deadline"),
				failing(3, "sleep 5", 124, true))
			a := tr.add(event.SpanAttempt, b, 2, 0, 1000, attempt(1, event.TimeLimit))
			tr.add(event.SpanCommand, a, 3, 0, 1000, source("sleep 5"), status(124))
		}, "job failed after 1 s with exit status 124: the try in line 2 used up its time of 1 s in 2 attempts, " +
			"the last one with sleep: time limit; nearly all of it was spent in sleep (line 3), in an attempt cut by a time limit."},
		"branches": {func(tr *trace) {
			sh := tr.add(event.SpanShell, 0, 0, 0, 1000, status(9))
			b := tr.add(event.SpanBlock, sh, 2, 0, 1000, block("forall", 2, 0, 0, "times"), failing(3, "cp", 9, false))
			tr.add(event.SpanAttempt, b, 2, 0, 100, attempt(1, event.Succeeded))
			tr.add(event.SpanAttempt, b, 2, 0, 100, attempt(2, event.Failed), status(9))
		}, "job failed after 1 s with exit status 9: 1 of 2 branches of the forall in line 2 failed (cp: exit status 9)."},
		"queue": {func(tr *trace) {
			sh := tr.add(event.SpanShell, 0, 0, 0, 1000)
			b := tr.add(event.SpanBlock, sh, 2, 0, 1000, block("try", 1, 0, 0, ""))
			tr.add(event.SpanQueue, b, 2, 0, 900, attempt(1, ""), through("api", "a slot"))
			tr.add(event.SpanAttempt, b, 2, 900, 1000, attempt(1, event.Succeeded))
		}, `job succeeded after 1 s: 900 ms of it was a wait for a slot of "api" in line 2.`},
		"several": {func(tr *trace) {
			tr.add(event.SpanShell, 0, 0, 0, 1000)
			tr.add(event.SpanShell, 0, 0, 10, 500, status(1))
			tr.add(event.SpanShell, 0, 0, 10, -1)
		}, "Of 3 runs in 1 s, 1 succeeded, 1 failed and 1 was cut off (killed, or still running)."},
	} {
		tr := &trace{}
		c.trace(tr)
		if got := Of(tr.run(t), false).Sentence; got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

// The script of the page knows every state.
func TestScriptKnowsTheStates(t *testing.T) {
	_, look, _ := strings.Cut(script, "const LOOK = [")
	look, _, _ = strings.Cut(look, ";")
	if n := strings.Count(look, `["`); n != len(stateNames) {
		t.Errorf("it knows %d of %d", n, len(stateNames))
	}
}

// Text stays within the columns, has no control character of the trace, and colours only if asked.
func TestText(t *testing.T) {
	for _, tr := range []*trace{mirrors(), hostile()} {
		for _, width := range []int{40, 80, 132} {
			var out bytes.Buffer
			if err := Of(tr.run(t), true).Text(&out, Terminal{Width: width}); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(out.String()) {
				if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > width {
					t.Errorf("%d of %d columns: %s", n, width, line)
				}
			}
			if strings.ContainsAny(out.String(), "\x1b\a\u202e") {
				t.Errorf("controls in %q", out.String())
			}
		}
	}
	var out bytes.Buffer
	_ = Of(mirrors().run(t), false).Text(&out, Terminal{Width: 80})
	const want = `                                          0                  5 s            10 s
✓ job                                10 s ──────────────────────────────────────
✓  try for 9 s                     9.98 s ▒▒▒▒···········▓▓▓▓···············╎:██
✕   ▸attempt 1  curl -f "$url"     990 ms ▒▒▒▒ curl: exit status 22         ╎
◷   ▸attempt 2  curl -f "$url"        1 s    ············▓▓▓▓               ╎
      curl: time limit
`
	if !strings.Contains(out.String(), want) {
		t.Errorf("got\n%s", out.String())
	}
	out.Reset()
	_ = Of(mirrors().run(t), false).Text(&out, Terminal{Width: 80, Colour: true})
	if !strings.Contains(out.String(), "\x1b[31m") {
		t.Error("no colours")
	}
}

// The cost of a large trace grows with it.
func TestLarge(t *testing.T) {
	run := large(100000).nodes()
	begin := time.Now()
	v := Of(run, false)
	var out bytes.Buffer
	if err := v.Page(&out); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d spans: %v, %d bytes", v.Spans, time.Since(begin), out.Len())
	if took := time.Since(begin); took > time.Minute {
		t.Errorf("it took %v", took)
	}
}
