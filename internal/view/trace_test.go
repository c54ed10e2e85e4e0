package view

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ftsh/internal/tracefile"
	"ftsh/interp/event"
)

// A trace makes the spans of a run. Times are milliseconds since its begin.
type trace struct {
	spans []event.Span
}

var began = time.Unix(1767323045, 0).UTC()

func ms(n float64) time.Time { return began.Add(time.Duration(n * float64(time.Millisecond))) }

// add adds a span of the script job. end < 0: it has no end.
func (tr *trace) add(kind event.SpanKind, parent event.SpanID, line int, begin, end float64,
	more ...func(s *event.Span)) event.SpanID {
	s := event.Span{Kind: kind, ID: event.SpanID(len(tr.spans) + 1), Parent: parent, Pid: 100,
		Place: event.Place{Script: "dir/job", Line: line, Col: 1}, Begin: ms(begin)}
	if kind == event.SpanShell {
		s.Place, s.Trace = event.Place{Script: "dir/job"}, event.TraceID{1}
		s.Process.Args = []string{"dir/job"}
	}
	if end >= 0 {
		s.End = ms(end)
	}
	for _, f := range more {
		f(&s)
	}
	tr.spans = append(tr.spans, s)
	return s.ID
}

func status(n int) func(*event.Span) { return func(s *event.Span) { s.Result.Status = n } }

func block(kind string, attempts, times int, limit time.Duration, reason string) func(*event.Span) {
	return func(s *event.Span) {
		s.Block = event.Block{Kind: kind, Attempt: attempts, Times: times, Limit: limit}
		s.Result.Reason = reason
	}
}

func attempt(n int, outcome event.Outcome) func(*event.Span) {
	return func(s *event.Span) {
		s.Block.Kind, s.Block.Attempt, s.Outcome = "try", n, outcome
	}
}

// failing gives a span an error, of a command with a status.
func failing(line int, source string, code int, cut bool) func(*event.Span) {
	return func(s *event.Span) {
		s.Result.Status = code
		s.Result.Errors = []event.FailedAttempts{{Count: 1, Failure: event.Failure{
			Place:  event.Place{Script: "dir/job", Line: line, Col: 1},
			Source: source, Status: code, Cut: cut}}}
	}
}

func delay(d time.Duration) func(*event.Span) { return func(s *event.Span) { s.Delay = d } }

func through(name, object string) func(*event.Span) {
	return func(s *event.Span) { s.Through = event.Through{Name: name, For: object} }
}

func source(text string) func(*event.Span) {
	return func(s *event.Span) { s.Process.Source = text }
}

func process(pid int, words ...string) func(*event.Span) {
	return func(s *event.Span) { s.Pid, s.Process = pid, event.Process{Pid: pid, Args: words} }
}

// run writes the spans as a shell does and reads them back.
func (tr *trace) run(t testing.TB) *tracefile.Run {
	t.Helper()
	path := filepath.Join(t.TempDir(), "trace")
	w, err := tracefile.Open(path, true)
	if err != nil {
		t.Fatal(err)
	}
	type mark struct {
		at   time.Time
		span event.Span
	}
	var marks []mark
	for _, s := range tr.spans {
		begun := s
		begun.End, begun.Result, begun.Outcome, begun.Usage = time.Time{}, event.Result{}, "",
			event.Usage{}
		marks = append(marks, mark{s.Begin, begun})
		if s.Ended() {
			marks = append(marks, mark{s.End, s})
		}
	}
	slices.SortStableFunc(marks, func(a, b mark) int { return a.at.Compare(b.at) })
	for _, m := range marks {
		w.Span(m.span)
	}
	w.Close()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	run, err := tracefile.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// mirrors is a run with two failed attempts, one of them cut by a limit, delays and a success.
func mirrors() *trace {
	tr := &trace{}
	sh := tr.add(event.SpanShell, 0, 0, 0, 10000)
	b := tr.add(event.SpanBlock, sh, 3, 10, 9990, block("try", 3, 0, 9*time.Second, ""))
	a := tr.add(event.SpanAttempt, b, 3, 10, 1000, attempt(1, event.Failed),
		failing(4, "curl -f \"$url\"", 22, false))
	c := tr.add(event.SpanCommand, a, 4, 11, 990, source("curl -f \"$url\""), status(22))
	tr.add(event.SpanProcess, c, 4, 12, 989, process(201, "curl"), status(22),
		func(s *event.Span) {
			s.Usage = event.Usage{User: 20 * time.Millisecond, MaxRSS: 7200000}
		})
	tr.add(event.SpanDelay, b, 3, 1000, 4000, attempt(2, ""), delay(3*time.Second))
	a = tr.add(event.SpanAttempt, b, 3, 4000, 5000, attempt(2, event.TimeLimit),
		failing(4, "curl -f \"$url\"", 124, true),
		func(s *event.Span) { s.Result.Output = "last <b>words</b>\x1b[31m\nof it" })
	tr.add(event.SpanCommand, a, 4, 4001, 4999, source("curl -f \"$url\""), status(124))
	tr.add(event.SpanDelay, b, 3, 5000, 9000, attempt(3, ""), delay(4*time.Second))
	tr.add(event.SpanQueue, b, 3, 9000, 9500, attempt(3, ""), through("api", "slot"))
	a = tr.add(event.SpanAttempt, b, 3, 9500, 9990, attempt(3, event.Succeeded))
	tr.add(event.SpanCommand, a, 4, 9501, 9980, source("curl -f \"$url\""))
	return tr
}

// nodes makes the run of spans without a file, in less time than one takes.
func (tr *trace) nodes() *tracefile.Run {
	run := &tracefile.Run{Begin: began}
	all := make([]*tracefile.Node, len(tr.spans))
	for i, s := range tr.spans {
		n := &tracefile.Node{Span: s}
		for _, e := range s.Result.Errors {
			n.Errors = append(n.Errors, tracefile.Error{Text: e.Failure.String(), Count: e.Count})
		}
		n.Result.Errors = nil
		all[i] = n
		if s.End.After(run.End) {
			run.End = s.End
		}
		if s.Parent == 0 {
			run.Roots = append(run.Roots, n)
			continue
		}
		n.Up = all[s.Parent-1]
		n.Up.Children = append(n.Up.Children, n)
	}
	return run
}
