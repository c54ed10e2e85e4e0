//go:build linux

package tests

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/subject"
)

// faulty is ftsh -c script, for a run on a faulty system. It has a directory of its own and is
// ended with the test.
func faulty(t *testing.T, script string) *exec.Cmd {
	t.Helper()
	if subject.Standing() {
		t.Skip("other shells have no blocks")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	t.Cleanup(cancel)
	sh := shell.Get(t)
	cmd := exec.CommandContext(ctx, sh.Path, append(append([]string{}, sh.Args...), "-c",
		script)...)
	cmd.Args[0] = "ftsh"
	cmd.Dir = t.TempDir()
	cmd.Env = append(subject.Env(), "PATH=/usr/bin:/bin")
	cmd.WaitDelay = 30 * time.Second
	return cmd
}

// fullPipe is a pipe without room for another byte.
func fullPipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	n := int(w.Fd()) // makes it blocking
	if err := syscall.SetNonblock(n, true); err != nil {
		t.Fatal(err)
	}
	for size := 4096; size > 0; {
		if _, err := syscall.Write(n, make([]byte, size)); errors.Is(err, syscall.EAGAIN) {
			size /= 2
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.SetNonblock(n, false); err != nil {
		t.Fatal(err)
	}
	return r, w
}

func TestFullStandardErrorDoesNotHoldUpADeadline(t *testing.T) {
	_, full := fullPipe(t)
	for name, script := range map[string]string{
		"program":        "try for 300ms; yes >&2; catch; echo caught; end",
		"record":         "try for 300ms; sleep 1000; catch; echo caught; end",
		"diagnostic":     "try for 300ms; nosuchcommand; catch; echo caught; end",
		"trace":          "set -x; try for 300ms; :; catch; set +x; echo caught; end",
		"builtin":        "try for 300ms; getopts a: x -b; catch; echo caught; end",
		"prompt":         "try for 300ms; echo x >&2; catch; echo caught; end",
		"policy stopped": "try for 300ms or 1 time; false; catch; echo caught; end",
		"no more time":   "try for 300ms every 1h; false; catch; echo caught; end",
		"branches": "try for 300ms; forall i in 1 2 3 4; nosuchcommand; end; catch; echo " +
			"caught; end",
	} {
		cmd := faulty(t, script)
		cmd.Stderr = full
		if out, err := cmd.Output(); err != nil || string(out) != "caught\n" {
			t.Errorf("%s: %q, %v", name, out, err)
		}
	}
}

func TestFullStandardErrorDoesNotHoldUpASignal(t *testing.T) {
	_, full := fullPipe(t)
	for _, script := range []string{"try; false; end", "nosuchcommand", "set -x; :",
		"f() { false; }; forall i in 1 2 3; f; end"} {
		cmd := faulty(t, "trap 'set +x; echo bye' EXIT; echo ready; "+script)
		cmd.Stderr = full
		out := startReady(t, cmd)
		time.Sleep(50 * time.Millisecond) // it may begin to wait, or must end if not
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		rest, _ := io.ReadAll(out)
		_ = cmd.Wait()
		if ws := cmd.ProcessState.Sys().(syscall.WaitStatus); ws.Signal() != syscall.SIGTERM ||
			string(rest) != "bye\n" {
			t.Errorf("%s: %v, %q", script, cmd.ProcessState, rest)
		}
	}
}

// Records that could not be written are counted, and the count is reported once the output has a
// reader again.
func TestStuckStandardErrorTellsWhatItLost(t *testing.T) {
	r, full := fullPipe(t)
	cmd := faulty(t, "try for 100ms; nosuchcommand; end; nosuchcommand; nosuchcommand; echo "+
		"ready; read go; nosuchtwo; nosuchthree; true")
	cmd.Stderr = full
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	startReady(t, cmd)
	full.Close()
	if _, err := io.ReadFull(r, make([]byte, 65536)); err != nil {
		t.Fatal(err)
	}
	io.WriteString(stdin, "go\n")
	got, _ := io.ReadAll(r)
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	want := "ftsh: 4 messages lost: nobody read them\n" +
		"ftsh:1:87: nosuchtwo: not found\nftsh:1:98: nosuchthree: not found\n"
	if string(got) != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestBrokenStandardErrorEndsNothing(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	r.Close()
	for _, flags := range [][]string{nil, {"--log-level", "40"}} {
		cmd := faulty(t, "trap 'echo bye' EXIT; nosuchcommand; set -x; try; false; catch; echo "+
			"caught; end; forall i in 1 2; sh -c 'exit 3'; end; echo end")
		cmd.Args = append(append(cmd.Args[:len(cmd.Args)-2:len(cmd.Args)-2], flags...),
			cmd.Args[len(cmd.Args)-2:]...)
		cmd.Stderr = w
		if out, err := cmd.Output(); err != nil || string(out) != "caught\nend\nbye\n" {
			t.Errorf("%v: %q, %v", flags, strings.TrimSpace(string(out)), err)
		}
	}
}

// endless are commands with endless input or work.
var endless = map[string]string{
	"a line of a device": "read -r l </dev/zero",
	"a line of a file":   "read -r l <sparse",
	"a line up to x":     "read -r -d x l <sparse",
	"lines":              "while read -r l; do :; done <sparse",
	"a line of a pipe":   "cat sparse | { read -r l; echo never; }",
	"a sourced device":   ". /dev/zero",
	"a substitution":     "x=$(cat /dev/zero)",
	"printf":             "printf '%0100000d' $(seq 100000) >/dev/null",
	"growing": "x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; x=${x%????????????????}; " +
		"x=${x#$x}aaaaaaaaaaaaaaaa; done",
	"the longest suffix": "grow a 22; p=$(printf '%0400d' 0 | sed 's/0/[ab]/g'); " +
		"y=${x%%*${p}c*}",
	"the shortest suffix": "grow a 22; p=$(printf '%0400d' 0 | sed 's/0/[ab]/g'); " +
		"y=${x%*${p}c*}; echo never",
	"case": "grow a 22; p=$(printf '%0400d' 0 | sed 's/0/[ab]/g'); case $x in " +
		"*${p}c*) ;; esac; echo never",
	"splitting":               "grow 'a ' 22; while :; do set -- $x; done",
	"writing to a file":       "grow a 22; while :; do echo $x >f; done",
	"writing a here-document": "grow a 22; while :; do cat <<E >/dev/null\n$x\nE\ndone",
	"commands of an eval": "eval \"$(yes 'echo; ' | head -c 10000000)\" >/dev/null; while :; " +
		"do :; done",
}

// grow makes x that long, by doubling.
const grow = "grow() { x=$1; i=0; while [ $i -lt $2 ]; do x=$x$x; i=$((i+1)); done; }\n"

func TestEndlessCommandsEndAtADeadline(t *testing.T) {
	for name, script := range endless {
		t.Run(name, func(t *testing.T) {
			cmd := faulty(t, grow+"try for 500ms\n"+script+"\nend")
			sparse(t, cmd.Dir)
			cmd.Stderr = nil
			if err := cmd.Run(); cmd.ProcessState.ExitCode() != 124 {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestEndlessCommandsEndByASignal(t *testing.T) {
	for name, script := range endless {
		t.Run(name, func(t *testing.T) {
			cmd := faulty(t, grow+"trap 'echo bye' EXIT; (sleep 0.3; kill $$) &\n"+script)
			sparse(t, cmd.Dir)
			out, _ := cmd.Output()
			if ws := cmd.ProcessState.Sys().(syscall.WaitStatus); ws.Signal() != syscall.SIGTERM ||
				!strings.HasSuffix(string(out), "bye\n") {
				t.Errorf("%v, %.80q", cmd.ProcessState, out)
			}
		})
	}
}

func sparse(t *testing.T, dir string) {
	t.Helper()
	f, err := os.Create(dir + "/sparse")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(200 << 30); err != nil {
		t.Fatal(err)
	}
}

// Endless input does not take endless memory.
func TestEndlessInputIsBounded(t *testing.T) {
	cmd := faulty(t, ". ./sparse")
	cmd.Path = shell.Plain(t) // it reads 256 MiB byte by byte
	sparse(t, cmd.Dir)
	var errs strings.Builder
	cmd.Stderr = &errs
	_ = cmd.Run()
	if got := errs.String(); got != "ftsh:1:1: .: cannot open ./sparse: file too large\n" ||
		cmd.ProcessState.ExitCode() != 2 {
		t.Errorf("%q, %v", got, cmd.ProcessState)
	}
	cmd = faulty(t, "read -r l <sparse; echo $?; echo $((1+$(printf '%01048577d' 0 | tr 0 1)))")
	cmd.Path = shell.Plain(t)
	sparse(t, cmd.Dir)
	errs.Reset()
	cmd.Stderr = &errs
	out, _ := cmd.Output()
	if got := string(out) +
		errs.String(); got != "2\nftsh:1:1: read: the line is longer than 256 MiB\n"+
		"ftsh:1:34: arithmetic expression: the expression is longer than 1 MiB\n" {
		t.Errorf("%q", got)
	}
}

// With too few descriptors there is one message, or everything works.
func TestTooFewDescriptors(t *testing.T) {
	const message = "ftsh: too few free descriptors: at least 6 are needed (ulimit -n)\n"
	worked := 0
	for n := 4; n < 20; n++ {
		cmd := faulty(t, "try 1 time; x=$(sh -c 'echo a'); y=$(echo b | cat); { :; } & wait $!; "+
			"echo $x$y; end")
		file := cmd.Path
		cmd.Path = "/bin/sh"
		cmd.Args = append([]string{"sh", "-c", "ulimit -n " + strconv.Itoa(n) +
			` && exec "$0" "$@"`, file}, cmd.Args[1:]...)
		out, err := cmd.CombinedOutput()
		got := strings.ReplaceAll(string(out), file, "ftsh")
		switch {
		case err == nil && got == "ab\n":
			worked++
		case got == message && cmd.ProcessState.ExitCode() == 2 && worked == 0:
		case strings.Contains(got, "goroutine"), cmd.ProcessState.ExitCode() == 2, got == "":
			t.Errorf("%d: %v, %q", n, cmd.ProcessState, got)
		}
	}
	if worked == 0 {
		t.Error("it never worked")
	}
}

// limited is a command of faulty, run by a user of its own with this limit on processes and
// threads. prepare are commands of bash run first.
func limited(t *testing.T, user, processes int, prepare, script string) (cmd *exec.Cmd,
	errs *strings.Builder) {
	t.Helper()
	cmd = faulty(t, script)
	if err := os.Chmod(filepath.Dir(cmd.Path), 0o755); err != nil {
		t.Fatal(err)
	}
	file := cmd.Path
	cmd.Path, cmd.Dir = "/bin/bash", "/"
	cmd.Args = append([]string{"bash", "-c", fmt.Sprintf("ulimit -u %d || exit; %s\n", processes,
		prepare) + `exec -a ftsh "$0" "$@"`, file}, cmd.Args[1:]...)
	become(t, cmd, uint32(user))
	errs = new(strings.Builder)
	cmd.Stderr = errs
	return cmd, errs
}

// startReady starts a shell, and returns its output after the first line, "ready".
func startReady(t *testing.T, cmd *exec.Cmd) *bufio.Reader {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	rest := bufio.NewReader(out)
	if line, err := rest.ReadString('\n'); line != "ready\n" {
		t.Fatalf("%q: %q, %v", cmd.Args, line, err)
	}
	return rest
}

// Under a limit of processes the attempt fails and is repeated, and nothing of it is left.
func TestTooFewProcesses(t *testing.T) {
	const user = 61234
	for round := range 5 {
		cmd, errs := limited(t, user, 200, "",
			"try for 3s; forall i in $(seq 300); sleep 1; end; catch; echo caught $FTSH_REASON; "+
				"end; echo $?")
		if out, err := cmd.Output(); err != nil || string(out) != "caught deadline\n0\n" {
			t.Errorf("round %d: %q, %v, %.300s", round, out, err, errs)
		}
		if left, _ := exec.Command("ps", "-u", strconv.Itoa(user), "-o",
			"pid,args").Output(); strings.Count(string(left), "\n") != 1 {
			t.Errorf("round %d: left\n%s", round, left)
		}
	}
}

// The same, but the fault ends: the next attempt then succeeds.
func TestProcessesComeBack(t *testing.T) {
	cmd, errs := limited(t, 61235, 220, "", `
i=0 pids=
while [ $i -lt 170 ]; do sleep 1000 >/dev/null 2>&1 & pids="$pids $!" i=$((i+1)); done
try for 5m every 100ms
	seconds=1000
	[ $FTSH_ATTEMPT -eq 1 ] || { kill $pids 2>/dev/null || :; wait $pids || :; seconds=0.1; }
	forall i in $(seq 60); sleep $seconds; end
end
echo $?`)
	if out, err := cmd.Output(); err != nil || string(out) != "0\n" ||
		!strings.Contains(errs.String(), "resource temporarily unavailable") {
		t.Errorf("%q, %v, %.300q", out, err, errs)
	}
}

// The Go runtime ends a program if it cannot get a thread. Concurrent work in a block first checks
// for free threads, and the attempt fails while there are none.
func TestTooFewThreads(t *testing.T) {
	n := runtime.GOMAXPROCS(0)
	dir := t.TempDir()
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	fifo := filepath.Join(dir, "fifo")
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, script := range []string{
		"try 2 times every 1ms; forall i in $(seq 30); read -r x <" + fifo +
			"; end; catch; echo caught $FTSH_STATUS; end",
		"try 2 times every 1ms; : | : | : | : | : | : | : | : | : | : | :; catch; echo caught " +
			"$FTSH_STATUS; end",
	} {
		cmd, errs := limited(t, 61236, n+18, "", script)
		if out, err := cmd.Output(); err != nil || string(out) != "caught 126\n" ||
			!strings.HasPrefix(errs.String(),
				"ftsh:1:24: cannot start threads: resource temporarily unavailable\n") {
			t.Errorf("%s: %q, %v, %.300q", script, out, err, errs)
		}
	}
}

// The same, but the fault ends; also the fault of another shell about to run a list.
func TestThreadsComeBack(t *testing.T) {
	n := runtime.GOMAXPROCS(0)
	const users = "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 2 >/dev/null 2>&1 & done"
	for i, script := range []string{
		"try for 5m every 100ms; { :; } & wait $!; end; echo $?",
		"try for 5m every 100ms; : | : | : | :; end; echo $?",
	} {
		cmd, errs := limited(t, 61237+i, 12+n+8, users, script)
		if out, err := cmd.Output(); err != nil || string(out) != "0\n" ||
			!strings.Contains(errs.String(), "resource temporarily unavailable") {
			t.Errorf("%s: %q, %v, %.300q", script, out, err, errs)
		}
	}
}

// A shell ended by SIGKILL takes the processes of its blocks along, once they have run for half a
// second: processes of attempts and of check lists, whatever they do to escape, and even after the
// shell has tried to give its place to a program.
func TestKilledShellTakesItsBlocksAlong(t *testing.T) {
	for _, script := range []string{
		"try; (setsid sleep 1000 &); echo ready; forall i in 1 2; (trap '' TERM; sleep 1000; " +
			"sleep 1000) | cat; end; end",
		"try; try; (env -i setsid sleep 1000 &); end; echo ready; sleep 1000; end",
		"try; sleep 0.6; (env -i setsid sleep 1000 &); echo ready; sleep 1000; end",
		"try; false; check; echo ready; env -i setsid sleep 1000; end",
		"try for 200ms; (trap 'echo ready >&9; sleep 1000' EXIT; sleep 1000); end 9>&1",
		"try; sleep 0.6; exec /proc/version || { echo ready; env -i setsid sleep 1000; }; end",
	} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd := faulty(t, script)
		cmd.Args = append([]string{cmd.Args[0], "--kill-timeout", "5s"}, cmd.Args[1:]...)
		cmd.Stderr = w // held by all processes of the block, but not the watchdog
		startReady(t, cmd)
		w.Close()
		awaitWatchdog(t, cmd.Process.Pid)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if err := r.SetReadDeadline(time.Now().Add(2 * time.Minute)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(r); err != nil {
			t.Errorf("%s: something lives on: %v", script, err)
		}
		r.Close()
	}
}

// The watchdog ends processes with the grace of their block, even if it is inside another block.
// The shell's kill timeout is long.
func TestKilledShellKeepsTheGraceOfItsBlocks(t *testing.T) {
	const stubborn = `sh -c 'trap "echo \$0 INT >>got" INT; trap "echo \$0 TERM >>got" TERM; ` +
		`echo ready >&9; while :; do sleep 0.1; done' `
	for script, want := range map[string]string{
		"try grace 10 s; " + stubborn +
			"a; end 9>&1": "a TERM\n",
		"forall i grace 10 s in a; " + stubborn +
			"$i; end 9>&1": "a TERM\n",
		"try; try grace 10 s signal INT; " + stubborn +
			"a; end; end 9>&1": "a INT\n",
		"try; try; try grace 10 s; try; env -i setsid " + stubborn +
			"a; end; end; end; end 9>&1": "a TERM\n",
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			cmd := faulty(t, script)
			cmd.Args = append([]string{cmd.Args[0], "--kill-timeout", "1h"}, cmd.Args[1:]...)
			cmd.Stderr = w // held by all processes of the block
			startReady(t, cmd)
			w.Close()
			awaitWatchdog(t, cmd.Process.Pid)
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			if err := r.SetReadDeadline(time.Now().Add(2 * time.Minute)); err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadAll(r); err != nil {
				t.Fatalf("%s: something lives on: %v", script, err)
			}
			r.Close()
			if got, err := os.ReadFile(filepath.Join(cmd.Dir, "got")); err != nil ||
				string(got) != want {
				t.Errorf("%s: got %q, %v, want %q", script, got, err, want)
			}
		})
	}
}

// awaitWatchdog returns when a shell has been watched for a moment.
func awaitWatchdog(t *testing.T, shell int) {
	for range 600 {
		children, _ := exec.Command("ps", "-o", "args=", "--ppid", strconv.Itoa(shell)).Output()
		if time.Sleep(100 * time.Millisecond); strings.Contains(string(children), "--watchdog") {
			time.Sleep(300 * time.Millisecond)
			return
		}
	}
	t.Fatal("nobody watches")
}

// A program in the shell's place in a block is not taken for a killed shell, and has no children
// except its own.
func TestExecInAWatchedBlock(t *testing.T) {
	const children = `for p in /proc/[0-9]*/stat; do read -r pid name state parent rest <$p; ` +
		`[ "$parent" != $$ ] || echo child $name $state; done; sleep 1; echo alive`
	for _, script := range []string{
		"try; sleep 0.8; exec sh -c '" + children + "'; end",
		"try; sleep 0.8; exec 2>/dev/null; exec /proc/version; catch; exec sh -c '" + children +
			"'; end",
		"try; sleep 0.8; end; exec sh -c '" + children + "'",
	} {
		cmd := faulty(t, script)
		if out, err := cmd.Output(); err != nil || string(out) != "alive\n" {
			t.Errorf("%.60s: %q, %v", script, out, err)
		}
	}
}

// An attempt that writes without end fails before its held output takes the last room of a disk.
func TestHeldOutputLeavesAReserve(t *testing.T) {
	cmd := faulty(t, "mount -t tmpfs -o size=64m none . || exit 9; TMPDIR=$PWD; try 2 times "+
		"every 0s; yes; end | head -1; echo $?; df --output=avail -k $TMPDIR | tail -1")
	unshare, err := exec.LookPath("unshare")
	if err != nil {
		t.Skip(err)
	}
	cmd.Args = append([]string{"unshare", "-m", cmd.Path}, cmd.Args[1:]...)
	cmd.Path = unshare
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if os.Getuid() != 0 || cmd.ProcessState.ExitCode() == 9 {
		t.Skip("cannot mount")
	}
	if err != nil || string(out) != "0\n65536\n" || strings.Count(errs.String(),
		"no space left on device beyond the reserve (see streaming)") != 3 {
		t.Errorf("%q, %v, %s", out, err, errs.String())
	}
}

// The watchdog is there for long blocks only, and ends with the shell.
func TestWatchdogIsThereForLongBlocksOnly(t *testing.T) {
	const look = `{ for p in /proc/[0-9]*/stat; do read -r pid name state parent rest <$p; ` +
		`[ "$parent" != $$ ] || tr '\\0' ' ' <${p%stat}cmdline; done; } 2>/dev/null | grep -q ` +
		`"watch[d]og"`
	run := func(script string) string {
		out, err := faulty(t, script).Output() // also waits for all holders of the pipe
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if out := run("try; until " + look +
		"; do sleep 0.1; done; echo there; end"); out != "there\n" {
		t.Errorf("a long block: %q", out)
	}
	// A short block may become long on a busy machine.
	for try := 0; run("try; "+look+" && echo there || echo none; end") != "none\n"; try++ {
		if try == 50 {
			t.Fatal("a short block: it is there")
		}
	}
}

// A write of the shell itself beyond the limit on file sizes fails, for any purpose. SIGXFSZ would
// end the shell before its blocks.
func TestFileSizeLimitEndsNoShell(t *testing.T) {
	for name, c := range map[string]struct{ command, errs string }{
		"here-document": {"cat <<E\n$(head -c 300000 /dev/zero | tr '\\0' x)\nE\n",
			"cannot make a here-document: file too large"},
		"builtin": {"printf '%5000d' 1 >f", "printf: write error: file too large"},
	} {
		cmd := faulty(t, "ulimit -f 1; try for 20s or 2 times every 1ms; sleep 1000 & "+c.command+
			"\nend || echo failed; (ulimit -c 0; kill -XFSZ $$); echo no")
		var errs strings.Builder
		cmd.Stderr = &errs
		out, err := cmd.Output()
		ws := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if string(out) != "failed\n" || !strings.Contains(errs.String(), c.errs) ||
			ws.Signal() != syscall.SIGXFSZ {
			t.Errorf("%s: %q, %v, %s", name, out, err, errs.String())
		}
	}
}
