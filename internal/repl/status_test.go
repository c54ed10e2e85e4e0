//go:build linux

package repl_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ftsh/internal/subject"

	"github.com/creack/pty"
)

// screen returns the whole terminal output of a shell run to its end.
func screen(t *testing.T, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command(built(t).Path, args...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(append(subject.Env(), "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"), env...)
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 70})
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	stop := time.AfterFunc(3*time.Minute, func() { _ = cmd.Process.Kill() })
	defer stop.Stop()
	var out bytes.Buffer
	_, _ = io.Copy(&out, tty) // ends with an error when the shell has ended
	_ = cmd.Wait()
	return out.String()
}

const waits = `try for 1 hour or 2 times every 6s; [ $FTSH_ATTEMPT = 2 ]; end; echo done`

// A waiting try shows a line on a terminal, counts down, and removes it.
func TestStatusLine(t *testing.T) {
	t.Parallel()
	got := screen(t, []string{"TERM=xterm"}, "-c", waits, "s")
	const text = `attempt 2 of 2 in ([0-6]) seconds?, 1 hour left; s:1:37: \[ \$FTSH_ATTEMPT = 2?…`
	if !regexp.MustCompile(`^(\r\x1b\[K` + text + `)+\r\x1b\[Kdone\r\n$`).MatchString(got) {
		t.Errorf("%q", got)
	}
	var counted []string
	for _, m := range regexp.MustCompile(text).FindAllStringSubmatch(got, -1) {
		counted = append(counted, m[1])
	}
	// The number of lines depends on the machine.
	if len(counted) < 2 || !slices.IsSortedFunc(counted, func(a, b string) int {
		return strings.Compare(b, a)
	}) {
		t.Errorf("counted down: %q", counted)
	}
}

// Nothing is shown if nobody would see it, or if there is nothing to report.
func TestNoStatusLine(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ term, script string }{
		"a dumb terminal": {"TERM=dumb", waits},
		"no terminal":     {"TERM=", waits},
		"redirected":      {"TERM=xterm", "{ " + waits + "; } 2>log; cat log"},
		"silent":          {"TERM=xterm", "FTSH_LOG_LEVEL=silent; " + waits},
		"short": {"TERM=xterm",
			"try 2 times every 100ms; [ $FTSH_ATTEMPT = 2 ]; end; echo done"},
		"an asynchronous list": {"TERM=xterm", "{ " + waits + "; } & wait"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := screen(t, []string{c.term}, "-c", c.script, "s"); got != "done\r\n" {
				t.Errorf("%q", got)
			}
		})
	}
}

// The status line is never in a log file, and the record is then not on the terminal.
func TestStatusLineIsNotInTheLog(t *testing.T) {
	t.Parallel()
	log := t.TempDir() + "/log"
	got := screen(t, []string{"TERM=xterm", "FTSH_LOG_FILE=" + log}, "-c",
		"try 2 times every 2s; false; end", "s")
	if !strings.HasSuffix(got, "\r\x1b[K") {
		t.Errorf("%q", got)
	}
	text, err := os.ReadFile(log)
	if err != nil || bytes.ContainsRune(text, '\x1b') || bytes.Count(text, []byte("\n")) != 2 {
		t.Errorf("%q, %v", text, err)
	}
}
