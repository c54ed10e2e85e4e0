package eventlog

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"math"
	"os"
	"time"

	"ftsh/interp/event"
)

// object returns a record as one JSON object on a line: time, level (its name) and msg (the kind),
// then the event's fields for its kind. Durations are in seconds.
func object(e *event.Event) []byte {
	var buf bytes.Buffer
	h := slog.NewJSONHandler(&buf, &slog.HandlerOptions{
		Level: slog.Level(math.MinInt),
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if len(groups) == 0 && a.Key == slog.LevelKey {
				return slog.String(slog.LevelKey, e.Level.String())
			}
			return a
		},
	})
	r := slog.NewRecord(e.Time, slog.Level(e.Level), e.Kind.String(), 0)
	r.AddAttrs(slog.Int("pid", os.Getpid()))
	r.AddAttrs(place(e.Place)...)
	r.AddAttrs(fields(e)...)
	_ = h.Handle(context.Background(), r)
	return buf.Bytes()
}

// Both returns an event as one JSON object on a line, as written by a Log, with the record as text
// in its field "record".
func Both(e *event.Event) []byte {
	record := object(e)
	text, err := json.Marshal(string(dated(e)))
	if err != nil { // no text makes this happen
		return record
	}
	record = append(bytes.TrimSuffix(record, []byte("}\n")), `,"record":`...)
	return append(append(record, text...), "}\n"...)
}

// A group collects the fields with values.
type group []slog.Attr

func (g *group) text(key, value string) {
	if value != "" {
		*g = append(*g, slog.String(key, value))
	}
}

func (g *group) number(key string, n int) {
	if n != 0 {
		*g = append(*g, slog.Int(key, n))
	}
}

func (g *group) strings(key string, list []string) {
	if list != nil {
		*g = append(*g, slog.Any(key, list))
	}
}

func (g *group) seconds(key string, d time.Duration) {
	*g = append(*g, slog.Float64(key, d.Seconds()))
}

func place(p event.Place) []slog.Attr {
	var g group
	g.text("script", p.Script)
	g.number("line", p.Line)
	g.number("col", p.Col)
	return g
}

func fields(e *event.Event) []slog.Attr {
	var g group
	g.text("block", e.Block.Kind)
	g.text("id", e.Block.ID)
	g.number("times", e.Block.Times)
	if e.Block.Limit > 0 {
		g.seconds("limit", e.Block.Limit)
	}
	g.number("attempt", e.Block.Attempt)
	g.text("word", e.Block.Word)
	g.text("through", e.Through.Name)
	g.text("for", e.Through.For)
	g.text("via", e.Via)
	g.strings("args", e.Process.Args)
	g.text("source", e.Process.Source)
	g.number("process", e.Process.Pid)
	switch e.Kind {
	case event.AttemptFailed, event.AttemptDeferred, event.BlockFailed, event.ScriptFailed,
		event.CommandEnded, event.ProcessEnded:
		g = append(g, slog.Int("status", e.Result.Status))
	}
	g.text("reason", e.Result.Reason)
	if e.Result.Reported {
		g = append(g, slog.Bool("told", true))
	}
	if e.Result.GivenUp {
		g = append(g, slog.Bool("given_up", true))
	}
	switch e.Kind {
	case event.Waiting:
		g.seconds("delay", e.Delay)
	case event.AttemptFailed, event.AttemptDeferred, event.BlockFailed:
		g.seconds("elapsed", e.Elapsed)
		g = append(g, errorsOf(e))
	case event.ScriptFailed:
		g = append(g, errorsOf(e))
	case event.BatchSilent, event.BatchAnswers:
		g.seconds("elapsed", e.Elapsed)
	}
	if e.Result.Left != nil {
		g = append(g, leftOf(e))
	}
	if e.Result.Killed > 0 {
		g.seconds("killed_after", e.Result.Killed)
	}
	g.number("omitted", e.Result.Omitted)
	g.text("output", e.Result.Output)
	if e.Process.Signal != nil {
		g.text("signal", signal(e))
	}
	if e.Err != nil {
		g.text("error", e.Err.Error())
	}
	return g
}

// leftOf returns the processes that an attempt left.
func leftOf(e *event.Event) slog.Attr {
	list := make([]map[string]any, len(e.Result.Left))
	for i, p := range e.Result.Left {
		list[i] = map[string]any{"process": p.Pid, "args": p.Args}
	}
	return slog.Any("left", list)
}

// errorsOf returns the different errors of a block, or the one of a script.
func errorsOf(e *event.Event) slog.Attr {
	list := make([]map[string]any, len(e.Result.Errors))
	for i := range e.Result.Errors {
		list[i] = errorOf(&e.Result.Errors[i])
	}
	return slog.Any("errors", list)
}

// errorOf returns one of the different errors of a block.
func errorOf(f *event.FailedAttempts) map[string]any {
	g := group(place(f.Failure.Place))
	var ranges [][2]int
	for _, r := range f.Attempts {
		ranges = append(ranges, [2]int{r.First, r.Last})
	}
	if ranges != nil {
		g = append(g, slog.Any("attempts", ranges))
	}
	g.strings("words", f.Words)
	g.number("count", f.Count)
	if f.Deferred {
		g = append(g, slog.Bool("deferred", true))
	}
	g.strings("args", f.Failure.Args)
	g.text("source", f.Failure.Source)
	g.text("said", f.Failure.Said)
	g = append(g, slog.Int("status", f.Failure.Status), slog.String("text", failure(&f.Failure)))
	if f.Failure.Cut {
		g = append(g, slog.Bool("cut", true))
	}
	if f.Failure.Guard {
		g = append(g, slog.Bool("guard", true))
	}
	if f.Failure.Killed > 0 {
		g.seconds("killed_after", f.Failure.Killed)
	}
	g.text("among", f.Failure.Among)
	g.text("upstream", f.Failure.Upstream)
	g.text("known", f.Failure.Known)
	m := make(map[string]any, len(g))
	for _, a := range g {
		m[a.Key] = a.Value.Any()
	}
	return m
}
