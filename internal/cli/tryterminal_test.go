//go:build linux

package cli_test

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// onTerminal starts a call on a terminal of its own and returns the terminal's other side.
func (b *bench) onTerminal(t *testing.T, c call) (*exec.Cmd, *os.File) {
	t.Helper()
	cmd := b.command(c)
	tty, err := pty.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tty.Close() })
	if err := tty.SetDeadline(time.Now().Add(2 * time.Minute)); err != nil { // in case it hangs
		t.Fatal(err)
	}
	return cmd, tty
}

// On a terminal nothing is held, and the command may read it.
func TestTryOnATerminal(t *testing.T) {
	b := newTryBench(t)
	cmd, tty := b.onTerminal(t, call{argv: sh("2", "times", "every", "0s", "--", "sh", "-c",
		"stty -echo; echo ask; read x; echo got $x; [ $x = b ]")})
	r := bufio.NewReader(tty)
	var lines []string
	for _, answer := range []string{"a\n", "b\n"} {
		for range 2 {
			line, err := r.ReadString('\n')
			if err != nil {
				t.Fatalf("%v behind %q", err, lines)
			}
			if line = strings.TrimSpace(line); line == "ask" {
				if _, err := io.WriteString(tty, answer); err != nil {
					t.Fatal(err)
				}
			}
			lines = append(lines, line)
		}
	}
	if err := cmd.Wait(); err != nil || strings.Join(lines, "|") != "ask|got a|ask|got b" {
		t.Errorf("%q, %v", lines, err)
	}
}

// Ctrl-C ends the block, even if the command exits in its own way for it.
func TestTryInterrupted(t *testing.T) {
	b := newTryBench(t)
	cmd, tty := b.onTerminal(t, call{argv: sh("5", "times", "every", "0s", "--", "sh", "-c",
		"trap 'exit 20' INT; echo ready; sleep 1000 & wait")})
	line, err := bufio.NewReader(tty).ReadString('\n')
	if err != nil || strings.TrimSpace(line) != "ready" {
		t.Fatalf("%q, %v", line, err)
	}
	if _, err := tty.Write([]byte{3}); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if got := cmd.ProcessState.Sys().(syscall.WaitStatus); !got.Signaled() ||
		got.Signal() != syscall.SIGINT {
		t.Errorf("ended by %v", cmd.ProcessState)
	}
}

// Ctrl-Z stops ftry and the command, one job together, and fg continues both.
func TestTrySuspended(t *testing.T) {
	b := newTryBench(t)
	cmd := b.command(call{argv: sh("for", "1", "hour", "--", "sh", "-c",
		"echo ready >&2; read x; echo got $x")})
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // as in a shell with jobs
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	cmd.Stdout = &out
	b.ready(t, cmd)
	signal := func(s syscall.Signal) {
		t.Helper()
		if err := syscall.Kill(-cmd.Process.Pid, s); err != nil {
			t.Fatal(err)
		}
	}
	signal(syscall.SIGTSTP)
	var info unix.Siginfo
	if err := unix.Waitid(unix.P_PID, cmd.Process.Pid, &info, unix.WSTOPPED|unix.WNOWAIT,
		nil); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, "x\n"); err != nil {
		t.Fatal(err)
	}
	signal(syscall.SIGCONT)
	if err := cmd.Wait(); err != nil || out.String() != "got x\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// Processes left by a killed ftry are ended.
func TestTryKilled(t *testing.T) {
	b := newTryBench(t)
	cmd := b.command(call{argv: sh("--kill-timeout=100ms", "forever", "--", "sh", "-c", daemon)})
	errs := b.ready(t, cmd)
	b.untilWatched(t, cmd.Process.Pid)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(errs)
	_ = cmd.Wait()
	if err != nil || len(rest) > 0 {
		t.Errorf("%q, %v", rest, err)
	}
}

// untilWatched returns when pid has its watchdog, started after the block has run for a while.
func (b *bench) untilWatched(t *testing.T, pid int) {
	t.Helper()
	for until := time.Now().Add(time.Minute); time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
		out, _ := exec.Command("ps", "-o", "args=", "--ppid", strconv.Itoa(pid)).Output()
		if strings.Contains(string(out), "--watchdog") {
			return
		}
	}
	t.Fatal("no watchdog in a minute")
}
