//go:build linux

package tests

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Check lists, and detached programs, on a faulty machine.

func TestFullStandardErrorDoesNotHoldUpACheck(t *testing.T) {
	_, full := fullPipe(t)
	for name, script := range map[string]string{
		"program": "try for 300ms; false; check; yes >&2; catch; echo caught; end",
		"builtin": "try for 300ms; false; check; echo x >&2; catch; echo caught; end",
		"diagnostic": "try for 300ms every 10ms; false; check; cd /nonexistent; catch; echo " +
			"caught; end",
		"trace": "try for 300ms; false; check; set -x; :; false; catch; set +x; echo " +
			"caught; end",
		"unknown": "try for 300ms every 10ms; false; check; failure -m 'who knows'; catch; echo " +
			"caught; end",
		"detached": "try for 300ms every 10ms; detach nosuchprogram || false; check; detach " +
			"/nonexistent; catch; echo caught; end",
	} {
		cmd := faulty(t, script)
		cmd.Stderr = full
		if out, err := cmd.Output(); err != nil || string(out) != "caught\n" {
			t.Errorf("%s: %q, %v", name, out, err)
		}
	}
}

func TestBrokenStandardErrorEndsNoCheck(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	r.Close()
	cmd := faulty(t, `trap 'echo bye' EXIT
try 5 times every 0s
	cd /nonexistent
check
	set -x
	cd /nonexistent || [ $FTSH_ATTEMPT = 3 ]
end
set +x
try 2 times every 0s; detach /nonexistent; catch; echo caught; end
try; detach true; end; echo $?`)
	cmd.Stderr = w
	if out, err := cmd.Output(); err != nil || string(out) != "caught\n0\nbye\n" {
		t.Errorf("%q, %v", out, err)
	}
}

// If the script holds all descriptors, a check list has no result: no attempt is made, and the list
// runs again. The third time it has the descriptors back.
func TestCheckWithoutDescriptors(t *testing.T) {
	cmd := faulty(t, `n=3
try 5 times every 0s
	while command eval "exec $n</dev/zero" 2>/dev/null; do n=$((n+1)); done
	false
check
	if [ $((looks+=1)) = 3 ]; then
		while [ $n -gt 3 ]; do n=$((n-1)); eval "exec $n<&-"; done
	fi
	x=$(/bin/echo took | cat)
	echo $x $FTSH_ATTEMPT
end
echo $?`)
	cmd.Args = append([]string{"sh", "-c", `ulimit -n 40; exec "$0" "$@"`, cmd.Path},
		cmd.Args[1:]...)
	cmd.Path = "/bin/sh"
	var errs strings.Builder
	cmd.Stderr = &errs
	if out, err := cmd.Output(); err != nil || string(out) != "took 1\n0\n" ||
		strings.Count(errs.String(), "too many open files") < 2 {
		t.Errorf("%v, %q, %q", err, out, errs.String())
	}
}

// If the script holds all descriptors, a sense list has not seen a free way, though it ends with 2,
// and even if it cannot begin. This lasts until another process frees the descriptors.
func TestSenseWithoutDescriptors(t *testing.T) {
	cmd := faulty(t, `n=3
hold() { while command eval "exec $n<."; do n=$((n+1)); done; }
free() { while [ $n -gt 3 ]; do n=$((n-1)); eval "exec $n<&-"; done; }
two() { return 2; }
exec 2>>errors
try for 1 hour backoff fixed from 1ms
	echo "look $looks"
sense
	if [ $((looks+=1)) -lt 3 ]; then
		hold
		x=$(/bin/echo took | cat) || { free; two; }
	fi
end
: >errors
trap free USR1
(until grep -q 'true: too many open files' errors; do sleep 0.02; done; kill -USR1 $$) &
try for 1 hour backoff fixed from 10ms
	if [ $FTSH_ATTEMPT = 1 ]; then hold; false; fi
	echo "attempt $FTSH_ATTEMPT"
sense
	/bin/true
end
grep -m 1 -o 'true: too many open files' errors`)
	cmd.Args = append([]string{"sh", "-c", `ulimit -n 40; exec "$0" "$@"`, cmd.Path},
		cmd.Args[1:]...)
	cmd.Path = "/bin/sh"
	if out, err := cmd.Output(); err != nil ||
		string(out) != "look 3\nattempt 2\ntrue: too many open files\n" {
		t.Errorf("%v, %q", err, out)
	}
}

// A program that could not begin is the error of its attempt, with its place.
func TestErrorOfWhatCouldNotBegin(t *testing.T) {
	cmd := faulty(t, `n=3
while command eval "exec $n</dev/zero" 2>/dev/null; do n=$((n+1)); done
eval "exec $((n-1))<&-" # one is left
try 1 time; (trap : TERM; :); catch; echo "$FTSH_STATUS $FTSH_ERROR"; end
try 1 time; : | :; catch; echo "$FTSH_STATUS $FTSH_ERROR"; end
try 1 time; : & catch; echo "$FTSH_STATUS $FTSH_ERROR"; end`)
	cmd.Args = append(append([]string{"sh", "-c", `ulimit -n 40; exec "$0" "$@"`, cmd.Path},
		cmd.Args[1:]...), "script")
	cmd.Path = "/bin/sh"
	want := "126 script:4:14: subshell: too many open files\n" +
		"2 script:5:13: cannot make a pipe: too many open files\n" +
		"126 script:6:13: cannot start another shell: too many open files\n"
	if out, err := cmd.Output(); err != nil || string(out) != want {
		t.Errorf("%v, %q", err, out)
	}
}

// set -e ends a shell unable to begin a list in the background or a subshell, unless the failure is
// tested. A list with a redirection needs a shell of its own.
func TestErrexitWhereNothingCanBegin(t *testing.T) {
	const full = `n=3; while command eval "exec $n</dev/zero" 2>/dev/null; do n=$((n+1)); done; ` +
		`eval "exec $((n-1))<&-"; set -e; ` // one is left
	for name, c := range map[string]struct {
		script, out string
		status      int
	}{
		"list":                 {`: <&0 & echo on`, "bye 126\n", 126},
		"compound list":        {`{ : <&0; } & echo on`, "bye 126\n", 126},
		"pipeline":             {`: | : & echo on`, "bye 2\n", 2},
		"function":             {`f() { : <&0 & echo on; }; f`, "bye 126\n", 126},
		"list under set -m":    {`set -m; { :; } & echo on`, "bye 126\n", 126},
		"subshell with a trap": {`(trap : USR1; :); echo on`, "bye 126\n", 126},
		"subshell of set -m":   {`set -m; (:; :); echo on`, "bye 126\n", 126},
		"pipeline of set -m":   {`set -m; : | :; echo on`, "bye 2\n", 2},
		"tested list": {`if { : <&0 & }; then echo began; else echo on; fi; { : <&0 & } ` +
			`|| echo on`, "on\non\nbye 0\n", 0},
		"without -e": {`set +e; : <&0 & echo "on $?"`, "on 126\nbye 0\n", 0},
	} {
		cmd := faulty(t, `trap 'echo "bye $?"' EXIT; `+full+c.script)
		cmd.Args = append([]string{"sh", "-c", `ulimit -n 40; exec "$0" "$@"`, cmd.Path},
			cmd.Args[1:]...)
		cmd.Path = "/bin/sh"
		out, _ := cmd.Output()
		if string(out) != c.out || cmd.ProcessState.ExitCode() != c.status {
			t.Errorf("%s: %q, status %d", name, out, cmd.ProcessState.ExitCode())
		}
	}
}

func TestErrexitWithoutProcesses(t *testing.T) {
	cmd := faulty(t, crowd+`trap 'echo "bye $?"; leave || :' EXIT
crowd
set -e
{ sleep 1000; } & echo on`)
	asUser(t, cmd, 61238, 120)
	out, _ := cmd.Output()
	if string(out) != "bye 126\n" || cmd.ProcessState.ExitCode() != 126 {
		t.Errorf("%q, status %d", out, cmd.ProcessState.ExitCode())
	}
}

// asUser runs a command as a user of its own, with this many processes at most.
func asUser(t *testing.T, cmd *exec.Cmd, user uint32, processes int) {
	t.Helper()
	for _, dir := range []string{filepath.Dir(cmd.Path), cmd.Dir} {
		if err := os.Chmod(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	limit := ""
	if processes > 0 {
		limit = "ulimit -u " + strconv.Itoa(processes) + " && "
	}
	cmd.Args = append([]string{"bash", "-c", limit + `exec "$0" "$@"`, cmd.Path}, cmd.Args[1:]...)
	cmd.Path, cmd.Dir = "/bin/bash", "/"
	become(t, cmd, user)
}

// become runs a command as another user. The user's remaining processes are ended with the test, as
// they would count in the next one.
func become(t *testing.T, cmd *exec.Cmd, user uint32) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("needs a user of its own, whose processes are counted")
	}
	as := &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
	cmd.SysProcAttr = as
	t.Cleanup(func() {
		end := exec.Command("/bin/kill", "-KILL", "--", "-1")
		end.SysProcAttr = as
		_ = end.Run()
	})
}

// crowd takes all processes up to the limit, and leave frees them. The shell has already made the
// threads for an attempt.
const crowd = `try 1 time; :; end
crowd() { while /bin/true; do sleep 1000 & pids="$pids $!"; done; } 2>/dev/null
leave() { kill $pids; wait $pids; pids=; } 2>/dev/null
`

func TestCheckWithoutProcesses(t *testing.T) {
	cmd := faulty(t, crowd+`crowd
try 5 times every 0s
	false
check
	[ $((looks+=1)) != 3 ] || leave || :
	/bin/echo took $FTSH_ATTEMPT
end
echo $?`)
	asUser(t, cmd, 61236, 120)
	var errs strings.Builder
	cmd.Stderr = &errs
	if out, err := cmd.Output(); err != nil || string(out) != "took 1\n0\n" ||
		strings.Count(errs.String(), "resource temporarily unavailable") < 2 {
		t.Errorf("%v, %q, %.1000q", err, out, errs.String())
	}
}

// A detached program that cannot be started fails the attempt like any other, and a later attempt
// starts it.
func TestDetachWithoutProcesses(t *testing.T) {
	cmd := faulty(t, crowd+`crowd
try 5 times every 0s
	[ $FTSH_ATTEMPT != 3 ] || leave || :
	detach /bin/echo started $FTSH_ATTEMPT
end
echo $?`)
	asUser(t, cmd, 61237, 120)
	var errs strings.Builder
	cmd.Stderr = &errs
	if out, err := cmd.Output(); err != nil || string(out) != "started 3\n0\n" ||
		strings.Count(errs.String(), "resource temporarily unavailable") < 2 {
		t.Errorf("%v, %q, %.1000q", err, out, errs.String())
	}
}

// SIGKILL to the shell ends the processes of a check list, but no detached one.
func TestKilledShellTakesItsCheckAlong(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cmd := faulty(t, `try; detach sh -c 'exec 2>&-; echo $$ >pid; exec sleep 1000' & sleep 0.1; `+
		`false; check; (setsid sleep 1000 &); sleep 1000 | cat; end`)
	dir := cmd.Dir
	cmd.Args = append([]string{cmd.Args[0], "--kill-timeout", "1s"}, cmd.Args[1:]...)
	cmd.Stderr = w // held by all processes of the check list
	err = cmd.Start()
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(1500 * time.Millisecond)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if err := r.SetReadDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(r); err != nil {
		t.Errorf("something lives on: %v", err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Errorf("the detached one: %v", err)
	}
}
