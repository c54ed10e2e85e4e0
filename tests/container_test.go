//go:build linux

package tests

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/subject"
)

// first is the command with the arguments args as the first process of a PID namespace, as in a
// container, with a /proc of its own. It skips the test if the system refuses this.
func first(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	const enter = `mount -t proc proc /proc && exec "$@"`
	probe := namespaced("sh", "-c", enter, "sh", "true")
	if out, err := probe.CombinedOutput(); err != nil {
		t.Skipf("no namespace of processes: %v %s", err, out)
	}
	cmd := namespaced("sh", append([]string{"-c", enter, "sh"}, args...)...)
	cmd.Dir = t.TempDir()
	return cmd
}

// namespaced is a command in new namespaces of processes and mounts.
func namespaced(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWPID,
		Unshareflags: syscall.CLONE_NEWNS, Setsid: true}
	if os.Getuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(),
			Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(),
			Size: 1}}
	}
	cmd.Env = append([]string{"PATH=/usr/bin:/bin:/usr/sbin:/sbin", "HOME=/nonexistent",
		"LC_ALL=C.UTF-8"}, subject.Env()...)
	return cmd
}

// stop starts a command and sends it s once it has printed ready. It returns the output from then
// on, and the status. The first process of a namespace exits; only SIGKILL can end it by a signal.
func stop(t *testing.T, cmd *exec.Cmd, s syscall.Signal) (string, int) {
	t.Helper()
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	guard := time.AfterFunc(5*time.Minute, func() { _ = cmd.Process.Kill() })
	defer guard.Stop()
	out := bufio.NewReader(stdout)
	if line, err := out.ReadString('\n'); line != "ready\n" {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		t.Fatalf("%q %v", line, err)
	}
	if err := cmd.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(out)
	if err != nil {
		t.Error(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(rest), cmd.ProcessState.ExitCode()
}

// No signal ends the first process of a namespace by itself. ftsh ends at the signals that end any
// process, after all running processes: here they have five minutes.
func TestFirstProcessEndsBySignals(t *testing.T) {
	ftsh := shell.Get(t)
	// job reports SIGTERM, and takes some time to end.
	const job = `sh -c 'trap "sleep 1; echo job; exit" TERM; echo >up; while :; do sleep 0.1; ` +
		`done' 2>/dev/null`
	const up = `while [ ! -e up ]; do sleep 0.05; done`
	for _, c := range []struct {
		name, script string
		signal       syscall.Signal
		out          string
		status       int
	}{
		{"SIGTERM", `echo ready; sleep 1000; echo never`, syscall.SIGTERM, "", 143},
		{"SIGINT", `echo ready; sleep 1000; echo never`, syscall.SIGINT, "", 130},
		{"SIGHUP", `echo ready; sleep 1000; echo never`, syscall.SIGHUP, "", 129},
		{"between commands", `echo ready; while :; do :; done`, syscall.SIGTERM, "", 143},
		{"block", `trap 'echo bye' EXIT; try forever; echo ready; setsid sleep 1000; end; ` +
			`echo never`, syscall.SIGTERM, "bye\n", 143},
		{"asynchronous list", job + ` & ` + up + `; echo ready; wait; echo never`, syscall.SIGTERM,
			"job\n", 143},
		{"group in the background",
			`{ trap 'sleep 1; echo bye' EXIT; echo >up; sleep 1000; echo never; } & ` + up +
				`; echo ready; wait`,
			syscall.SIGTERM, "bye\n", 143},
		{"orphan", `(setsid ` + job + ` &); ` + up + `; echo ready; sleep 1000`, syscall.SIGTERM,
			"job\n", 143},
		{"another signal of a block", // only the block gets it
			`try signal USR1; sh -c 'trap "echo term" TERM; trap "echo usr1; exit" USR1; echo ` +
				`ready; while :; do sleep 0.1; done' 2>/dev/null; end`,
			syscall.SIGTERM, "usr1\n", 143},
		{"once", `(setsid sh -c 'n=0; trap "n=\$((n+1))" TERM; echo >up; until [ $n -gt 0 ]; do sleep 0.1; done; sleep 1; echo $n' 2>/dev/null &)
			` + up + `; echo ready; sleep 1000`, syscall.SIGTERM, "1\n", 143},
		{"the EXIT trap's programs live on",
			`trap 'sh -c "sleep 1; echo bye"' EXIT; echo ready; sleep 1000`, syscall.SIGTERM,
			"bye\n", 143},
		{"stopped", `sh -c 'trap "echo job; exit" TERM; echo >up; kill -STOP $$; :' & ` + up +
			`; echo ready; wait`, syscall.SIGTERM, "job\n", 143},
		{"trapped", `trap 'echo got; exit 3' TERM; echo ready; while :; do sleep 0.1; done`,
			syscall.SIGTERM, "got\n", 3},
		{"exit of the EXIT trap", `trap 'echo $?; exit 4' EXIT; echo ready; sleep 1000`,
			syscall.SIGTERM, "143\n", 143},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cmd := first(t, ftsh.Path, "--kill-timeout=5m", "-c", c.script)
			if out, status := stop(t, cmd, c.signal); out != c.out || status != c.status {
				t.Errorf("%q, status %d; want %q, %d", out, status, c.out, c.status)
			}
		})
	}
}

// A process ignoring SIGTERM is killed after eight seconds, or after the kill timeout if set.
func TestFirstProcessKills(t *testing.T) {
	ftsh := shell.Get(t)
	const stubborn = `sh -c 'trap "" TERM; echo ready; while :; do sleep 0.1; done' 2>/dev/null`
	for _, c := range []struct {
		name, options, script string
		least                 time.Duration
	}{
		{"in the background", "", stubborn + ` & wait`, 8 * time.Second},
		{"in a block", "--kill-timeout=1", `try; ` + stubborn + `; end`, time.Second},
		{"in the foreground", "--kill-timeout=1", stubborn, time.Second},
		{"an EXIT trap without an end", "--kill-timeout=1",
			`trap 'while :; do :; done' EXIT; echo ready; sleep 1000`, time.Second},
		{"an EXIT trap's program", "--kill-timeout=1",
			`trap 'sh -c "trap : TERM; while :; do sleep 1; done"' EXIT; echo ready; sleep 1000`,
			time.Second},
		{"a grace that is longer", "--kill-timeout=2", `try grace 1 hour; ` + stubborn + `; end`,
			2 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cmd := first(t, append(strings.Fields(ftsh.Path+" "+c.options), "-c", c.script)...)
			began := time.Now()
			if _, status := stop(t, cmd, syscall.SIGTERM); status != 143 {
				t.Errorf("status %d", status)
			}
			if d := time.Since(began); d < c.least {
				t.Errorf("after %s", d)
			}
		})
	}
}

// The first process signals the others even if it cannot see them, with the /proc of another
// namespace.
func TestFirstProcessThatCannotSee(t *testing.T) {
	ftsh := shell.Get(t)
	const job = `sh -c 'trap "echo job; exit" TERM; echo >up; while :; do sleep 0.1; done' ` +
		`2>/dev/null`
	const script = job + ` & while [ ! -e up ]; do sleep 0.05; done; echo ready; wait`
	cmd := first(t, "sh", "-c", `umount /proc && exec setpriv --bounding-set=-sys_admin "$@"`, "sh",
		ftsh.Path, "--kill-timeout=5m", "-c", script)
	if out, status := stop(t, cmd, syscall.SIGTERM); out != "job\n" || status != 143 {
		t.Errorf("%q, status %d", out, status)
	}
}

// The prompt of a container is a prompt: SIGTERM does not end it.
func TestFirstProcessAtAPrompt(t *testing.T) {
	cmd := first(t, shell.Get(t).Path, "-i", "-c",
		`echo ready; kill -TERM $$; echo on; kill -HUP $$; sleep 1000; echo never`)
	out, err := cmd.Output()
	if string(out) != "ready\non\n" || cmd.ProcessState.ExitCode() != 129 {
		t.Errorf("%q, %v", out, err)
	}
}

// The entry point in examples/: the database comes up late, and the service is stopped as by docker
// stop.
func TestEntryPoint(t *testing.T) {
	script, err := filepath.Abs("../examples/container/entrypoint.ftsh")
	if err != nil {
		t.Fatal(err)
	}
	cmd := first(t, "env", "READY_FILE=ready", "PATH=.:/usr/bin:/bin", "FTSH_EXPMIN=0.01",
		"FTSH_KILL_TIMEOUT=300",
		shell.Get(t).Path, script, "my-service", "a b")
	for name, text := range map[string]string{
		"pg_isready": `[ -e asked ] || { echo >asked; exit 2; }`,
		"my-service": `trap 'cat ready; echo "service $1 ends"; exit' TERM; echo it was >>ready; ` +
			`echo ready; while :; do sleep 0.1; done 2>/dev/null`,
	} {
		if err := os.WriteFile(filepath.Join(cmd.Dir, name), []byte("#!/bin/sh\n"+text+"\n"),
			0o755); err != nil {
			t.Fatal(err)
		}
	}
	if out, status := stop(t, cmd, syscall.SIGTERM); out != "it was\nservice a b ends\n" ||
		status != 143 {
		t.Errorf("%q, status %d", out, status)
	}
	if _, err := os.Stat(filepath.Join(cmd.Dir, "ready")); err == nil {
		t.Error("the file is left")
	}
	cmd = first(t, "env", "PATH=.:/usr/bin:/bin", "DB_WAIT=1s", shell.Get(t).Path, script,
		"my-service")
	if err := os.WriteFile(filepath.Join(cmd.Dir, "pg_isready"), []byte("#!/bin/sh\nexit 2\n"),
		0o755); err != nil {
		t.Fatal(err)
	}
	if out, _ := cmd.CombinedOutput(); !strings.HasPrefix(string(out),
		"no database: deadline after ") || cmd.ProcessState.ExitCode() != 75 {
		t.Errorf("%q, %v", out, cmd.ProcessState)
	}
}

// Orphans are reaped during a long command.
func TestFirstProcessReaps(t *testing.T) {
	const script = `i=0
		while [ $i -lt 50 ]; do sh -c 'sleep 0.01 &'; i=$((i+1)); done
		sh -c 'while grep -q "^State:.Z" /proc/[0-9]*/status 2>/dev/null; do sleep 0.05; done; echo none'`
	cmd := first(t, shell.Get(t).Path, "-c", script)
	if out, err := cmd.CombinedOutput(); string(out) != "none\n" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
}

// ftry and a job of --cron end in the same way.
func TestFirstProcessIsAnotherProgram(t *testing.T) {
	const job = `(setsid sh -c 'trap "sleep 1; echo job; exit" TERM; echo >up; while :; do sleep 0.1; done' 2>/dev/null &)
		while [ ! -e up ]; do sleep 0.05; done; echo ready; sleep 1000`
	cmd := first(t, shell.Program(t, "ftry"), "--kill-timeout=5m", "forever", "streaming", "--",
		"sh", "-c", job)
	if out, status := stop(t, cmd, syscall.SIGTERM); out != "job\n" || status != 143 {
		t.Errorf("ftry: %q, status %d", out, status)
	}
	cmd = first(t, shell.Get(t).Path, "--cron", "-c",
		`trap '' TERM; echo ready >&3; while :; do sleep 0.1; done`)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cmd.ExtraFiles = []*os.File{w}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	ready := make([]byte, 1)
	if _, err := io.ReadFull(r, ready); err != nil {
		t.Error(err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	_ = cmd.Wait()
	if d, status := time.Since(began), cmd.ProcessState.ExitCode(); status != 143 ||
		d < 8*time.Second {
		t.Errorf("--cron: status %d after %s", status, d)
	}
}
