package cli

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// atTerminal runs ftsh-view with a terminal of so many columns, and returns what it wrote.
func atTerminal(t *testing.T, columns uint16, env map[string]string, args ...string) string {
	t.Helper()
	master, tty, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	defer master.Close()
	if err := pty.Setsize(master, &pty.Winsize{Cols: columns, Rows: 24}); err != nil {
		t.Fatal(err)
	}
	_ = master.SetReadDeadline(time.Now().Add(time.Minute))
	written := make(chan string)
	go func() {
		var all strings.Builder
		buf := make([]byte, 4096)
		for {
			n, err := master.Read(buf)
			all.Write(buf[:n])
			if err != nil { // EIO: the other side is closed
				written <- strings.ReplaceAll(all.String(), "\r\n", "\n")
				return
			}
		}
	}()
	status := Main(args, func(name string) string { return env[name] }, strings.NewReader(""), tty, os.Stderr)
	tty.Close()
	if status != 0 {
		t.Errorf("status %d", status)
	}
	return <-written
}

// A terminal gets text of its width, with colours unless they are not wanted.
func TestTerminal(t *testing.T) {
	name := file(t, trace)
	if got := atTerminal(t, 44, nil, name); !strings.Contains(got, "\x1b[34m"+strings.Repeat("━", 17)+"\x1b[0m\n") {
		t.Errorf("%q", got)
	}
	if got := atTerminal(t, 44, map[string]string{"NO_COLOR": "1"}, name); strings.Contains(got, "\x1b") ||
		!strings.Contains(got, strings.Repeat("━", 17)+"\n") {
		t.Errorf("NO_COLOR: %q", got)
	}
	if got := atTerminal(t, 44, map[string]string{"COLUMNS": "60"}, name); !strings.Contains(got, strings.Repeat("━", 26)) {
		t.Errorf("COLUMNS: %q", got)
	}
	if got := atTerminal(t, 44, nil, "--html", name); !strings.HasPrefix(got, "<!DOCTYPE html>") {
		t.Errorf("--html: %.100q", got)
	}
}
