package cli

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const trace = `[
{"name":"job","cat":"shell","ph":"B","pid":7,"tid":7,"ts":1000000.000,"args":{"kind":"shell","id":"0000000000000001","trace":"00000000000000000000000000000001","script":"job","words":["job"]}},
{"name":"true","cat":"command","ph":"B","pid":7,"tid":7,"ts":1001000.000,"args":{"kind":"command","id":"0000000000000002","parent":"0000000000000001","script":"job","line":1,"col":1,"source":"sleep 1"}},
{"cat":"command","ph":"E","pid":7,"tid":7,"ts":2000000.000,"args":{"id":"0000000000000002","status":0}},
{"cat":"shell","ph":"E","pid":7,"tid":7,"ts":2001000.000,"args":{"id":"0000000000000001","status":0}},
`

// run runs ftsh-view in a directory with a trace.
func run(t *testing.T, env map[string]string, in string, args ...string) (status int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	status = Main(args, func(name string) string { return env[name] }, strings.NewReader(in), &o, &e)
	return status, o.String(), e.String()
}

func file(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "job.trace")
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestPageAndText(t *testing.T) {
	name := file(t, trace)
	status, page, errs := run(t, nil, "", name)
	if status != 0 || errs != "" || !strings.HasPrefix(page, "<!DOCTYPE html>") || !strings.Contains(page,
		"<h1>job succeeded after 1 s: nearly all of it was spent in sleep (line 1).</h1>") {
		t.Errorf("%d, %.3000s, %s", status, page, errs)
	}
	to := filepath.Join(t.TempDir(), "job.html")
	if status, out, errs := run(t, nil, "", "-o", to, name); status != 0 || out != "" || errs != "" {
		t.Errorf("-o: %d, %s, %s", status, out, errs)
	}
	if saved, err := os.ReadFile(to); err != nil || string(saved) != page {
		t.Errorf("-o: %v, another page", err)
	}
	const want = `job succeeded after 1 s: nearly all of it
was spent in sleep (line 1).

                           0             1 s
✓ job                  1 s ─────────────────
✓  sleep 1          999 ms ━━━━━━━━━━━━━━━━━

━ command
`
	if status, out, errs := run(t, map[string]string{"COLUMNS": "44"}, trace, "--text", "-"); status != 0 ||
		out != want || errs != "" {
		t.Errorf("--text: %d, %s, %s", status, out, errs)
	}
}

func TestErrors(t *testing.T) {
	name, good := file(t, "nothing\n"), file(t, trace)
	for _, c := range []struct {
		args   []string
		status int
		errs   string
	}{
		{[]string{name}, 1, "ftsh-view: " + name + ": no trace of ftsh: expected lines that --trace has written\n"},
		{[]string{"/no/such"}, 2, "ftsh-view: open /no/such: no such file or directory\n"},
		{nil, 2, "ftsh-view: expected one trace, found 0\n" + usage},
		{[]string{"a", "b"}, 2, "ftsh-view: expected one trace, found 2\n" + usage},
		{[]string{"--text", "--html", "a"}, 2, "ftsh-view: --text and --html: expected one of them\n" + usage},
		{[]string{"-x", "a"}, 2, "ftsh-view: flag provided but not defined: -x\n" + usage},
		{[]string{"-o", good, good}, 2, "ftsh-view: " + good + " is the trace: it stays as it is\n"},
		{[]string{"-o", "/no/such/page", file(t, trace)}, 2, "ftsh-view: open /no/such/page: no such file or directory\n"},
	} {
		if status, out, errs := run(t, nil, "", c.args...); status != c.status || out != "" || errs != c.errs {
			t.Errorf("%q: %d, %q, %q", c.args, status, out, errs)
		}
	}
}

func TestVersion(t *testing.T) {
	status, out, errs := run(t, nil, "", "--version")
	if status != 0 || !regexp.MustCompile(`^ftsh-view \S+\n$`).MatchString(out) || errs != "" {
		t.Errorf("%d, %q, %q", status, out, errs)
	}
}

// The manual page and the completions have the options listed by --help.
func TestManualListsTheOptions(t *testing.T) {
	_, help, _ := run(t, nil, "", "--help")
	options := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^  .{4}(--[a-z]+)`).FindAllStringSubmatch(help, -1) {
		options[m[1]] = true
	}
	want := slices.Sorted(maps.Keys(options))
	if len(want) != 6 {
		t.Errorf("--help has %q", want)
	}
	for path, spelled := range map[string]string{
		"../../../man/ftsh-view.1":                           `(--[a-z]+)`,
		"../../../packaging/completions/bash/ftsh-view":      `(--[a-z]+)`,
		"../../../packaging/completions/zsh/_ftsh-view":      `(--[a-z]+)`,
		"../../../packaging/completions/fish/ftsh-view.fish": `(?m)^complete .* -l ([a-z]+)`,
	} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for _, m := range regexp.MustCompile(spelled).FindAllStringSubmatch(strings.ReplaceAll(string(text), `\-`, "-"), -1) {
			found["--"+strings.TrimPrefix(m[1], "--")] = true
		}
		delete(found, "--trace") // ftsh's
		if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, want) {
			t.Errorf("%s has %q, --help %q", path, got, want)
		}
	}
}
