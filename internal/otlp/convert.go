package otlp

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	common "go.opentelemetry.io/proto/otlp/common/v1"
	resource "go.opentelemetry.io/proto/otlp/resource/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"

	"ftsh/internal/tracefile"
	"ftsh/internal/version"
	"ftsh/interp/event"
)

// Convert returns the spans of a run, with a resource for each shell. Every span has an end: the open
// spans of a killed shell end with the run, and have the attribute ftsh.unfinished.
// getenv gives OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
func Convert(run *tracefile.Run, getenv func(string) string) []*trace.ResourceSpans {
	c := converter{run: run, getenv: getenv}
	for _, n := range run.Roots {
		c.add(n, nil, event.TraceID{})
	}
	return c.all
}

type converter struct {
	run    *tracefile.Run
	getenv func(string) string
	all    []*trace.ResourceSpans
}

// add adds a span and those below it. to is the resource of the shell around, nil for none.
func (c *converter) add(n *tracefile.Node, to *trace.ScopeSpans, id event.TraceID) {
	if n.Kind == event.SpanShell || to == nil {
		to = &trace.ScopeSpans{Scope: &common.InstrumentationScope{Name: "ftsh",
			Version: version.Number()}}
		c.all = append(c.all, &trace.ResourceSpans{Resource: c.resource(n),
			ScopeSpans: []*trace.ScopeSpans{to}})
	}
	if n.Trace != (event.TraceID{}) {
		id = n.Trace
	}
	to.Spans = append(to.Spans, c.span(n, id))
	for _, child := range n.Children {
		c.add(child, to, id)
	}
}

// resource describes the shell of n (OpenTelemetry's resource conventions:
// service, process).
func (c *converter) resource(n *tracefile.Node) *resource.Resource {
	name := c.getenv("OTEL_SERVICE_NAME")
	if name == "" {
		name = filepath.Base(n.Place.Script)
	}
	a := attributes{}
	a.text("service.name", name)
	a.number("process.pid", int64(n.Pid))
	a.strings("process.command_args", n.Process.Args)
	for _, pair := range strings.Split(c.getenv("OTEL_RESOURCE_ATTRIBUTES"), ",") {
		key, value, ok := strings.Cut(strings.TrimSpace(pair), "=")
		if key = strings.TrimSpace(key); ok && key != "" && !a.has(key) {
			a.text(key, unescape(strings.TrimSpace(value)))
		}
	}
	return &resource.Resource{Attributes: a}
}

// span returns a span.
func (c *converter) span(n *tracefile.Node, id event.TraceID) *trace.Span {
	parent := n.Parent
	if n.Up != nil {
		parent = n.Up.ID
	}
	s := &trace.Span{
		TraceId: id[:], SpanId: spanID(n.ID), Name: tracefile.Name(&n.Span), Kind: trace.Span_SPAN_KIND_INTERNAL,
		StartTimeUnixNano: nano(n.Begin), EndTimeUnixNano: nano(n.Last(c.run)),
		Attributes: c.attributes(n), Status: status(n), Flags: 1,
	}
	if parent != 0 {
		s.ParentSpanId = spanID(parent)
	}
	return s
}

// attributes returns the other data of a span (OpenTelemetry's conventions: code, process).
func (c *converter) attributes(n *tracefile.Node) []*common.KeyValue {
	a := attributes{}
	a.text("ftsh.kind", n.Kind.String())
	a.text("code.file.path", n.Place.Script)
	a.number("code.line.number", int64(n.Place.Line))
	a.number("code.column.number", int64(n.Place.Col))
	a.text("ftsh.block", n.Block.Kind)
	a.text("ftsh.try_id", n.Block.ID)
	a.number("ftsh.attempt", int64(n.Block.Attempt))
	a.text("ftsh.word", n.Block.Word)
	a.number("ftsh.times", int64(n.Block.Times))
	a.seconds("ftsh.limit", n.Block.Limit)
	a.seconds("ftsh.timeout", n.Block.Timeout)
	a.seconds("ftsh.delay", n.Delay)
	a.text("ftsh.through", n.Through.Name)
	a.text("ftsh.through.for", n.Through.For)
	a.text("ftsh.outcome", string(n.Outcome))
	a.text("ftsh.reason", n.Result.Reason)
	a.text("ftsh.source", n.Process.Source)
	a.text("ftsh.output", n.Result.Output)
	if n.Kind == event.SpanProcess || n.Kind == event.SpanCommand {
		a.strings("process.command_args", n.Process.Args)
	}
	if n.Kind == event.SpanProcess {
		a.number("process.pid", int64(n.Process.Pid))
		a.seconds("process.cpu.time.user", n.Usage.User)
		a.seconds("process.cpu.time.system", n.Usage.System)
		a.number("process.memory.max", n.Usage.MaxRSS)
	}
	switch n.Kind {
	case event.SpanDelay, event.SpanQueue:
	default:
		if n.Ended() {
			a = append(a, &common.KeyValue{Key: "process.exit.code", Value: integer(int64(n.Result.Status))})
		}
	}
	if n.Replaced {
		a.text("ftsh.replaced", "exec")
	} else if !n.Ended() {
		a = append(a, &common.KeyValue{Key: "ftsh.unfinished", Value: &common.AnyValue{
			Value: &common.AnyValue_BoolValue{BoolValue: true}}})
	}
	return a
}

// status returns whether a span failed, and why. A failed command is no error by itself: it may have
// been a condition.
func status(n *tracefile.Node) *trace.Status {
	failed := false
	switch n.Kind {
	case event.SpanAttempt, event.SpanSense, event.SpanCheck:
		failed = n.Outcome == event.Failed || n.Outcome == event.Permanent ||
			n.Outcome == event.TimeLimit
	case event.SpanBlock, event.SpanShell, event.SpanCatch:
		failed = n.Result.Status != 0
	}
	if !failed {
		return nil
	}
	message := "exit status " + strconv.Itoa(n.Result.Status)
	if len(n.Errors) > 0 {
		message = n.Errors[len(n.Errors)-1].Text
	}
	return &trace.Status{Code: trace.Status_STATUS_CODE_ERROR, Message: strings.ToValidUTF8(message, "\uFFFD")}
}

func nano(t time.Time) uint64 { return uint64(max(t.UnixNano(), 0)) }

func spanID(id event.SpanID) []byte {
	b := make([]byte, 8)
	for i := range b {
		b[i] = byte(id >> (56 - 8*i))
	}
	return b
}

// attributes are attributes; those without a value are left out.
type attributes []*common.KeyValue

func (a attributes) has(key string) bool {
	return slices.ContainsFunc(a, func(kv *common.KeyValue) bool { return kv.Key == key })
}

func (a *attributes) text(key, value string) {
	if value != "" {
		*a = append(*a, &common.KeyValue{Key: key, Value: text(value)})
	}
}

func (a *attributes) number(key string, n int64) {
	if n != 0 {
		*a = append(*a, &common.KeyValue{Key: key, Value: integer(n)})
	}
}

func (a *attributes) seconds(key string, d time.Duration) {
	if d != 0 {
		*a = append(*a, &common.KeyValue{Key: key, Value: &common.AnyValue{
			Value: &common.AnyValue_DoubleValue{DoubleValue: d.Seconds()}}})
	}
}

func (a *attributes) strings(key string, list []string) {
	if list == nil {
		return
	}
	values := make([]*common.AnyValue, len(list))
	for i, s := range list {
		values[i] = text(s)
	}
	*a = append(*a, &common.KeyValue{Key: key, Value: &common.AnyValue{
		Value: &common.AnyValue_ArrayValue{ArrayValue: &common.ArrayValue{Values: values}}}})
}

func text(s string) *common.AnyValue {
	return &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: strings.ToValidUTF8(s, "\uFFFD")}}
}

func integer(n int64) *common.AnyValue {
	return &common.AnyValue{Value: &common.AnyValue_IntValue{IntValue: n}}
}
