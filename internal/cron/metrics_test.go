//go:build linux

package cron_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// Prometheus' node exporter serves the last run, whatever the job's name is.
func TestMetrics(t *testing.T) {
	exporter, err := exec.LookPath("prometheus-node-exporter")
	if err != nil {
		t.Skip("no prometheus-node-exporter")
	}
	b := newBench(t)
	if err := os.Mkdir(filepath.Join(b.dir, "metrics"), 0o755); err != nil {
		t.Fatal(err)
	}
	failing := []string{"--report", "never", "--metrics", "metrics/job.prom", "-c",
		"try 3 times every 0 s\n: '\"\\'\nfalse\nend"}
	began := time.Now().Unix()
	b.run("", "", 1, failing...)
	b.run("", "", 1, failing...)
	b.run("", "", 0, "--metrics", "metrics/good.prom", "--lock", "good", "-c", ":")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	cmd := exec.Command(exporter, "--collector.disable-defaults", "--collector.textfile",
		"--collector.textfile.directory="+filepath.Join(b.dir, "metrics"),
		"--web.listen-address="+address)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()         //nolint:errcheck // it is killed
	defer cmd.Process.Kill() //nolint:errcheck // it is there
	var text string
	for range 300 {
		if r, err := http.Get("http://" + address + "/metrics"); err == nil {
			data, _ := io.ReadAll(r.Body)
			r.Body.Close()
			text = string(data)
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	name := `{name="try 3 times every 0 s; : '\"\\'; false; end"}`
	for _, want := range []string{
		"ftsh_cron_status" + name + " 1\n", "ftsh_cron_attempts" + name + " 3\n",
		"ftsh_cron_failures_in_a_row" + name + " 2\n", "# TYPE ftsh_cron_duration_seconds gauge\n",
		`ftsh_cron_status{name="good"} 0` + "\n", `ftsh_cron_failures_in_a_row{name="good"} 0` + "\n",
		"node_textfile_scrape_error 0\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not served", want)
		}
	}
	m := regexp.MustCompile(`ftsh_cron_start_time_seconds\{name="good"\} (1\.[0-9]+e\+09)`).
		FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("no start in:\n%s", text)
	}
	var start float64
	if _, err := fmt.Sscan(m[1], &start); err != nil || int64(start) < began ||
		int64(start) > time.Now().Unix() {
		t.Errorf("it began at %s, after %d: %v", m[1], began, err)
	}
}

// The report of a failed job names its trace, which has the job's shells. The newest 30 are kept.
func TestTraceDir(t *testing.T) {
	b := newBench(t)
	for range 31 {
		b.run("", "", 0, "--trace-dir", "traces", "-c", ":")
	}
	names, _ := filepath.Glob(filepath.Join(b.dir, "traces", "*.trace"))
	if len(names) != 30 {
		t.Errorf("%d traces", len(names))
	}
	j := b.start("--trace-dir", "failed", "-c", "try 1 time\nsh -c 'exit 3'\nend")
	if err := j.Wait(); err == nil {
		t.Error("it succeeded")
	}
	names, _ = filepath.Glob(filepath.Join(b.dir, "failed", "*.trace"))
	if len(names) != 1 {
		t.Fatalf("%q", names)
	}
	if want := "    what it did and when: ftsh-view " + names[0] + "\n"; !strings.HasSuffix(
		j.errs.String(), want) {
		t.Errorf("%q does not end in %q", j.errs.String(), want)
	}
	data, err := os.ReadFile(names[0])
	if err != nil || strings.Count(string(data), `"kind":"process"`) != 1 {
		t.Errorf("%s, %v", data, err)
	}
	b.file("plain", "")
	j = b.start("--trace-dir", "plain", "-c", "echo runs; false")
	if err := j.Wait(); err == nil || j.out.String() != "runs\n" ||
		!strings.Contains(j.errs.String(), "the trace: ") {
		t.Errorf("%q, %q, %v", j.out.String(), j.errs.String(), err)
	}
}

// A job whose shell has not begun has no trace. Two files for one trace are refused.
func TestNoTrace(t *testing.T) {
	b := newBench(t)
	j := b.start("--trace-dir", "traces", "missing")
	if err := j.Wait(); err == nil || strings.Contains(j.errs.String(), "ftsh-view") {
		t.Errorf("%v: %s", err, j.errs.String())
	}
	if names, _ := filepath.Glob(filepath.Join(b.dir, "traces", "*.trace")); len(names) > 0 {
		t.Errorf("%q are left", names)
	}
	b.run("", "ftsh: --trace and --trace-dir: expected one of them\n", 2, "--trace", "x", "--trace-dir", "traces",
		"-c", ":")
}
