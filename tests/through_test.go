//go:build linux

package tests

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ftsh/internal/subject"
)

// sharing is a shell with its state in a directory of the test.
func sharing(t *testing.T, dir, script string) *exec.Cmd {
	t.Helper()
	sh := shell.Get(t)
	cmd := exec.Command(sh.Path, append(sh.Args[:len(sh.Args):len(sh.Args)], "-c", script)...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=/usr/bin:/bin", "FTSH_STATE_DIR=" + dir, "FTSH_KILL_TIMEOUT=2s",
		"FTSH_LOG_LEVEL=silent", "GORACE=atexit_sleep_ms=0"}
	return cmd
}

// SIGKILL of the shell does not free a slot while a process of the attempt runs.
func TestSlotOfAKilledShell(t *testing.T) {
	if subject.Standing() {
		t.Skip("a shell of its own is killed")
	}
	dir := t.TempDir()
	holder := sharing(t, dir,
		`try through lock jobs 1; sh -c 'trap "" TERM; echo $$; while :; do sleep 0.1; done'; end`)
	out, err := holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	if err := holder.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_, _ = holder.Process.Wait()
	busy := 0
	for {
		err := sharing(t, dir, "try through lock jobs 1 nowait; :; end").Run()
		if err == nil {
			break
		}
		if e, ok := err.(*exec.ExitError); !ok || e.ExitCode() != 75 {
			t.Fatal(err)
		}
		busy++
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err == nil && !bytes.Contains(stat, []byte(") Z ")) { // perhaps without a reaper
		t.Errorf("the slot is free, and process %d runs: %s", pid, stat)
	}
	if busy == 0 {
		t.Error("it was free at once: nothing is shown")
	}
}

// A lock has one holder at a time, and every shell gets it in the end.
func TestManyShellsAtALock(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for range 30 {
		all.Go(func() {
			var errs bytes.Buffer
			cmd := sharing(t, dir, "try through lock jobs 1; mkdir inside; rmdir inside; end")
			cmd.Stderr = &errs
			if err := cmd.Run(); err != nil {
				t.Errorf("%v: %s", err, errs.String())
			}
		})
	}
	all.Wait()
}

// While the breaker is open, one waiter at a time is sent to try, and the others follow after its
// success.
func TestManyShellsAtABreaker(t *testing.T) {
	dir := t.TempDir()
	if err := sharing(t, dir, "FTSH_BACKOFF='fixed from 1h'; try through it break 1 in 1h; "+
		"(exit 3); end").Run(); err == nil || err.Error() != "exit status 3" {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	attempt := "try for 1 hour backoff fixed from 10ms through it break 1 in 1h; echo attempt " +
		">>attempts; test -e up; end"
	for range 20 {
		all.Go(func() {
			if err := sharing(t, dir, attempt).Run(); err != nil {
				t.Error(err)
			}
		})
	}
	state := shell.Program(t, "ftsh-state")
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.Command(state, args...)
		cmd.Env = []string{"FTSH_STATE_DIR=" + dir}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%v: %s", err, out)
		}
		return string(out)
	}
	for !strings.Contains(run("list"), "open     0     20\n") { // no try for an hour
		time.Sleep(10 * time.Millisecond)
	}
	if err := exec.Command("touch", dir+"/up").Run(); err != nil {
		t.Fatal(err)
	}
	run("reset", "it")
	all.Wait()
	out, err := exec.Command("grep", "-c", "", dir+"/attempts").Output()
	if string(out) != "20\n" || err != nil {
		t.Errorf("%s attempts, %v", out, err)
	}
}

// A waiter holds no thread: without free threads, the runtime would end the program.
func TestWaitersWithoutThreads(t *testing.T) {
	const user = 61240
	for round := range 3 {
		cmd, errs := limited(t, user, 60, "", `export FTSH_STATE_DIR=$(mktemp -d)
		    try for 3s
		        forall i in $(seq 300); try for 1h through lock jobs 1; sleep 0.01; end; end
		    catch
		        echo caught $FTSH_REASON
		    end
		    rm -r "$FTSH_STATE_DIR"`)
		if out, err := cmd.Output(); err != nil || string(out) != "caught deadline\n" {
			t.Errorf("round %d: %q, %v, %.300s", round, out, err, errs)
		}
	}
}

// A shell may go through any number of names: a released one takes no descriptor.
func TestManySlotsOneAfterTheOther(t *testing.T) {
	dir := t.TempDir()
	cmd := sharing(t, dir, `for i in $(seq 200); do try through "lock$i" jobs 1; echo "$i"; end `+
		`|| exit; done | tail -n 1`)
	cmd.Args = append([]string{"sh", "-c", `ulimit -n 64; exec "$@"`, "sh", cmd.Path},
		cmd.Args[1:]...)
	cmd.Path = "/bin/sh"
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "200\n" {
		t.Errorf("%q, %v", out, err)
	}
}
