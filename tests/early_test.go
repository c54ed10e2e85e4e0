//go:build linux

package tests

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/subject"
)

// early are signals that end a shell, with all those treated specially by the Go runtime: it prints
// goroutines for some, forgets some, and dies of others.
var early = []syscall.Signal{
	syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGILL, syscall.SIGTRAP,
	syscall.SIGABRT,
	syscall.SIGBUS, syscall.SIGFPE, syscall.SIGUSR1, syscall.SIGSEGV, syscall.SIGUSR2,
	syscall.SIGPIPE,
	syscall.SIGALRM, syscall.SIGTERM, syscall.SIGSYS, syscall.SIGVTALRM, syscall.SIGPROF,
	syscall.Signal(40),
}

// moments is a bit longer than the first moments of a shell.
func moments() time.Duration {
	if subject.Race() {
		return 150 * time.Millisecond
	}
	return 10 * time.Millisecond
}

// A signal ends a shell at every moment of its life as it ends any program, without a message.
func TestSignalInTheFirstMoments(t *testing.T) {
	for range 12 {
		for _, s := range early {
			cmd := faulty(t, "ulimit -c 0; read -r x")
			var errs bytes.Buffer
			cmd.Stderr = &errs
			stdin, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(rand.N(moments()))
			if err := cmd.Process.Signal(s); err != nil {
				t.Error(err)
			}
			_ = cmd.Wait()
			stdin.Close()
			if ws := cmd.ProcessState.Sys().(syscall.WaitStatus); ws.Signal() != s ||
				errs.Len() > 0 {
				t.Errorf("%v: %v, %.300q", s, cmd.ProcessState, errs.String())
			}
		}
	}
}

// A signal ignored at the shell's start has no effect.
func TestIgnoredSignalInTheFirstMoments(t *testing.T) {
	for range 4 {
		for _, s := range early {
			cmd := faulty(t, "read -r x; echo $x")
			cmd.Args = append([]string{"sh", "-c", "trap '' " + strconv.Itoa(int(s)) +
				"; echo ready; exec \"$0\" \"$@\"", cmd.Path}, cmd.Args[1:]...)
			cmd.Path = "/bin/sh"
			var errs bytes.Buffer
			cmd.Stderr = &errs
			stdin, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			stdout, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadFull(stdout, make([]byte, len("ready\n"))); err != nil {
				t.Fatal(err)
			}
			time.Sleep(rand.N(moments()))
			if err := cmd.Process.Signal(s); err != nil {
				t.Error(err)
			}
			_, _ = io.WriteString(stdin, "alive\n")
			out, _ := io.ReadAll(stdout)
			if err := cmd.Wait(); err != nil || string(out) != "alive\n" || errs.Len() > 0 {
				t.Errorf("%v: %v, %q, %.300q", s, err, out, errs.String())
			}
		}
	}
}

// A list in the background is a shell that starts, too. A signal sent to its process ID is not
// lost.
func TestSignalToAListThatStarts(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGUSR1, syscall.SIGQUIT} {
		for _, list := range []string{"read -r x; :", "exec sleep 1000"} {
			cmd := faulty(t, "set -m; ulimit -c 0; while read -r i; do { "+list+
				"; } <&3 & echo $!; wait $!; echo $?; done")
			r, w, err := os.Pipe() // without a writer
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			defer w.Close()
			cmd.ExtraFiles = append(cmd.ExtraFiles, r)
			var errs bytes.Buffer
			cmd.Stderr = &errs
			stdin, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			stdout, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			out := bufio.NewReader(stdout)
			for range 40 {
				_, _ = io.WriteString(stdin, "another\n")
				line, _ := out.ReadString('\n')
				pid, err := strconv.Atoi(strings.TrimSuffix(line, "\n"))
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(rand.N(moments()))
				if err := syscall.Kill(pid, s); err != nil {
					t.Error(err)
				}
				if line, err := out.ReadString('\n'); line != strconv.Itoa(128+int(s))+"\n" {
					t.Fatalf("%v, { %s; } &: status %q, %v", s, list, line, err)
				}
			}
			stdin.Close()
			if err := cmd.Wait(); err != nil && !errors.As(err, new(*exec.ExitError)) {
				t.Error(err)
			}
			if strings.Contains(errs.String(), "goroutine") {
				t.Errorf("%v: %.300s", s, errs.String())
			}
		}
	}
}
