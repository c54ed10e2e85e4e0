package view

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"ftsh/interp/event"
)

// alternative makes an attempt one of a forany or forall.
func alternative(kind, word string) func(*event.Span) {
	return func(s *event.Span) { s.Block.Kind, s.Block.Word = kind, word }
}

// A mirror that hangs is tried in each round. The sentence names it, and the block's row does not
// take the alternatives tried for all there are.
func TestSameAlternative(t *testing.T) {
	for rounds, want := range []string{
		1: "in the alternative hole, cut by a time limit",
		2: "in the alternative hole, cut by a time limit twice",
		3: "in the alternative hole, cut by a time limit 3 times",
	} {
		tr := &trace{}
		sh := tr.add(event.SpanShell, 0, 0, 0, float64(rounds)*1000)
		for i := range rounds {
			at := float64(i) * 1000
			b := tr.add(event.SpanBlock, sh, 2, at, at+1000, block("forany", 2, 0, 0, ""))
			a := tr.add(event.SpanAttempt, b, 2, at, at+990, attempt(1, event.TimeLimit), alternative("forany", "hole"),
				failing(3, "wget", 124, true))
			tr.add(event.SpanCommand, a, 3, at, at+990, source("wget"), status(124))
			a = tr.add(event.SpanAttempt, b, 2, at+990, at+1000, attempt(2, event.Succeeded), alternative("forany", "good"))
			tr.add(event.SpanCommand, a, 3, at+990, at+1000, source("wget"))
		}
		if rounds == 0 {
			continue
		}
		v := Of(tr.run(t), false)
		if !strings.HasSuffix(v.Sentence, "spent in wget (line 3), "+want+".") {
			t.Error(v.Sentence)
		}
		if note := find(t, v, "forany").Note; note != "2 alternatives tried" {
			t.Error(note)
		}
	}
}

// Different alternatives are counted.
func TestDifferentAlternatives(t *testing.T) {
	tr := &trace{}
	sh := tr.add(event.SpanShell, 0, 0, 0, 1000, status(1))
	b := tr.add(event.SpanBlock, sh, 2, 0, 1000, block("forany", 2, 0, 0, "times"), status(1))
	for i, word := range []string{"a", "b"} {
		at := float64(i) * 500
		a := tr.add(event.SpanAttempt, b, 2, at, at+500, attempt(i+1, event.Failed), alternative("forany", word),
			failing(3, "wget", 4, false))
		tr.add(event.SpanCommand, a, 3, at, at+500, source("wget"), status(4))
	}
	const want = "job failed after 1 s with exit status 1: no alternative of the forany in line 2 worked; " +
		"nearly all of it was spent in wget (line 3), in 2 alternatives that failed."
	if v := Of(tr.run(t), false); v.Sentence != want {
		t.Error(v.Sentence)
	}
}

// A branch cancelled because another one failed has not failed.
func TestCancelledBranches(t *testing.T) {
	tr := &trace{}
	sh := tr.add(event.SpanShell, 0, 0, 0, 10, status(1))
	b := tr.add(event.SpanBlock, sh, 2, 0, 10, block("forall", 4, 0, 0, "times"), failing(3, "cp", 1, false))
	for i, o := range []event.Outcome{event.Succeeded, event.Failed, event.Cancelled, event.Cancelled} {
		tr.add(event.SpanAttempt, b, 2, 0, 10, attempt(i+1, o), alternative("forall", "w"))
	}
	v := Of(tr.run(t), false)
	const want = "job failed after 10 ms with exit status 1: 1 of 4 branches of the forall in line 2 failed " +
		"(cp: exit status 1), 2 were cancelled."
	if v.Sentence != want {
		t.Error(v.Sentence)
	}
	if note := find(t, v, "forall").Note; note != "1 of 4 branches failed, 2 were cancelled" {
		t.Error(note)
	}
}

// Nothing is said twice in the drawing for a terminal, and without bars there is no legend.
func TestTextSaysItOnce(t *testing.T) {
	tr := &trace{}
	sh := tr.add(event.SpanShell, 0, 0, 0, 400, status(124))
	b := tr.add(event.SpanBlock, sh, 1, 0, 400, block("try", 4, 4, 0, "times"), failing(2, "sleep", 124, true))
	for i := range 4 {
		at := float64(i) * 100
		tr.add(event.SpanAttempt, b, 1, at, at+100, attempt(i+1, event.TimeLimit), failing(2, "sleep", 124, true))
	}
	var text bytes.Buffer
	if err := Of(tr.run(t), false).Text(&text, Terminal{Width: 100}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(text.String(), "time limit: ") {
		t.Error(text.String())
	}
	tr = &trace{}
	tr.add(event.SpanShell, 0, 0, 0, 1, status(2))
	text.Reset()
	if err := Of(tr.run(t), false).Text(&text, Terminal{Width: 100}); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(text.String(), "─\n") {
		t.Errorf("%q", text.String())
	}
}

// The name and the arguments of a run are not on its page again and again.
func TestArgumentsOnce(t *testing.T) {
	tr := &trace{}
	tr.add(event.SpanShell, 0, 0, 0, 1, func(s *event.Span) { s.Process.Args = []string{"dir/job", "5af7b95208fd"} })
	v := Of(tr.run(t), false)
	if f := v.facts(); strings.Contains(f, "5af7") {
		t.Error(f)
	}
	for _, d := range v.Details(v.Rows[0]) {
		if d.Name == "Arguments" && d.Text != "5af7b95208fd" {
			t.Error(d.Text)
		}
	}
}

// The time limit of an attempt is marked, as that of a block is.
func TestTimeoutIsMarked(t *testing.T) {
	tr := &trace{}
	sh := tr.add(event.SpanShell, 0, 0, 0, 1000)
	b := tr.add(event.SpanBlock, sh, 1, 0, 1000, block("try", 1, 1, 0, ""))
	tr.add(event.SpanAttempt, b, 1, 100, 200, attempt(1, event.Succeeded),
		func(s *event.Span) { s.Block.Timeout = 500 * time.Millisecond })
	v := Of(tr.run(t), false)
	r := find(t, v, "attempt 1")
	if r.Limit != 600*time.Millisecond {
		t.Errorf("%v", r.Limit)
	}
	var text bytes.Buffer
	if err := v.Text(&text, Terminal{Width: 100}); err != nil || strings.Count(text.String(), "╎") != 2 {
		t.Errorf("%v\n%s", err, text.String()) // in the row, and in the legend
	}
}

// An asynchronous list is not what the run waited for, nor what a killed one was doing.
func TestBackground(t *testing.T) {
	for end, want := range map[float64]string{
		1000: "job succeeded after 1 s: 800 ms of it was spent in cp (line 2), and 200 ms was spent in sync (line 3).",
		-1: "job has no end in the trace (it was killed, or still runs): at 1 s it was running sync in line 3; " +
			"800 ms of it was spent in cp (line 2), and 200 ms was spent in sync (line 3).",
	} {
		tr := &trace{}
		sh := tr.add(event.SpanShell, 0, 0, 0, end)
		tr.add(event.SpanCommand, sh, 2, 0, 800, source("cp"))
		tr.add(event.SpanCommand, sh, 3, 800, end, source("sync"))
		tr.add(event.SpanProcess, sh, 1, 0, 950, process(200, "sleep"),
			func(s *event.Span) { s.Process.Background = true })
		tr.add(event.SpanProcess, sh, 4, 900, -1, process(201, "daemon"),
			func(s *event.Span) { s.Process.Background = true })
		tr.add(event.SpanProcess, sh, 5, 1000, -1, process(202, "daemon"),
			func(s *event.Span) { s.Process.Background = true })
		if v := Of(tr.run(t), false); v.Sentence != want {
			t.Error(v.Sentence)
		}
	}
}

// A part of the script in a process of its own is not called by the title that ps shows.
func TestOwnShell(t *testing.T) {
	tr := &trace{}
	sh := tr.add(event.SpanShell, 0, 0, 0, 1000)
	p := tr.add(event.SpanProcess, sh, 3, 0, 900, process(200, "ftsh: dir/job:3 trap"))
	tr.add(event.SpanShell, p, 0, 10, 890, func(s *event.Span) { s.Pid = 200 })
	tr.add(event.SpanProcess, sh, 4, 900, 950, process(201, "ftsh: dir/job:4 sleep"),
		func(s *event.Span) { s.Process.Background = true })
	v := Of(tr.run(t), false)
	if want := "job succeeded after 1 s."; v.Sentence != want {
		t.Error(v.Sentence)
	}
	find(t, v, "a subshell in line 3")
	find(t, v, "a background list in line 4")
}

// A killed run in a file ended when it was killed, not with a later run.
func TestKilledRunBeforeAnother(t *testing.T) {
	tr := &trace{}
	sh := tr.add(event.SpanShell, 0, 0, 0, -1)
	tr.add(event.SpanCommand, sh, 1, 0, 100, source("cp"))
	tr.add(event.SpanCommand, sh, 2, 100, -1, source("kill"))
	sh = tr.add(event.SpanShell, 0, 0, 900, 1000)
	tr.add(event.SpanCommand, sh, 3, 900, 1000, source("rm"))
	v := Of(tr.run(t), false)
	if want := "Of 2 runs in 1 s, 1 succeeded and 1 was cut off (killed, or still running)."; v.Sentence != want {
		t.Error(v.Sentence)
	}
	if r := v.Rows[0]; r.End != 100*time.Millisecond {
		t.Errorf("it ends at %v", r.End)
	}
}

// The commands of a trap have no text of their own: no command called trap has failed.
func TestTrap(t *testing.T) {
	tr := &trace{}
	sh := tr.add(event.SpanShell, 0, 0, 0, 10, status(3))
	tr.add(event.SpanCommand, sh, 4, 1, 9, source("trap …"), status(3))
	if v := Of(tr.run(t), false); v.Sentence != "job failed after 10 ms with exit status 3: a trap ended it in line 4." {
		t.Error(v.Sentence)
	}
}
