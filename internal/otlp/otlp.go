// Package otlp gives traces of ftsh to OpenTelemetry: the program ftsh-otlp.
//
// The model: [Convert] makes OTLP's spans of a file written by `ftsh --trace`; [Main] writes them as
// lines of JSON, or sends them to a collector. The shell itself links nothing of this.
//
// Not here: the file (package tracefile), and the protocol (go.opentelemetry.io/otel's exporter,
// configured by OTEL_EXPORTER_OTLP_ENDPOINT and kin).
package otlp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"time"

	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"

	"ftsh/internal/flow"
	"ftsh/internal/tracefile"
	"ftsh/internal/version"
)

const usage = `ftsh-otlp: give a trace of ftsh to OpenTelemetry

usage: ftsh-otlp FILE          write the trace as OTLP, a line of JSON for each shell
       ftsh-otlp --send FILE   send it to a collector, by HTTP
       ftsh-otlp --help | --version

FILE is what ftsh --trace FILE has written; - is standard input.

environment: OTEL_EXPORTER_OTLP_ENDPOINT (http://localhost:4318 unless set),
             OTEL_EXPORTER_OTLP_HEADERS and what else OpenTelemetry's exporter knows,
             OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES

exit status: 0; 1 if the collector did not take it; 2 for a wrong command line or file.
`

// Main runs the command with the given arguments (without the program's name) and returns its exit
// status.
func Main(args []string, in io.Reader, out, errs io.Writer) int {
	send := false
	if len(args) > 0 && args[0] == "--send" {
		send, args = true, args[1:]
	}
	switch {
	case len(args) == 2 && args[0] == "--after":
		return after(args[1], in, errs)
	case len(args) == 1 && args[0] == "--help":
		fmt.Fprint(out, usage)
		return 0
	case len(args) == 1 && args[0] == "--version":
		fmt.Fprintln(out, version.Of("ftsh-otlp"))
		return 0
	case len(args) != 1 || args[0] != "-" && len(args[0]) > 0 && args[0][0] == '-':
		fmt.Fprintf(errs, "ftsh-otlp: expected one file, found %q: try --help\n", args)
		return flow.StatusUsage
	}
	run, err := read(args[0], in)
	if err != nil {
		fmt.Fprintf(errs, "ftsh-otlp: %v\n", err)
		return flow.StatusUsage
	}
	spans := Convert(run, os.Getenv)
	if send {
		err = upload(context.Background(), spans)
	} else {
		err = write(out, spans)
	}
	if err != nil {
		fmt.Fprintf(errs, "ftsh-otlp: %v\n", err)
		return 1
	}
	return 0
}

// after waits until the traced shell closes in, then sends the trace and removes the file. If the
// collector does not take it, the file is kept.
func after(path string, in io.Reader, errs io.Writer) int {
	if _, err := io.Copy(io.Discard, in); err != nil {
		fmt.Fprintf(errs, "ftsh-otlp: %v\n", err)
		return 1
	}
	run, err := read(path, nil)
	if err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		err = upload(ctx, Convert(run, os.Getenv))
	}
	if err != nil {
		fmt.Fprintf(errs, "ftsh-otlp: the trace is not sent, and stays in %s: %v\n", path, err)
		return 1
	}
	if err := os.Remove(path); err != nil {
		fmt.Fprintf(errs, "ftsh-otlp: %v\n", err)
		return 1
	}
	return 0
}

// patience is how long a shell waits at its end for the collector: OpenTelemetry's limit for an export.
const patience = 10 * time.Second

// read reads a trace; "-" is standard input.
func read(path string, in io.Reader) (*tracefile.Run, error) {
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	run, err := tracefile.Read(in)
	if errors.Is(err, tracefile.ErrNoTrace) {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return run, err
}

// write writes spans in OTLP's file format: a message for each resource, as JSON on a line
// (https://opentelemetry.io/docs/specs/otel/protocol/file-exporter/).
func write(out io.Writer, spans []*trace.ResourceSpans) error {
	w := bufio.NewWriter(out)
	for _, r := range spans {
		line, err := marshal(&trace.TracesData{ResourceSpans: []*trace.ResourceSpans{r}})
		if err != nil {
			return err
		}
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return w.Flush()
}

// batch is how many spans are sent at once, as OpenTelemetry's processors do by default.
const batch = 512

// upload sends spans to the collector named by the environment.
func upload(ctx context.Context, spans []*trace.ResourceSpans) error {
	var options []otlptracehttp.Option
	if os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT")+os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" {
		options = append(options, otlptracehttp.WithEndpointURL("http://localhost:4318/v1/traces"))
	}
	client := otlptracehttp.NewClient(options...)
	if err := client.Start(ctx); err != nil {
		return err
	}
	for _, r := range spans {
		all := r.ScopeSpans[0]
		for i := 0; i < len(all.Spans); i += batch {
			part := &trace.ResourceSpans{Resource: r.Resource, ScopeSpans: []*trace.ScopeSpans{{
				Scope: all.Scope, Spans: all.Spans[i:min(i+batch, len(all.Spans))]}}}
			if err := client.UploadTraces(ctx, []*trace.ResourceSpans{part}); err != nil {
				return errors.Join(err, client.Stop(ctx))
			}
		}
	}
	return client.Stop(ctx)
}

// unescape undoes the percent-encoding of a resource attribute.
func unescape(value string) string {
	if v, err := url.PathUnescape(value); err == nil {
		return v
	}
	return value
}

// marshal returns a message in OTLP's JSON. It is protobuf's with numbers for enums and hexadecimal
// IDs (https://opentelemetry.io/docs/specs/otlp/, "JSON Protobuf Encoding").
func marshal(m *trace.TracesData) ([]byte, error) {
	text, err := protojson.MarshalOptions{UseEnumNumbers: true}.Marshal(m)
	if err != nil {
		return nil, err
	}
	var message map[string]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&message); err != nil {
		return nil, err
	}
	if err := hexIDs(message); err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	err = e.Encode(message)
	return buf.Bytes(), err
}

// hexIDs makes the IDs in a message hexadecimal: protobuf's JSON has bytes in base 64.
func hexIDs(value any) error {
	switch v := value.(type) {
	case []any:
		for _, e := range v {
			if err := hexIDs(e); err != nil {
				return err
			}
		}
	case map[string]any:
		for key, e := range v {
			id, ok := e.(string)
			if ok && (key == "traceId" || key == "spanId" || key == "parentSpanId") {
				raw, err := base64.StdEncoding.DecodeString(id)
				if err != nil {
					return err
				}
				v[key] = hex.EncodeToString(raw)
			} else if err := hexIDs(e); err != nil {
				return err
			}
		}
	}
	return nil
}
