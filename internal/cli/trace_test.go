//go:build linux

package cli_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// --trace otlp sends the trace to the collector, however the shell ends.
func TestTraceToCollector(t *testing.T) {
	dir := t.TempDir()
	build := exec.Command("go", "build", "-o", dir, "ftsh/cmd/ftsh", "ftsh/cmd/ftsh-otlp")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var mu sync.Mutex
	var got []string
	arrived := make(chan bool, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		got = append(got, string(body))
		mu.Unlock()
		w.Header().Set("Content-Type", "application/x-protobuf")
		arrived <- true
	}))
	defer server.Close()
	for _, c := range []struct{ script, want string }{
		{"try 2 times every 0 s\n[ $FTSH_ATTEMPT = 2 ]\nend", "attempt 2"},
		{"kill -9 $$", "kill -9"},
		{"exec sleep 0.01", "exec sleep 0.01"},
		{"kill -TERM $$", "kill -TERM"},
	} {
		mu.Lock()
		got = nil
		mu.Unlock()
		cmd := exec.Command(filepath.Join(dir, "ftsh"), "--trace", "otlp", "-c", c.script)
		cmd.Env = append(os.Environ(), "OTEL_EXPORTER_OTLP_ENDPOINT="+server.URL, "TMPDIR="+dir)
		var errs strings.Builder
		cmd.Stderr = &errs
		_ = cmd.Run() // waits for the program that sends, too
		<-arrived
		mu.Lock()
		if len(got) != 1 || !strings.Contains(got[0], c.want) || errs.Len() > 0 {
			t.Errorf("%q: %q, %s", c.script, got, errs.String())
		}
		mu.Unlock()
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "ftsh-trace-*")); len(left) > 0 {
		t.Errorf("%q are left", left)
	}
	if err := os.Remove(filepath.Join(dir, "ftsh-otlp")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(dir, "ftsh"), "--trace", "otlp", "-c", "echo runs")
	cmd.Env = []string{"PATH=" + dir}
	out, err := cmd.CombinedOutput()
	if want := "trace: otlp: the program ftsh-otlp is not installed (for a file of this name: " +
		"./otlp)\n"; err == nil || !strings.HasSuffix(string(out), want) {
		t.Errorf("%q, %v", out, err)
	}
}
