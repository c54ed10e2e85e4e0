//go:build unix

package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const explained = `Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

NAME:1: try timeout 1s
    limits      1 second for an attempt
    attempts    one
    worst case  1 second: the timeout of line 1
`

// The source of the script, and the effect of the command line and the environment.
func TestExplain(t *testing.T) {
	b := newBench(t)
	const text = "try timeout 1s; x; end\n"
	for name, script := range map[string]string{"block": text,
		"wrong": "try for 5 parsecs; x; end\n"} {
		if err := os.WriteFile(filepath.Join(b.dir, name), []byte(script), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	as := func(name string) string { return strings.Replace(explained, "NAME", name, 1) }
	b.check(t, []call{
		{name: "file", args: "--explain block a b", out: as("block")},
		{name: "command", argv: sh("--explain", "-c", text, "name"), out: as("name")},
		{name: "standard input", args: "--explain", stdin: text, out: as("ftsh")},
		{name: "no such file", args: "--explain none",
			errs: "ftsh: cannot open none: no such file or directory", status: 127},
		{name: "nothing of it runs", argv: sh("--explain", "-c", "echo ran; exit 3"),
			out: "ftsh: no blocks\n"},
		{name: "posix", args: "--explain -o posix block", out: "block: no blocks\n"},
		{name: "kill timeout", argv: sh("--explain", "--kill-timeout=2", "-c", text),
			out: strings.Replace(as("ftsh"), "30 seconds", "2 seconds", 1)},
		{name: "bad policy in the environment", args: "--explain block",
			env:  []string{"FTSH_BACKOFF=none"},
			errs: "ftsh: FTSH_BACKOFF: ", status: 2},
	})
	_, at, status := b.run(call{args: "wrong"})
	if _, errs, s := b.run(call{args: "--explain wrong"}); errs != at || s != status || at == "" {
		t.Errorf("a syntax error: %q, status %d; when it runs: %q, status %d", errs, s, at, status)
	}
}
