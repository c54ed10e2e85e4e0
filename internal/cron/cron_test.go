//go:build linux

package cron_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/subject"
)

// shell is built once for all tests of this package.
var shell subject.Build

func TestMain(m *testing.M) {
	code := m.Run()
	shell.Remove()
	os.Exit(code)
}

// A bench is a place for jobs: a directory of their own, also their home.
type bench struct {
	t   *testing.T
	sh  subject.Shell
	dir string
	env []string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	if subject.Standing() {
		t.Skip("another shell stands in")
	}
	b := &bench{t: t, sh: shell.Get(t), dir: t.TempDir()}
	b.env = append([]string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + b.dir,
		"FTSH_STATE_DIR=" + b.dir + "/state", "TMPDIR=" + b.dir,
		"LC_ALL=C.UTF-8", "TZ=UTC"}, subject.Env()...)
	return b
}

// file writes a file into the directory.
func (b *bench) file(name, text string) {
	b.t.Helper()
	if err := os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o755); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) read(name string) string {
	b.t.Helper()
	data, err := os.ReadFile(filepath.Join(b.dir, name))
	if err != nil {
		b.t.Error(err)
	}
	return string(data)
}

// A job is a running ftsh --cron.
type job struct {
	*exec.Cmd
	t         *testing.T
	out, errs bytes.Buffer
}

// start starts a job.
func (b *bench) start(args ...string) *job {
	b.t.Helper()
	return b.shell(append([]string{"--cron"}, args...)...)
}

// shell starts a shell. If the test hangs, the shell ends with it.
func (b *bench) shell(args ...string) *job {
	b.t.Helper()
	j := &job{Cmd: exec.Command(b.sh.Path, args...), t: b.t}
	j.Args[0] = "ftsh"
	j.Dir, j.Env, j.Stdout, j.Stderr = b.dir, b.env, &j.out, &j.errs
	j.WaitDelay = 10 * time.Second // keeping the output open is an error
	if err := j.Start(); err != nil {
		b.t.Fatal(err)
	}
	guard := time.AfterFunc(3*time.Minute, func() { _ = j.Process.Kill() })
	b.t.Cleanup(func() {
		guard.Stop()
		_ = j.Process.Kill()
	})
	return j
}

// end waits for the end of the job and checks its output and status; errs is masked.
func (j *job) end(out, errs string, status int) {
	j.t.Helper()
	err := j.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		j.t.Errorf("%q: %v", j.Args, err)
	}
	ws := j.ProcessState.Sys().(syscall.WaitStatus)
	got := ws.ExitStatus()
	if ws.Signaled() {
		got = 128 + int(ws.Signal())
	}
	if j.out.String() != out || masked(j.errs.String()) != errs || got != status {
		j.t.Errorf("%q:\nprints %q\nand %q, status %d; want\n%q\nand %q, status %d", j.Args[1:],
			j.out.String(), masked(j.errs.String()), got, out, errs, status)
	}
}

// run runs a job to its end.
func (b *bench) run(out, errs string, status int, args ...string) {
	b.t.Helper()
	b.start(args...).end(out, errs, status)
}

// masked hides the parts that differ from run to run.
func masked(text string) string {
	host, _ := os.Hostname()
	text = strings.ReplaceAll(text, " on "+host+" ", " on HOST ")
	text = regexp.MustCompile(`\d{4}-\d\d-\d\d `+
		`\d\d:\d\d:\d\d\.\d{3} \[\d+\]`).ReplaceAllString(text, "RECORD")
	text = regexp.MustCompile(`after [0-9a-z. ]+, started \d{4}-\d\d-\d\d `+
		`\d\d:\d\d:\d\d`).ReplaceAllString(text, "after TIME")
	text = regexp.MustCompile(`(attempts? failed with status \d+|attempts?) in `+
		`[0-9a-z. ]+\n`).ReplaceAllString(text, "$1 in TIME\n")
	return regexp.MustCompile(`process \d+`).ReplaceAllString(text, "process N")
}

// until waits for a condition, up to the limit of the test.
func until(t *testing.T, what string, cond func() bool) {
	t.Helper()
	limit := time.Now().Add(2 * time.Minute)
	for !cond() {
		if time.Now().After(limit) {
			t.Fatal("never: " + what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func (b *bench) there(name string) func() bool {
	return func() bool {
		data, err := os.ReadFile(filepath.Join(b.dir, name))
		return err == nil && bytes.HasSuffix(data, []byte("\n"))
	}
}

func (b *bench) pid(name string) int {
	b.t.Helper()
	until(b.t, name, b.there(name))
	n, err := strconv.Atoi(strings.TrimSpace(b.read(name)))
	if err != nil {
		b.t.Fatal(err)
	}
	return n
}

func alive(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && !bytes.Contains(stat, []byte(") Z "))
}

// A job is silent unless it finally fails.
func TestReport(t *testing.T) {
	b := newBench(t)
	b.file("job", "echo out\necho err >&2\nexit ${1:-0}\n")
	const failed = "ftsh --cron: DIR/job on HOST failed after TIME: exit status 3\n"
	fails := strings.ReplaceAll(failed, "DIR", b.dir)
	b.run("", "", 0, "job")
	b.run("out\n", "err\n"+fails, 3, "job", "3")
	b.run("out\n", "err\n"+strings.ReplaceAll("ftsh --cron: DIR/job on HOST succeeded after TIME\n",
		"DIR", b.dir), 0, "--report", "always", "job")
	b.run("", "", 3, "--report=never", "job", "3")
	b.run("", "ftsh --cron: false on HOST failed after TIME: exit status 1\nRECORD ftsh:1 script "+
		"ended: ftsh:1:1: false: exit status 1\n", 1, "--report", "never", "--report", "failure",
		"-c", "false")
}

// The summary has all attempts of all shells of the job, whatever the log level. A log file has
// those of its own level as well.
func TestAttemptsInReport(t *testing.T) {
	b := newBench(t)
	b.file("job", "try 2 times\n  cat no 2>&-\nend\n")
	const attempts = "RECORD job:1 try: attempt 1 failed: job:2:3: cat no 2>&-: exit status 1\n" +
		"RECORD job:1 try: attempt 2 failed: job:2:3: cat no 2>&-: exit status 1\n" +
		"RECORD job:1 try 2 times: all 2 attempts failed with status 1 in TIME\n    1, 2: " +
		"job:2:3: cat no 2>&-: exit status 1\n"
	head := "ftsh --cron: " + b.dir + "/job on HOST failed after TIME: exit status 1\n"
	b.env = append(b.env, "FTSH_BACKOFF=fixed from 1ms")
	b.run("", head+attempts, 1, "job")
	b.run("", head+attempts, 1, "--log-level=silent", "job")
	b.run("", head+attempts, 1, "--log-level", "silent", "--log-file", "log", "job")
	if got := b.read("log"); got != "" {
		t.Errorf("the log is %q", got)
	}
	b.run("", head+attempts, 1, "--log-file", "log", "job")
	if got := masked(b.read("log")); got != attempts[strings.Index(attempts,
		"RECORD job:1 try 2"):] {
		t.Errorf("the log is %q", got)
	}
	// A shell in the job, one in a list, and one that recovers.
	b.file("outer", `"$FTSH" job & wait $! || :; try 2 times; [ -e x ] || { : >x; false; }; `+
		`end; exit 1`)
	b.env = append(b.env, "FTSH="+b.sh.Path)
	b.run("", "ftsh --cron: "+b.dir+"/outer on HOST failed after TIME: exit status 1\n"+attempts+
		"RECORD outer:1 try: attempt 1 failed: outer:1:62: false: exit status 1\n", 1, "outer")
}

// One file for both streams keeps the order of writes.
func TestOrder(t *testing.T) {
	b := newBench(t)
	j := &job{Cmd: exec.Command(b.sh.Path, "--cron", "-c",
		"for i in 1 2 3; do echo o$i; /bin/echo e$i >&2; done; exit 1"), t: t}
	j.Dir, j.Env, j.Stdout = b.dir, b.env, &j.out
	j.Cmd.Stderr = j.Stdout
	_ = j.Run()
	if got, want := j.out.String(), "o1\ne1\no2\ne2\no3\ne3\n"; !strings.HasPrefix(got, want) {
		t.Errorf("%q", got)
	}
}

// The job reads the standard input of ftsh: the text after a % in a crontab.
func TestStandardInput(t *testing.T) {
	b := newBench(t)
	j := &job{Cmd: exec.Command(b.sh.Path, "--cron", "--report", "always", "-c", "cat"), t: t}
	j.Dir, j.Env, j.Stdin, j.Stdout = b.dir, b.env, strings.NewReader("one\ntwo"), &j.out
	if err := j.Run(); err != nil || j.out.String() != "one\ntwo" {
		t.Errorf("%v: %q", err, j.out.String())
	}
}

// The maximum runtime ends the whole tree, including processes in another session. It counts from
// the job's beginning.
func TestMaxRuntime(t *testing.T) {
	b := newBench(t)
	b.run("begun\n", "ftsh --cron: "+b.dir+
		"/job on HOST failed after TIME: ended after its maximum runtime of 1 second\n", 124,
		"--lock", b.dir+"/job", "--max-runtime", "1", "--splay", "0.1", "-c",
		"echo begun; setsid sleep 1000 & echo $! >pid; sleep 1000; echo never")
	if pid := b.pid("pid"); alive(pid) {
		t.Errorf("process %d is alive", pid)
	}
}
