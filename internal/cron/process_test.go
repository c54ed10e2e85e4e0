//go:build linux

package cron_test

import (
	"bytes"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Failures are reported from the Nth in a row on, and counted anew after a success.
func TestAfterFailures(t *testing.T) {
	b := newBench(t)
	b.file("job", "[ -e good ]\n")
	fails := func(n string) string {
		return "ftsh --cron: " + b.dir + "/job on HOST failed after TIME: exit status 1" + n +
			"\nRECORD job:1 script ended: job:1:1: [ -e good ]: exit status 1\n"
	}
	args := []string{"--after-failures", "3", "job"}
	b.run("", "", 1, args...)
	b.run("", "", 1, args...)
	b.run("", fails("; failed 3 times in a row"), 1, args...)
	b.run("", fails("; failed 4 times in a row"), 1, args...)
	b.file("good", "")
	b.run("", "", 0, args...)
	if err := os.Remove(b.dir + "/good"); err != nil {
		t.Fatal(err)
	}
	b.run("", "", 1, args...)
	b.run("", fails(""), 1, "job")
}

// A run counts as failed if its ftsh was killed.
func TestAfterFailuresKilled(t *testing.T) {
	b := newBench(t)
	lock := b.dir + "/x"
	j := b.start("--lock", lock, "--after-failures", "2", "-c", "echo $$ >pid; exec sleep 1000")
	b.pid("pid")
	if err := j.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = j.Wait()
	b.run("", "ftsh --cron: "+lock+
		" on HOST failed after TIME: exit status 1; failed 2 times in a row\n"+
		"RECORD ftsh:1 script ended: ftsh:1:1: false: exit status 1\n", 1,
		"--lock", lock, "--on-locked", "wait=5m", "--after-failures", "2", "-c", "false")
	b.run("", "", 0, "--lock", lock, "--after-failures", "2", "-c", ":")
	b.run("", "", 1, "--lock", lock, "--after-failures", "2", "-c", "false")
}

// If the count cannot be kept, every failure is reported, with the reason.
func TestAfterFailuresUncounted(t *testing.T) {
	b := newBench(t)
	b.file("state", "no directory\n")
	b.run("", "ftsh --cron: false on HOST failed after TIME: exit status 1\n"+
		"RECORD ftsh:1 script ended: ftsh:1:1: false: exit status 1\n"+
		"ftsh --cron: false: the failures in a row cannot be counted: open "+b.dir+
		"/state/cron/false.1c18dadcca109c5d: not a directory\n", 1, "--after-failures", "3", "-c",
		"false")
	b.run("", "", 0, "--after-failures", "3", "-c", ":")
}

// A run that meets another one is skipped silently, waits, or replaces it.
func TestOverlap(t *testing.T) {
	b := newBench(t)
	lock := b.dir + "/x"
	first := b.start("--lock", lock, "-c",
		"exec 2>/dev/null; trap 'echo over >over; exit 0' TERM; echo $$ >pid; while :; do sleep "+
			"0.05; done")
	b.pid("pid")
	b.run("", "", 75, "--lock", lock, "--summary", "s", "--on-failure", "echo >told", "-c",
		"echo never")
	for _, name := range []string{"s", "told"} {
		if _, err := os.Stat(filepath.Join(b.dir, name)); err == nil {
			t.Errorf("a run that was skipped has left %s", name)
		}
	}
	still := "ftsh --cron: " + lock + " on HOST failed after TIME: not run: " + lock +
		": still locked by process N\n"
	b.run("", still, 75, "--lock", lock, "--on-locked", "wait=50ms", "--summary", "s", "-c",
		"echo never")
	if s := b.read("s"); !strings.Contains(s,
		`"status":75,"reason":"locked","attempts":0,"error":"not run: `) {
		t.Errorf("%s", s)
	}
	b.run("", "", 0, "--lock", lock, "--on-locked", "replace", "-c", "cat over >seen")
	first.end("", "ftsh --cron: "+lock+" on HOST failed after TIME: ended by SIGTERM\n",
		128+15)
	if got := b.read("seen"); got != "over\n" {
		t.Errorf("the second began before the first was over: %q", got)
	}
}

// A daemon left by the job holds no lock, goes on, and its output is discarded.
func TestDaemon(t *testing.T) {
	b := newBench(t)
	lock := b.dir + "/x"
	b.run("", "", 0, "--lock", lock, "-c",
		"{ trap 'exit 9' PIPE; while [ ! -e stop ]; do echo out; echo err >&2; sleep 0.02; done; "+
			"echo ok $? >ended; } & echo $! >pid")
	pid := b.pid("pid")
	b.run("", "", 0, "--lock", lock, "-c", ":")
	if !alive(pid) {
		t.Error("the daemon has ended")
	}
	links, err := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/fd/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range links {
		if to, _ := os.Readlink(l); to == lock {
			t.Errorf("%s is the lock", l)
		}
	}
	b.file("stop", "")
	until(t, "the daemon's end", b.there("ended"))
	// So does one that writes nothing at first.
	b.run("", "", 0, "-c", "{ trap 'exit 9' PIPE; while [ ! -e go ]; do sleep 0.02; done; echo "+
		"out; echo $? >late; } &")
	b.file("go", "")
	until(t, "the daemon's end", b.there("late"))
	if got := b.read("late"); got != "0\n" {
		t.Errorf("%q", got)
	}
	if got := b.read("ended"); got != "ok 0\n" {
		t.Errorf("%q", got)
	}
}

// After a SIGKILL of ftsh, the lock is free only when nothing of the job is left, from the
// beginning on.
func TestKilled(t *testing.T) {
	b := newBench(t)
	lock := b.dir + "/x"
	b.file("stubborn", "trap '' TERM\nexec 2>/dev/null\nwhile :; do sleep 0.05; done\n")
	j := b.start("--lock", lock, "--kill-timeout", "1", "-c",
		"setsid dash ./stubborn & echo $! >pid; wait")
	pid := b.pid("pid")
	if err := j.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = j.Wait()
	b.run("dead\n", "ftsh --cron: "+lock+" on HOST succeeded after TIME\n", 0, "--report", "always",
		"--lock", lock, "--on-locked", "replace",
		"-c", "case $(cat /proc/"+strconv.Itoa(pid)+
			"/stat 2>/dev/null || :) in '' | *') Z '*) echo dead ;; *) echo alive ;; esac")
}

// If only the watchdog of a killed run has the lock, the next run waits for the end of that job,
// and is not skipped. This holds for a named lock with its slot, too.
func TestLockOfADeadRun(t *testing.T) {
	b := newBench(t)
	name, _ := b.lockName()
	b.file("stubborn", "trap '' TERM\nexec 2>/dev/null\nwhile :; do sleep 0.05; done\n")
	for _, lock := range []string{b.dir + "/x", name} {
		j := b.start("--lock", lock, "--kill-timeout", "1", "-c",
			"setsid dash ./stubborn & echo $! >pid; wait")
		pid := b.pid("pid")
		if err := j.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = j.Wait()
		b.run("dead\n", "ftsh --cron: "+lock+" on HOST succeeded after TIME\n", 0, "--report",
			"always", "--lock", lock, "--kill-timeout", "600",
			"-c", "case $(cat /proc/"+strconv.Itoa(pid)+
				"/stat 2>/dev/null || :) in '' | *') Z '*) echo dead ;; *) echo alive ;; esac")
		if err := os.Remove(filepath.Join(b.dir, "pid")); err != nil {
			t.Fatal(err)
		}
	}
}

// ftsh is killed, and its watchdog before it: another watchdog is there in a moment.
func TestWatchdogKilled(t *testing.T) {
	b := newBench(t)
	lock := b.dir + "/x"
	j := b.start("--lock", lock, "-c", "echo $$ >pid; sleep 1000")
	pid := b.pid("pid")
	watchdogs := func() (found []int) {
		all, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, f := range all {
			text, _ := os.ReadFile(f)
			n, _ := strconv.Atoi(filepath.Base(filepath.Dir(f)))
			if !bytes.Contains(text, []byte("--watchdog")) {
				continue
			}
			links, _ := filepath.Glob("/proc/" + strconv.Itoa(n) + "/fd/*")
			for _, l := range links {
				if to, _ := os.Readlink(l); to == lock {
					found = append(found, n)
				}
			}
		}
		return found
	}
	var was []int
	until(t, "a watchdog", func() bool { was = watchdogs(); return len(was) == 1 })
	if err := syscall.Kill(was[0], syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	until(t, "another watchdog", func() bool {
		now := watchdogs()
		return len(now) == 1 && now[0] != was[0]
	})
	if err := j.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = j.Wait()
	until(t, "the job's end", func() bool { return !alive(pid) })
	b.run("", "", 0, "--lock", lock, "--on-locked", "wait=1m", "-c", ":")
}

// A signal to ftsh ends the job and is reported, and ftsh dies of it. So it does during a wait.
func TestSignalled(t *testing.T) {
	b := newBench(t)
	j := b.start("--summary", "s", "--on-failure", "cat >told", "-c",
		"trap 'echo cleaned' EXIT; echo $$ >pid; sleep 1000; echo never")
	pid := b.pid("pid")
	if err := j.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	j.end("cleaned\n", "ftsh --cron: trap 'echo cleaned' EXIT; echo $$ >pid; sleep 1000; echo "+
		"never on HOST failed after TIME: ended by SIGHUP\n", 128+1)
	if alive(pid) {
		t.Error("the job is alive")
	}
	var s struct {
		Status        int
		Reason, Error string
	}
	if err := json.Unmarshal([]byte(b.read("s")), &s); err != nil || s.Status != 129 ||
		s.Reason != "interrupted" || s.Error != "ended by SIGHUP" {
		t.Errorf("%+v, %v", s, err)
	}
	if b.read("told") != b.read("s") {
		t.Errorf("--on-failure got %q", b.read("told"))
	}
	lock := b.dir + "/x"
	holder := b.start("--lock", lock, "-c", "echo >begun; sleep 1000")
	until(t, "the lock", b.there("begun"))
	for _, args := range [][]string{{"--splay", "1000 weeks"},
		{"--lock", lock, "--on-locked", "wait=1000 weeks"}} {
		j := b.start(append(args, "--max-runtime", "1s", "-c", "echo never")...)
		caught(t, j.Process.Pid)
		if err := j.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		j.end("", "", 128+15)
	}
	_ = holder.Process.Signal(syscall.SIGTERM)
	_ = holder.Wait()
}

// caught waits until a process catches SIGTERM.
func caught(t *testing.T, pid int) {
	t.Helper()
	until(t, "a handler of SIGTERM", func() bool {
		status, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
		_, rest, _ := strings.Cut(string(status), "SigCgt:\t")
		set, err := strconv.ParseUint(strings.TrimSpace(strings.SplitN(rest, "\n", 2)[0]), 16, 64)
		return err == nil && set&(1<<(syscall.SIGTERM-1)) != 0
	})
}

// A job killed by a signal of its own, and one that cannot be run.
func TestStatuses(t *testing.T) {
	b := newBench(t)
	b.run("", "ftsh --cron: kill -SEGV $$ on HOST failed after TIME: killed by SIGSEGV\n", 128+11,
		"-c", "kill -SEGV $$")
	b.run("", "ftsh: cannot open missing: no such file or directory\nftsh --cron: "+b.dir+
		"/missing on HOST failed after TIME: exit status 127\n", 127, "missing")
	b.run("", "ftsh --cron: exit 124 on HOST failed after TIME: exit status 124\n", 124, "-c",
		"exit 124")
}

func TestUsage(t *testing.T) {
	b := newBench(t)
	b.file("env", "A=1\nnonsense\n")
	for args, want := range map[string]string{
		"":               "--cron: expected a script or -c with a command",
		"-s":             "--cron: expected a script or -c with a command",
		"-i -c x":        "--cron: expected a script or -c with a command",
		"--lock":         "--lock: expected a value, found nothing",
		"--lock= -c x":   "--lock: expected a name, found nothing",
		"--lock a/ -c x": `--lock: expected a file, found "a/"`,
		"--report sometimes -c x": `--report: expected always, failure or never, found ` +
			`"sometimes"`,
		"--after-failures 0 -c x": `--after-failures: expected a number from 1, found "0"`,
		"--on-locked wait -c x": `--on-locked: expected skip, wait=DURATION or ` +
			`replace, found "wait"`,
		"--on-locked wait=soon -c x": `--on-locked: expected a duration such as 90s or 5 ` +
			`minutes, found "soon"`,
		"--max-runtime 0 -c x": "--max-runtime: expected a duration greater than zero",
		"--splay -5 -c x": `--splay: expected a duration such as 90s or 5 ` +
			`minutes, found "-5"`,
		"--max-runtime 5 minutes job": "--max-runtime: expected a duration in one word: write " +
			"'5 minutes'",
		"--kill-timeout 5 s job": "--kill-timeout: expected a duration in one word: " +
			"write '5 s'",
		"--on-locked replace -c x":        "--on-locked: only with --lock",
		"--env-file missing -c x":         "open missing: no such file or directory",
		"--env-file env -c x":             `env:2: expected NAME=VALUE, found "nonsense"`,
		"--summary= -c x":                 "--summary: expected a file, found nothing",
		"--on-success= -c x":              "--on-success: expected a command, found nothing",
		"--nonsense -c x":                 "unknown option --nonsense: try --help",
		"--cron=x --on-failure  -c --  x": "--on-failure: expected a command, found nothing",
	} {
		words := strings.Fields(args)
		if args == "--cron=x --on-failure  -c --  x" {
			words = []string{"--on-failure", "", "-c", "x"}
		}
		b.run("", "ftsh: "+want+"\n", 2, words...)
	}
	out, err := exec.Command(b.sh.Path, "--lock", "x", "-c", ":").CombinedOutput()
	if err == nil || !strings.HasSuffix(string(out), ": --lock: only with --cron\n") {
		t.Errorf("%s, %v", out, err)
	}
}

// The file's variables apply to the job and its commands, and to settings of ftsh.
func TestEnvFile(t *testing.T) {
	b := newBench(t)
	b.file("env", "# settings\nGREETING=\"hello  $HOME\"\nPATH=/nowhere\nFTSH_KILL_TIMEOUT=1\n")
	b.run("hello  $HOME /nowhere 1\n",
		"ftsh --cron: echo \"$GREETING $PATH $FTSH_KILL_TIMEOUT\" on HOST succeeded after TIME\n",
		0,
		"--report=always", "--env-file=env", "--on-success", "echo $GREETING >told", "-c",
		`echo "$GREETING $PATH $FTSH_KILL_TIMEOUT"`)
	if got := b.read("told"); got != "hello $HOME\n" {
		t.Errorf("%q", got)
	}
	// The kill timeout of the file applies: a job ignoring SIGTERM is killed after a second.
	b.file("job", "trap '' TERM; exec /bin/sleep 1000\n")
	b.run("", "ftsh --cron: "+b.dir+
		"/job on HOST failed after TIME: ended after its maximum runtime of 100 ms\n", 124,
		"--env-file", "env",
		"--max-runtime", "0.1", "job")
}

// The summary is one line of JSON, passed to the commands.
func TestSummary(t *testing.T) {
	b := newBench(t)
	b.file("job", "echo try\ntry 3 times every 1 ms\n  [ -e x ] || { : >x; false; "+
		"}\nend\nexit $1\n")
	host, _ := os.Hostname()
	type summary struct {
		Name, Host, Start string
		Duration          float64
		Status            int
		Reason            string
		Attempts          int
		Error             string
	}
	check := func(want summary) {
		t.Helper()
		var got summary
		d := json.NewDecoder(strings.NewReader(b.read("s")))
		d.DisallowUnknownFields()
		if err := d.Decode(&got); err != nil {
			t.Fatal(err)
		}
		start, err := time.Parse(time.RFC3339, got.Start)
		if err != nil || time.Since(start) > time.Hour || got.Duration <= 0 || got.Duration > 3600 {
			t.Errorf("%s, %v seconds: %v", got.Start, got.Duration, err)
		}
		got.Start, got.Duration = "", 0
		if got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		if strings.Count(b.read("s"), "\n") != 1 || b.read("s") != b.read("told") {
			t.Errorf("%q, and %q told", b.read("s"), b.read("told"))
		}
	}
	b.run("", "", 0, "--summary", "s", "--on-success", "cat >told", "--on-failure", "echo no >told",
		"job", "0")
	check(summary{Name: b.dir + "/job", Host: host, Status: 0, Reason: "success", Attempts: 2})
	b.run("", "", 7, "--report", "never", "--lock", b.dir+"/l", "--summary", "s", "--on-failure",
		"cat >told", "--on-success", "echo no >told", "-c", "exit 7")
	check(summary{Name: b.dir + "/l", Host: host, Status: 7, Reason: "status", Attempts: 1,
		Error: "exit status 7"})
	b.run("", "", 1, "--report", "never", "--summary", "s", "--on-failure", "cat >told", "-c",
		"try 2 times every 1 ms; cat /missing 2>&-; end")
	check(summary{Name: "try 2 times every 1 ms; cat /missing 2>&-; end", Host: host, Status: 1,
		Reason: "status", Attempts: 2, Error: "ftsh:1:25: cat /missing 2>&-: exit status 1"})
}

// Commands after a run may fail or never end. They are reported, and the status stays the same.
func TestHooksThatFail(t *testing.T) {
	b := newBench(t)
	b.run("oops\n", "ftsh --cron: :: --on-success: exit status 4\n", 0, "--on-success",
		"echo oops; exit 4", "-c", ":")
	j := b.start("--on-success", "echo $$ >pid; sleep 1000", "-c", "exit 0")
	pid := b.pid("pid")
	if err := j.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	j.end("", "ftsh --cron: exit 0: --on-success: ended by SIGTERM\n", 128+15)
	if alive(pid) {
		t.Error("the command is alive")
	}
	b.run("", "ftsh --cron: :: the summary cannot be written: open "+b.dir+": is a directory\n", 0,
		"--summary", b.dir, "-c", ":")
}

// A ping for a health check, over a real connection.
func TestPing(t *testing.T) {
	b := newBench(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	got := make(chan string, 1)
	go func() {
		c, err := l.Accept()
		if err != nil {
			got <- err.Error()
			return
		}
		defer c.Close()
		buf := make([]byte, 4096)
		var all string
		for !strings.Contains(all, "}") {
			n, err := c.Read(buf)
			if all += string(buf[:n]); err != nil {
				break
			}
		}
		_, _ = c.Write([]byte("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
		got <- all
	}()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("needs curl")
	}
	b.run("", "", 0, "--lock", b.dir+"/nightly", "--on-success",
		"try 3 times; curl -fsS --data-binary @- http://"+l.Addr().String()+"/ping; end", "-c", ":")
	if s := <-got; !strings.HasPrefix(s, "POST /ping HTTP/1.1\r\n") ||
		!strings.Contains(s, `"status":0,"reason":"success"`) {
		t.Errorf("%q", s)
	}
}

// Without a place to hold output, its beginning and end are kept, and the job does not fail.
func TestHeldWithoutPlace(t *testing.T) {
	b := newBench(t)
	b.env = append(b.env, "TMPDIR="+b.dir+"/missing")
	job := `i=0; while [ $i -lt 2000 ]; do printf '%01000d\n' $((i+=1)); done; echo last; exit $1`
	b.run("", "", 0, "-c", job, "job", "0")
	j := b.start("-c", job, "job", "3")
	if err := j.Wait(); err == nil || j.ProcessState.ExitCode() != 3 {
		t.Errorf("%v", err)
	}
	out := j.out.String()
	if !strings.HasPrefix(out, strings.Repeat("0", 999)+"1\n") ||
		!strings.HasSuffix(out, "2000\nlast\n") || len(out) < 1<<20 || len(out) > 1<<20+64<<10 {
		t.Errorf("%d bytes: %.1010q … %q", len(out), out, out[max(0, len(out)-20):])
	}
	want := "ftsh --cron: … " + strconv.Itoa(2000*1001+5-len(out)) +
		" bytes of held output are missing here: no such file or " +
		"directory …\n"
	if errs := j.errs.String(); !strings.HasPrefix(strings.TrimPrefix(errs, "\n"), want) ||
		!strings.Contains(errs, "exit status 3\n") {
		t.Errorf("%q, want first %q", errs, want)
	}
}

// If the report cannot be printed to one stream, the other says so. The rest happens, and the
// status is the job's.
func TestReportCannotBePrinted(t *testing.T) {
	b := newBench(t)
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	closed, reader, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	defer reader.Close()
	for _, c := range []struct {
		to  *os.File
		why string
	}{{full, "no space left on device"}, {reader, "broken pipe"}} {
		j := &job{Cmd: exec.Command(b.sh.Path, "--cron", "--summary", "s", "-c",
			"echo hi; echo err >&2; exit 3"), t: t}
		j.Args[0] = "ftsh"
		j.Dir, j.Env, j.Stdout, j.Stderr = b.dir, b.env, c.to, &j.errs
		if err := j.Start(); err != nil {
			t.Fatal(err)
		}
		j.end("", "err\nftsh --cron: echo hi; echo err >&2; exit 3 on HOST failed after TIME: "+
			"exit status 3\n"+
			"ftsh --cron: echo hi; echo err >&2; exit 3: the job's output cannot be printed: "+
			c.why+"\n", 3)
		if s := b.read("s"); !strings.Contains(s, `"status":3,`) {
			t.Errorf("%q", s)
		}
		if err := os.Remove(b.dir + "/s"); err != nil {
			t.Fatal(err)
		}
	}
}

// If the lock cannot be made, the job does not run.
func TestNoLock(t *testing.T) {
	b := newBench(t)
	lock := b.dir + "/missing/x"
	b.run("", "ftsh --cron: "+lock+" on HOST failed after TIME: not run: open "+lock+
		": no such file or directory\n", 75, "--lock", lock, "-c", "echo never")
}

// Two users share the lock, and neither replaces the other's job.
func TestTwoUsers(t *testing.T) {
	b := newBench(t)
	if os.Geteuid() != 0 {
		t.Skip("needs root")
	}
	for _, d := range []string{filepath.Dir(b.sh.Path), b.dir, filepath.Dir(b.dir),
		filepath.Dir(filepath.Dir(b.sh.Path))} {
		if d != "/tmp" {
			if err := os.Chmod(d, 0o777|os.ModeSticky); err != nil {
				t.Fatal(err)
			}
		}
	}
	name, file := b.lockName()
	as := func(uid int, lock string, args ...string) *job {
		j := &job{Cmd: exec.Command(b.sh.Path, append([]string{"--cron", "--lock", lock},
			args...)...), t: t}
		j.Args[0] = "ftsh"
		j.Dir, j.Stdout, j.Stderr = b.dir, &j.out, &j.errs
		j.Env = append(slices.Clone(b.env), "FTSH_STATE_DIR="+b.dir+"/slots."+strconv.Itoa(uid))
		j.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid),
			Gid: uint32(uid)}}
		if err := j.Start(); err != nil {
			t.Fatal(err)
		}
		return j
	}
	for lock, path := range map[string]string{b.dir + "/x": b.dir + "/x", name: file} {
		refused := "ftsh --cron: " + lock + " on HOST failed after TIME: not run: " + path +
			": locked by another user's job, or by a program other than ftsh --cron: not replaced\n"
		for _, users := range [][2]int{{65533, 65534}, {65533, 0}, {0, 65534}} {
			_ = os.Remove(path)
			_ = os.Remove(b.dir + "/go")
			_ = os.Remove(b.dir + "/begun")
			first := as(users[0], lock, "-c", "echo >begun; while [ ! -e go ]; do sleep 0.05; done")
			until(t, "the first", b.there("begun"))
			as(users[1], lock, "-c", "echo never").end("", "", 75)
			as(users[1], lock, "--on-locked", "replace", "-c", "echo never").end("", refused, 75)
			b.file("go", "")
			first.end("", "", 0)
			as(users[1], lock, "--on-locked", "replace", "-c", ":").end("", "", 0)
		}
	}
}
