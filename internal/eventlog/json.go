package eventlog

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"math"
	"os"
	"time"

	"ftsh/interp"
)

// object returns a record as one JSON object on a line: time, level (its name) and msg (the kind),
// then the event's fields for its kind. Durations are in seconds.
func object(e *interp.Event) []byte {
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
func Both(e *interp.Event) []byte {
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

func place(p interp.Place) []slog.Attr {
	var g group
	g.text("script", p.Script)
	g.number("line", p.Line)
	g.number("col", p.Col)
	return g
}

func fields(e *interp.Event) []slog.Attr {
	var g group
	g.text("block", e.Block)
	g.text("id", e.ID)
	g.number("times", e.Times)
	if e.Limit > 0 {
		g.seconds("limit", e.Limit)
	}
	g.number("attempt", e.Attempt)
	g.text("word", e.Word)
	g.text("through", e.Through)
	g.text("for", e.For)
	g.text("via", e.Via)
	g.strings("args", e.Args)
	g.text("source", e.Source)
	g.number("process", e.Pid)
	switch e.Kind {
	case interp.AttemptFailed, interp.AttemptDeferred, interp.BlockFailed, interp.ScriptFailed,
		interp.CommandEnded, interp.ProcessEnded:
		g = append(g, slog.Int("status", e.Status))
	}
	g.text("reason", e.Reason)
	if e.Told {
		g = append(g, slog.Bool("told", true))
	}
	if e.GivenUp {
		g = append(g, slog.Bool("given_up", true))
	}
	switch e.Kind {
	case interp.Waiting:
		g.seconds("delay", e.Delay)
	case interp.AttemptFailed, interp.AttemptDeferred, interp.BlockFailed:
		g.seconds("elapsed", e.Elapsed)
		g = append(g, errorsOf(e))
	case interp.ScriptFailed:
		g = append(g, errorsOf(e))
	case interp.BatchSilent, interp.BatchAnswers:
		g.seconds("elapsed", e.Elapsed)
	}
	g.number("omitted", e.Omitted)
	g.text("output", e.Output)
	if e.Signal != nil {
		g.text("signal", signal(e))
	}
	if e.Err != nil {
		g.text("error", e.Err.Error())
	}
	return g
}

// errorsOf returns the different errors of a block, or the one of a script.
func errorsOf(e *interp.Event) slog.Attr {
	list := make([]map[string]any, len(e.Errors))
	for i := range e.Errors {
		list[i] = errorOf(&e.Errors[i])
	}
	return slog.Any("errors", list)
}

// errorOf returns one of the different errors of a block.
func errorOf(f *interp.FailedAttempts) map[string]any {
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
	g.text("known", f.Failure.Known)
	m := make(map[string]any, len(g))
	for _, a := range g {
		m[a.Key] = a.Value.Any()
	}
	return m
}
