package otlp

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	common "go.opentelemetry.io/proto/otlp/common/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// job is a trace of a shell with a failed attempt, a process, a nested shell and a killed end.
const job = `[
{"ph":"B","pid":7,"tid":7,"ts":1000.001,"name":"job","args":{"kind":"shell","id":"0000000000000001","parent":"00f067aa0ba902b7","trace":"4bf92f3577b34da6a3ce929d0e0e4736","script":"dir/job","words":["job","a"]}},
{"ph":"B","pid":7,"tid":7,"ts":1001.000,"args":{"kind":"block","id":"0000000000000002","parent":"0000000000000001","script":"dir/job","line":3,"col":1,"block":"try","try":"x-1"}},
{"ph":"B","pid":7,"tid":7,"ts":1002.000,"args":{"kind":"attempt","id":"0000000000000003","parent":"0000000000000002","script":"dir/job","line":3,"col":1,"block":"try","try":"x-1","attempt":1}},
{"ph":"B","pid":8,"tid":8,"ts":1003.000,"args":{"kind":"process","id":"0000000000000004","parent":"0000000000000003","words":["ftsh"],"process":8}},
{"ph":"B","pid":8,"tid":8,"ts":1004.000,"args":{"kind":"shell","id":"0000000000000005","parent":"0000000000000003","trace":"4bf92f3577b34da6a3ce929d0e0e4736","script":"inner","words":["inner"]}},
{"ph":"E","pid":8,"tid":8,"ts":1005.000,"args":{"id":"0000000000000005","status":3}},
{"ph":"E","pid":8,"tid":8,"ts":1006.000,"args":{"id":"0000000000000004","status":3,"user":0.001,"max_rss":4096}},
{"ph":"E","pid":7,"tid":7,"ts":1007.000,"args":{"id":"0000000000000003","outcome":"failed","status":3,"errors":[{"text":"job:4:2: inner: exit status 3"}]}},
{"ph":"B","pid":7,"tid":7,"ts":1008.000,"args":{"kind":"delay","id":"0000000000000006","parent":"0000000000000002","delay":2.5,"attempt":2}},
`

func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "trace")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

var idInJSON = regexp.MustCompile(`"(traceId|spanId|parentSpanId)":"([0-9a-f]*)"`)

// Each line is a message of OTLP's definitions, with hexadecimal IDs, and no field of another name.
func TestJSON(t *testing.T) {
	t.Setenv("OTEL_SERVICE_NAME", "")
	t.Setenv("OTEL_RESOURCE_ATTRIBUTES", "team=data%20store, host.name=h")
	var out, errs bytes.Buffer
	if status := Main([]string{file(t, job)}, nil, &out, &errs); status != 0 || errs.Len() > 0 {
		t.Fatalf("status %d, %s", status, errs.String())
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines", len(lines))
	}
	var all []*trace.ResourceSpans
	for _, line := range lines {
		text := idInJSON.ReplaceAllStringFunc(line, func(id string) string {
			m := idInJSON.FindStringSubmatch(id)
			raw, err := hex.DecodeString(m[2])
			if err != nil {
				t.Error(err)
			}
			return `"` + m[1] + `":"` + base64.StdEncoding.EncodeToString(raw) + `"`
		})
		var d trace.TracesData
		if err := protojson.Unmarshal([]byte(text), &d); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		all = append(all, d.ResourceSpans...)
	}
	checkJob(t, all)
}

// checkJob checks what a collector gets of job.
func checkJob(t *testing.T, all []*trace.ResourceSpans) {
	t.Helper()
	if len(all) != 2 {
		t.Fatalf("%d resources", len(all))
	}
	if got := shown(all[0].Resource.Attributes); got != "service.name=job process.pid=7 "+
		"process.command_args=[job a] team=data store host.name=h" {
		t.Errorf("%s", got)
	}
	var spans []*trace.Span
	for _, r := range all {
		spans = append(spans, r.ScopeSpans[0].Spans...)
	}
	want := []struct{ id, parent, name, status string }{
		{"0000000000000001", "00f067aa0ba902b7", "job a", ""},
		{"0000000000000002", "0000000000000001", "try", ""},
		{"0000000000000003", "0000000000000002", "attempt 1", "job:4:2: inner: exit status 3"},
		{"0000000000000004", "0000000000000003", "ftsh", ""},
		{"0000000000000006", "0000000000000002", "delay of 2.5 seconds", ""},
		{"0000000000000005", "0000000000000004", "inner", "exit status 3"},
	}
	if len(spans) != len(want) {
		t.Fatalf("%d spans", len(spans))
	}
	for i, s := range spans {
		w := want[i]
		if hex.EncodeToString(s.TraceId) != "4bf92f3577b34da6a3ce929d0e0e4736" ||
			hex.EncodeToString(s.SpanId) != w.id || hex.EncodeToString(s.ParentSpanId) != w.parent ||
			s.Name != w.name || s.Status.GetMessage() != w.status || (w.status != "") !=
			(s.Status.GetCode() == trace.Status_STATUS_CODE_ERROR) ||
			s.EndTimeUnixNano < s.StartTimeUnixNano {
			t.Errorf("%v, want %v", s, w)
		}
	}
	if s := spans[0]; s.StartTimeUnixNano != 1000001 || s.EndTimeUnixNano != 1008000 ||
		!strings.HasSuffix(shown(s.Attributes), "ftsh.unfinished=true") {
		t.Errorf("%v", s)
	}
	if got := shown(spans[3].Attributes); got != "ftsh.kind=process process.command_args=[ftsh] "+
		"process.pid=8 process.cpu.time.user=0.001 process.memory.max=4096 process.exit.code=3" {
		t.Errorf("%s", got)
	}
}

// shown returns attributes as text.
func shown(list []*common.KeyValue) string {
	var value func(v *common.AnyValue) string
	value = func(v *common.AnyValue) string {
		switch v := v.Value.(type) {
		case *common.AnyValue_ArrayValue:
			var all []string
			for _, e := range v.ArrayValue.Values {
				all = append(all, value(e))
			}
			return "[" + strings.Join(all, " ") + "]"
		case *common.AnyValue_StringValue:
			return v.StringValue
		}
		text, _ := protojson.Marshal(v)
		return strings.Trim(regexp.MustCompile(`^\{"[a-zA-Z]*": ?`).ReplaceAllString(string(text), ""), `"}`)
	}
	var all []string
	for _, kv := range list {
		all = append(all, kv.Key+"="+value(kv.Value))
	}
	return strings.Join(all, " ")
}

// collector is a server that decodes what it gets.
func collector(t *testing.T) (*[]*trace.ResourceSpans, *httptest.Server) {
	t.Helper()
	var got []*trace.ResourceSpans
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := io.Reader(r.Body)
		if r.Header.Get("Content-Encoding") == "gzip" {
			z, err := gzip.NewReader(body)
			if err != nil {
				t.Error(err)
				return
			}
			body = z
		}
		data, err := io.ReadAll(body)
		var d trace.TracesData
		if err == nil {
			err = proto.Unmarshal(data, &d)
		}
		if err != nil || len(d.ProtoReflect().GetUnknown()) > 0 || r.URL.Path != "/v1/traces" ||
			r.Header.Get("X-Team") != "data" {
			t.Errorf("%v at %s, %v", err, r.URL, r.Header)
		}
		got = append(got, d.ResourceSpans...)
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	t.Cleanup(s.Close)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", s.URL)
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "X-Team=data")
	t.Setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip")
	t.Setenv("OTEL_RESOURCE_ATTRIBUTES", "team=data%20store, host.name=h")
	return &got, s
}

func TestSend(t *testing.T) {
	got, server := collector(t)
	var out, errs bytes.Buffer
	if status := Main([]string{"--send", "-"}, strings.NewReader(job), &out, &errs); status != 0 ||
		out.Len()+errs.Len() > 0 {
		t.Errorf("status %d, %s%s", status, out.String(), errs.String())
	}
	checkJob(t, *got)
	server.Close()
	if status := Main([]string{"--send", file(t, job)}, nil, &out, &errs); status != 1 ||
		!strings.HasPrefix(errs.String(), "ftsh-otlp: ") {
		t.Errorf("status %d, %s", status, errs.String())
	}
}

// At the end of a shell its trace is sent and removed; if nobody takes it, it stays.
func TestAfter(t *testing.T) {
	got, server := collector(t)
	var out, errs bytes.Buffer
	sent, kept := file(t, job), file(t, job)
	if status := Main([]string{"--after", sent}, strings.NewReader(""), &out, &errs); status != 0 ||
		errs.Len() > 0 {
		t.Errorf("status %d, %s", status, errs.String())
	}
	checkJob(t, *got)
	if _, err := os.Stat(sent); !os.IsNotExist(err) {
		t.Errorf("%v", err)
	}
	server.Close()
	if status := Main([]string{"--after", kept}, strings.NewReader(""), &out, &errs); status != 1 ||
		!strings.HasPrefix(errs.String(), "ftsh-otlp: the trace is not sent, and stays in "+kept) {
		t.Errorf("status %d, %s", status, errs.String())
	}
	if _, err := os.Stat(kept); err != nil {
		t.Error(err)
	}
}

func TestUsage(t *testing.T) {
	var out, errs bytes.Buffer
	if Main([]string{"--help"}, nil, &out, &errs) != 0 || out.String() != usage {
		t.Error("--help")
	}
	out.Reset()
	if Main([]string{"--version"}, nil, &out, &errs) != 0 ||
		!strings.HasPrefix(out.String(), "ftsh-otlp ") {
		t.Error("--version")
	}
	empty := file(t, "")
	for _, args := range [][]string{{}, {"a", "b"}, {"--wrong"}, {"--send"}, {"/none/such"}, {empty}} {
		errs.Reset()
		if Main(args, strings.NewReader(""), &out, &errs) != 2 || !strings.HasPrefix(errs.String(),
			"ftsh-otlp: ") {
			t.Errorf("%q: %s", args, errs.String())
		}
	}
}

// The manual page and the completions have the options listed by --help.
func TestManualListsTheOptions(t *testing.T) {
	for path, spelled := range map[string]string{
		"../../man/ftsh-otlp.1":                           `\-\-%s`,
		"../../packaging/completions/bash/ftsh-otlp":      "--%s",
		"../../packaging/completions/zsh/_ftsh-otlp":      "--%s[",
		"../../packaging/completions/fish/ftsh-otlp.fish": "-l %s ",
	} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, option := range []string{"send", "help", "version"} {
			if !strings.Contains(string(text), strings.ReplaceAll(spelled, "%s", option)) {
				t.Errorf("%s has no --%s", path, option)
			}
		}
	}
}
