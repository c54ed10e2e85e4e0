//go:build linux

package repl_test

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/subject"
)

// SIGINT that ends any member of a foreground job ends the command line. Here members send it to
// themselves, since the terminal's SIGINT reaches all at once.
func TestInterruptedJobs(t *testing.T) {
	sh := built(t)
	for name, line := range map[string]string{
		"a command":                 "sh -c 'kill -INT $$'",
		"the first of a pipeline":   "sh -c 'kill -INT $$' | cat",
		"the last of a pipeline":    ": | sh -c 'kill -INT $$'",
		"a subshell's":              "(sh -c 'kill -INT $$'; :)",
		"all of a pipeline":         "sh -c 'kill -INT 0' | cat | sh -c 'cat; :'",
		"one that did not send it":  "sh -c 'trap : INT; until [ -e on ]; do sleep 0.01; done; rm on; kill -INT 0' | { : >on; read x; :; }",
		"while the rest starts":     "sh -c 'kill -INT 0' | cat | cat | cat | cat | cat",
		"a pipeline in a list":      "{ sh -c 'kill -INT $$' | cat; } && :",
		"a function's in a loop":    "f() { sh -c 'kill -INT $$' | cat; }; while :; do f; done",
		"a pipeline in the block's": "try for 1 hour; sh -c 'kill -INT $$' | cat; end",
	} {
		t.Run(name, func(t *testing.T) {
			term := open(t, sh, nil)
			term.prompt()
			for range 3 {
				term.keys(line + "; echo n''o\r")
				term.fresh()
				term.run("echo st=$?", "st=130\r\n")
			}
			for _, bad := range []string{"\nno\r\n", "not permitted", "canceled", "no such"} {
				if bytes.Contains(term.out, []byte(bad)) {
					t.Errorf("%q in %q", bad, term.out)
				}
			}
		})
	}
}

// A program that continues after SIGINT, such as a pager, ends its job itself.
func TestInterruptedPager(t *testing.T) {
	sh := built(t)
	pager := "sh -c 'trap : INT; echo rea''dy; while ! [ -e go ]; do sleep 0.01; done; echo al''ive'"
	t.Run("of a pipeline", func(t *testing.T) { interruptPager(t, sh, "yes | "+pager) })
	t.Run("of a subshell", func(t *testing.T) { interruptPager(t, sh, "(:; "+pager+"; :)") })
	t.Run("of a list", func(t *testing.T) { interruptPager(t, sh, "yes | { "+pager+"; :; }") })
}

func interruptPager(t *testing.T, sh subject.Shell, line string) {
	t.Helper()
	term := open(t, sh, nil)
	term.prompt()
	term.keys(line + "; echo n''o\r")
	term.expect("ready\r\n")
	term.keys(ctrlC)
	// Long enough for anything that would end it.
	time.Sleep(300 * time.Millisecond)
	if err := os.WriteFile(filepath.Join(term.home, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	term.expect("alive\r\n")
	term.fresh()
	term.run("echo st=$?", "st=130\r\n")
	if bytes.Contains(term.out, []byte("\nno\r\n")) {
		t.Errorf("the line went on: %q", term.out)
	}
}

// The same holds when the job was stopped before and fg continued it.
func TestInterruptedAfterStop(t *testing.T) {
	sh := built(t)
	for name, line := range map[string]string{
		"a command":  "sleep 1000",
		"a pipeline": "sleep 1000 | cat",
		"a subshell": "(sleep 1000; :)",
	} {
		t.Run(name, func(t *testing.T) {
			term := open(t, sh, nil)
			term.keys(line + "\r")
			term.awaitStart("sleep")
			if name == "a pipeline" {
				term.awaitStart("cat") // one that is started later does not get the Ctrl-Z
			}
			term.keys(ctrlZ)
			term.expect("Stopped")
			term.fresh()
			term.keys("fg; echo n''o\r")
			term.awaitStart("sleep")
			term.keys(ctrlC)
			term.fresh()
			term.run("echo st=$?", "st=130\r\n")
			if bytes.Contains(term.out, []byte("\nno\r\n")) {
				t.Errorf("the line went on: %q", term.out)
			}
		})
	}
}

// A SIGINT that the job survived does not matter to a later line, if the job was stopped and
// continued in the background.
func TestInterruptedInTheBackground(t *testing.T) {
	term := open(t, built(t), nil)
	term.keys("(sleep 1000; :)\r")
	term.awaitStart("sleep")
	term.keys(ctrlZ)
	term.expect("Stopped")
	term.fresh()
	if err := syscall.Mkfifo(filepath.Join(term.home, "f"), 0o600); err != nil {
		t.Fatal(err)
	}
	term.run("bg", "[1] (sleep 1000; :)\r\n")
	term.keys("kill -INT %1; read x <f; echo \"<$x>\"\r")
	term.await("the end of sleep", func() bool { return len(term.named("sleep")) == 0 })
	f, err := os.OpenFile(filepath.Join(term.home, "f"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("goes on\n"); err != nil {
		t.Fatal(err)
	}
	term.expect("<goes on>\r\n")
	term.run("wait; echo do''ne", "done\r\n")
}
