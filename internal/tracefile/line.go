package tracefile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"time"

	"ftsh/internal/duration"
	"ftsh/internal/quote"
	"ftsh/interp/event"
)

// A line is an event of Chrome's trace format. Phase is B where a span begins, E where it has ended
// and M for the name of a process or thread.
type line struct {
	Name  string `json:"name,omitempty"`
	Cat   string `json:"cat,omitempty"`
	Phase string `json:"ph"`
	Pid   int    `json:"pid"`
	Tid   int    `json:"tid"`
	Ts    stamp  `json:"ts"`
	Args  fields `json:"args"`
}

// A stamp is a time in microseconds since 1970, with three decimals.
type stamp int64

// MarshalJSON returns the decimal number.
func (s stamp) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "%d.%03d", s/1000, s%1000), nil
}

// UnmarshalJSON reads a decimal number. Digits after the third decimal are dropped.
func (s *stamp) UnmarshalJSON(text []byte) error {
	whole, part, _ := bytes.Cut(text, []byte("."))
	n, err := strconv.ParseInt(string(whole), 10, 64)
	if err != nil {
		return err
	}
	f, err := strconv.ParseUint((string(part) + "000")[:3], 10, 64)
	if err != nil {
		return err
	}
	*s = stamp(n*1000 + int64(f))
	return nil
}

// fields are the data of a span. Durations are in seconds.
//
// Large: they are the file's format, one field for each of its members.
type fields struct {
	Name string `json:"name,omitempty"` // of a metadata event

	Kind       string   `json:"kind,omitempty"`
	ID         string   `json:"id,omitempty"`
	Parent     string   `json:"parent,omitempty"`
	Trace      string   `json:"trace,omitempty"`
	Script     string   `json:"script,omitempty"`
	Line       int      `json:"line,omitempty"`
	Col        int      `json:"col,omitempty"`
	Block      string   `json:"block,omitempty"`
	Try        string   `json:"try,omitempty"` // FTSH_TRY_ID
	Times      int      `json:"times,omitempty"`
	Limit      float64  `json:"limit,omitempty"`
	Timeout    float64  `json:"timeout,omitempty"`
	Attempt    int      `json:"attempt,omitempty"`
	Word       string   `json:"word,omitempty"`
	Words      []string `json:"words,omitempty"`
	Source     string   `json:"source,omitempty"`
	Process    int      `json:"process,omitempty"`
	Background bool     `json:"background,omitempty"`
	Through    string   `json:"through,omitempty"`
	For        string   `json:"for,omitempty"`
	Delay      float64  `json:"delay,omitempty"`

	Outcome string  `json:"outcome,omitempty"`
	Status  *int    `json:"status,omitempty"`
	Reason  string  `json:"reason,omitempty"`
	GivenUp bool    `json:"given_up,omitempty"`
	Errors  []Error `json:"errors,omitempty"`
	Omitted int     `json:"omitted,omitempty"`
	Output  string  `json:"output,omitempty"`
	User    float64 `json:"user,omitempty"`
	System  float64 `json:"system,omitempty"`
	MaxRSS  int64   `json:"max_rss,omitempty"`
}

// An Error is one of the different errors of a block, or the error of an attempt.
type Error struct {
	Text     string   `json:"text"` // as in FTSH_ERROR
	Count    int      `json:"count,omitempty"`
	Attempts [][2]int `json:"attempts,omitempty"` // the first and the last of each run of them
	Words    []string `json:"words,omitempty"`
	Deferred bool     `json:"deferred,omitempty"`
}

// begins returns the first line of a span.
func begins(s *event.Span, tid int) *line {
	l := &line{Name: Name(s), Cat: s.Kind.String(), Phase: "B", Pid: s.Pid, Tid: tid,
		Ts: stamp(s.Begin.UnixNano())}
	l.Args = fields{
		Kind: s.Kind.String(), ID: s.ID.String(), Script: s.Place.Script, Line: s.Place.Line,
		Col: s.Place.Col, Block: s.Block.Kind, Try: s.Block.ID, Attempt: s.Block.Attempt,
		Times: s.Block.Times, Limit: s.Block.Limit.Seconds(), Timeout: s.Block.Timeout.Seconds(),
		Word: s.Block.Word, Words: s.Process.Args, Source: s.Process.Source, Process: s.Process.Pid,
		Background: s.Process.Background,
		Through:    s.Through.Name, For: s.Through.For, Delay: s.Delay.Seconds(),
	}
	if s.Parent != 0 {
		l.Args.Parent = s.Parent.String()
	}
	if s.Kind == event.SpanShell {
		l.Args.Trace = s.Trace.String()
	}
	return l
}

// ends returns the second line of a span.
func ends(s *event.Span, tid int) *line {
	l := &line{Cat: s.Kind.String(), Phase: "E", Pid: s.Pid, Tid: tid, Ts: stamp(s.End.UnixNano())}
	l.Args = fields{
		ID: s.ID.String(), Outcome: string(s.Outcome), Reason: s.Result.Reason,
		GivenUp: s.Result.GivenUp, Omitted: s.Result.Omitted, Output: s.Result.Output,
		User: s.Usage.User.Seconds(), System: s.Usage.System.Seconds(), MaxRSS: s.Usage.MaxRSS,
	}
	switch s.Kind {
	case event.SpanDelay, event.SpanQueue:
	default:
		l.Args.Status = &s.Result.Status
	}
	if s.Kind == event.SpanBlock {
		l.Args.Times, l.Args.Limit, l.Args.Attempt = s.Block.Times, s.Block.Limit.Seconds(),
			s.Block.Attempt
	}
	for _, f := range s.Result.Errors {
		e := Error{Text: f.Failure.String(), Count: f.Count, Words: f.Words, Deferred: f.Deferred}
		for _, r := range f.Attempts {
			e.Attempts = append(e.Attempts, [2]int{r.First, r.Last})
		}
		l.Args.Errors = append(l.Args.Errors, e)
	}
	return l
}

// Name returns the name of a span for viewers of Chrome's format, on one line.
func Name(s *event.Span) string {
	switch s.Kind {
	case event.SpanShell:
		return quote.Brief(append([]string{filepath.Base(s.Place.Script)}, s.Process.Args[min(1, len(s.Process.Args)):]...))
	case event.SpanBlock:
		return s.Block.Kind
	case event.SpanAttempt:
		if s.Block.Word != "" {
			return quote.Brief([]string{s.Block.Word})
		}
		return "attempt " + strconv.Itoa(s.Block.Attempt)
	case event.SpanDelay:
		return "delay of " + duration.Human(s.Delay)
	case event.SpanQueue:
		return "waiting for " + s.Through.Name + " (" + s.Through.For + ")"
	case event.SpanCommand:
		return s.Process.Source
	case event.SpanProcess:
		return filepath.Base(s.Process.Args[0])
	}
	return s.Kind.String()
}

// span returns the span of a first line.
func (l *line) span() event.Span {
	a := &l.Args
	s := event.Span{
		Kind: event.ParseSpanKind(a.Kind), ID: spanID(a.ID), Parent: spanID(a.Parent), Pid: l.Pid,
		Place: event.Place{Script: a.Script, Line: a.Line, Col: a.Col},
		Begin: time.Unix(0, int64(l.Ts)),
		Block: event.Block{Kind: a.Block, ID: a.Try, Times: a.Times, Limit: seconds(a.Limit),
			Attempt: a.Attempt, Word: a.Word, Timeout: seconds(a.Timeout)},
		Process: event.Process{Pid: a.Process, Args: a.Words, Source: a.Source, Background: a.Background},
		Through: event.Through{Name: a.Through, For: a.For},
		Delay:   seconds(a.Delay),
	}
	if p, ok := event.ParseTraceParent("00-" + a.Trace + "-" + a.ID + "-01"); ok {
		s.Trace = p.Trace
	}
	return s
}

// end completes a span by its second line.
func (l *line) end(s *event.Span) {
	a := &l.Args
	s.End, s.Outcome = time.Unix(0, int64(l.Ts)), event.Outcome(a.Outcome)
	s.Result = event.Result{Reason: a.Reason, GivenUp: a.GivenUp, Omitted: a.Omitted, Output: a.Output}
	if a.Status != nil {
		s.Result.Status = *a.Status
	}
	if s.Kind == event.SpanBlock {
		s.Block.Times, s.Block.Limit, s.Block.Attempt = a.Times, seconds(a.Limit), a.Attempt
	}
	s.Usage = event.Usage{User: seconds(a.User), System: seconds(a.System), MaxRSS: a.MaxRSS}
}

func seconds(s float64) time.Duration {
	return time.Duration(math.Round(s * float64(time.Second)))
}

// spanID reads an ID; 0 for any other text.
func spanID(text string) event.SpanID {
	n, err := strconv.ParseUint(text, 16, 64)
	if err != nil {
		return 0
	}
	return event.SpanID(n)
}

// bytes returns the line as the file has it.
func (l *line) bytes() []byte {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	if e.Encode(l) != nil { // no value makes this happen
		return nil
	}
	return append(bytes.TrimSuffix(buf.Bytes(), []byte("\n")), ",\n"...)
}
