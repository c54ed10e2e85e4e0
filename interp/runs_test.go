//go:build linux

package interp_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ftsh/internal/standalone"
	"ftsh/interp"
	"ftsh/parser"
)

// A session is a shell for several scripts, in a directory of its own.
type session struct {
	*interp.Shell
	t   *testing.T
	dir string
	out bytes.Buffer
}

func newSession(t *testing.T, opts interp.Options) *session {
	t.Helper()
	s := &session{t: t, dir: t.TempDir()}
	opts.Stdout, opts.Stderr = &s.out, &s.out
	opts.Dir, opts.Env, opts.Kill.Timeout = s.dir, []string{searchPath}, 100*time.Millisecond
	var err error
	if s.Shell, err = interp.New(opts); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// run runs text, and compares its output and status.
func (s *session) run(text, out string, status int) {
	s.t.Helper()
	s.out.Reset()
	got, err := s.Run(context.Background(), "test", text)
	if err != nil || got != status || s.out.String() != out {
		s.t.Errorf("%s\nstatus %d, output %q, %v; want %d, %q", text, got, s.out.String(), err,
			status, out)
	}
}

var errEnough = errors.New("enough")

// end returns a context that ends when a file exists.
func (s *session) end(file string) context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	s.t.Cleanup(func() { cancel(nil) })
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(filepath.Join(s.dir, file)); err == nil {
				cancel(errEnough)
			}
			time.Sleep(time.Millisecond)
		}
	}()
	return ctx
}

// ended checks that a call returned because its context had ended.
func (s *session) ended(status int, err error) {
	s.t.Helper()
	if status != 143 || !errors.Is(err, errEnough) || s.Exited() {
		s.t.Errorf("status %d, %v, exited %v", status, err, s.Exited())
	}
}

func TestShellLivesAfterContextEnded(t *testing.T) {
	for _, text := range []string{
		": >go; sleep 60", "f() { local x=2; x=3; : >go; sleep 60; }; f",
		": >go; while :; do :; done",
		"(: >go; sleep 60)", ": >go; sleep 60 | cat", "y=$(: >go; sleep 60)",
		": >go; eval 'sleep 60' >out",
		"try forever every 1 hour; : >go; false; end", "forall x in a b; : >go; sleep 60; end",
		"x=4 sh -c ': >go; sleep 60'", "for i in 1 2; do : >go; sleep 60; done",
		": >go; sleep 60 & wait",
		"try; : >go; false; catch; sleep 60; end",
		"set -o brittle; set +o brittle; : >go; sleep 60",
		"set -- a; getopts a o; : >go; sleep 60",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			s := newSession(t, interp.Options{})
			s.run("x=1; f() { echo f; }", "", 0)
			for range 2 {
				s.ended(s.Run(s.end("go"), "test", text+"\necho no"))
				s.run("echo $? $x; rm -f go", "143 1\n", 0)
				s.run("f() { echo $LINENO; return 3; }\nf; echo $?; (exit 4)", "1\n3\n", 4)
				s.run("try 2 times every 1 ms; false; catch; echo caught; end; echo $-",
					"caught\n\n", 0)
			}
		})
	}
}

func TestNothingRunsInEndedContext(t *testing.T) {
	s := newSession(t, interp.Options{})
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errEnough)
	s.ended(s.Run(ctx, "test", ": >f"))
	script, err := parser.Parse(": >f", parser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.ended(s.RunScript(ctx, script))
	s.run("[ -e f ] || echo none; trap", "none\n", 0)
}

func TestDeadlineOfOneRun(t *testing.T) {
	s := newSession(t, interp.Options{})
	ctx, cancel := context.WithTimeoutCause(context.Background(), 20*time.Millisecond, errEnough)
	defer cancel()
	s.ended(s.Run(ctx, "test", "sleep 60"))
	s.run("try for 1 hour; sleep 0.05; echo on; end", "on\n", 0)
}

// The jobs of a call end with it; those of earlier calls go on.
func TestJobsOfAnEndedRun(t *testing.T) {
	for what, job := range map[string]string{
		"program": "sh -c 'until [ -e stop ]; do sleep 0.01; done; echo NAME >>done' &",
		// The list's shell may say that its sleep was terminated, before it is so itself.
		"list": "{ until [ -e stop ]; do sleep 0.01; done; echo NAME >>done; } 2>/dev/null &",
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			s := newSession(t, interp.Options{})
			s.run(strings.ReplaceAll(job, "NAME", "first"), "", 0)
			s.run("a=$!", "", 0)
			s.ended(s.Run(s.end("go"), "test", strings.ReplaceAll(job, "NAME", "second")+
				" b=$!; : >go; wait"))
			s.run("wait $b; echo $?", "143\n", 0)
			s.run(": >stop; wait $a; echo $?; cat done", "0\nfirst\n", 0)
		})
	}
}

// A list in the process may outlive its call and start lists of its own. These belong to the same
// call, and the end of a later one does not affect them.
func TestListsOfAListOfAnEarlierRun(t *testing.T) {
	s := newSession(t, interp.Options{})
	s.run("{ until [ -e stop ]; do sleep 0.01; done; { echo inner >>done; } & wait; echo outer "+
		">>done; } & a=$!", "", 0)
	s.ended(s.Run(s.end("go"), "test", ": >go; sleep 60"))
	s.run(": >stop", "", 0)
	for { // nothing runs in the shell meanwhile
		if text, _ := os.ReadFile(filepath.Join(s.dir, "done")); string(text) == "inner\nouter\n" {
			break
		}
		time.Sleep(time.Millisecond)
	}
	s.run("wait $a; echo $?", "0\n", 0)
}

func TestExitTrapAtClose(t *testing.T) {
	s := newSession(t, interp.Options{})
	s.run("trap 'echo bye $?; { echo list; } & wait; exit 7' EXIT", "", 0)
	s.ended(s.Run(s.end("go"), "test", ": >go; sleep 60"))
	s.run("echo on; (exit 5)", "on\n", 5)
	s.out.Reset()
	if err := s.Close(); err != nil || s.out.String() != "bye 5\nlist\n" || s.Status() != 7 ||
		!s.Exited() {
		t.Errorf("%v, output %q, status %d, exited %v", err, s.out.String(), s.Status(), s.Exited())
	}
	if err := s.Close(); err != nil || s.out.String() != "bye 5\nlist\n" {
		t.Errorf("the second time: %v, output %q", err, s.out.String())
	}
}

// An exit while the context ends has one of the two effects, never half of each.
func TestExitAtTheSameTime(t *testing.T) {
	for range 30 {
		s := newSession(t, interp.Options{})
		s.run("trap 'echo bye' EXIT", "", 0)
		ctx, cancel := context.WithCancelCause(context.Background())
		time.AfterFunc(time.Millisecond, func() { cancel(errEnough) })
		status, err := s.Run(ctx, "test",
			"i=0; while [ $i -lt 300 ]; do i=$((i + 1)); done; exit 9")
		switch {
		case status == 9 && err == nil && s.Exited() && s.out.String() == "bye\n":
		case status == 143 && errors.Is(err, errEnough) && !s.Exited() && s.out.String() == "":
			s.run("echo on", "on\n", 0)
		default:
			t.Fatalf("status %d, %v, exited %v, output %q", status, err, s.Exited(), s.out.String())
		}
	}
}

func TestSignalEndsTheShellForGood(t *testing.T) {
	s := newSession(t, interp.Options{})
	status, err := s.Run(context.Background(), "test", "trap 'echo bye' EXIT; kill $$; echo no")
	var signal *interp.SignalError
	if !errors.As(err, &signal) || signal.Signal.String() != "terminated" || status != 143 ||
		!s.Exited() || s.out.String() != "bye\n" {
		t.Errorf("status %d, %v, exited %v, output %q", status, err, s.Exited(), s.out.String())
	}
}

func TestRunInputAfterContextEnded(t *testing.T) {
	r, w := io.Pipe()
	s := newSession(t, interp.Options{Stdin: r})
	go w.Write([]byte(": >go; sleep 60\n"))
	s.ended(s.RunInput(s.end("go"), "input"))
	s.run("rm go", "", 0)
	go w.Write([]byte(": >go\n"))
	s.ended(s.RunInput(s.end("go"), "input")) // while it reads
	go func() {
		w.Write([]byte("echo on $?; (exit 3)\n"))
		w.Close()
	}()
	s.out.Reset()
	if status, err := s.RunInput(context.Background(), "input"); status != 3 || err != nil ||
		s.out.String() != "on 143\n" {
		t.Errorf("status %d, %v, output %q", status, err, s.out.String())
	}
}

func TestPromptAfterContextEnded(t *testing.T) {
	alone := &standalone.Options{Interactive: true}
	s := newSession(t, interp.Options{Standalone: alone})
	lines := make(chan string, 3)
	alone.Read = func(standalone.Prompt) (string, error) {
		line, ok := <-lines
		if !ok {
			return "", io.EOF
		}
		return line, nil
	}
	lines <- ": >go; sleep 60\n"
	s.ended(s.RunInput(s.end("go"), ""))
	s.run("rm go; trap 'echo bye' EXIT", "", 0)
	lines <- "echo on $?; exit 6\n"
	s.out.Reset()
	status, err := s.RunInput(context.Background(), "")
	if status != 6 || err != nil || !s.Exited() || s.out.String() != "on 0\nbye\n" {
		t.Errorf("status %d, %v, exited %v, output %q", status, err, s.Exited(), s.out.String())
	}
}

// The end of the context does not wait for a reader that still waits for a line.
func TestPromptLeavesTheReaderBehind(t *testing.T) {
	alone := &standalone.Options{Interactive: true}
	s := newSession(t, interp.Options{Standalone: alone})
	reading := make(chan struct{})
	lines := make(chan string)
	ctx, cancel := context.WithCancelCause(context.Background())
	go func() {
		<-reading
		cancel(errEnough)
	}()
	alone.Read = func(standalone.Prompt) (string, error) {
		close(reading)
		return <-lines, nil
	}
	s.ended(s.RunInput(ctx, ""))
	lines <- "echo lost\n"
	s.run("echo on", "on\n", 0)
}
