//go:build linux

package interp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ftsh/interp"
)

const searchPath = "PATH=/usr/bin:/bin"

// A result is a script's output, errors, status and error.
type result struct {
	out, errs string
	status    int
	err       error
}

// script runs text in a new shell. Streams missing in opts are buffers.
func script(t *testing.T, opts interp.Options, text string) result {
	t.Helper()
	return scriptIn(t, context.Background(), opts, text)
}

func scriptIn(t *testing.T, ctx context.Context, opts interp.Options, text string) result {
	t.Helper()
	var out, errs bytes.Buffer
	if opts.Stdout == nil {
		opts.Stdout = &out
	}
	if opts.Stderr == nil {
		opts.Stderr = &errs
	}
	if opts.Env == nil {
		opts.Env = []string{searchPath}
	}
	sh, err := interp.New(opts)
	if err != nil {
		t.Error(err)
		return result{err: err}
	}
	status, err := sh.Run(ctx, "test", text)
	if cerr := sh.Close(); cerr != nil {
		t.Error(cerr)
	}
	return result{out.String(), errs.String(), status, err}
}

// want compares a whole result, but not the errors if errs is "?".
func (r result) want(t *testing.T, out, errs string, status int) {
	t.Helper()
	if r.out != out || errs != "?" && r.errs != errs || r.status != status || r.err != nil {
		t.Errorf("output %q, errors %q, status %d, %v; want %q, %q, %d", r.out, r.errs, r.status,
			r.err, out, errs, status)
	}
}

func TestStdioOfPrograms(t *testing.T) {
	in := interp.Options{Stdin: strings.NewReader("b\na\n")}
	script(t, in, "sort; echo end; echo err >&2; sh -c 'echo program >&2'").want(t, "a\nb\nend\n",
		"err\nprogram\n", 0)
}

// An arbitrary reader is copied through a pipe. Programs and builtins read it in turn.
func TestStdinFromAnyReader(t *testing.T) {
	in := interp.Options{Stdin: io.MultiReader(strings.NewReader("one\n"),
		strings.NewReader("two\nthree\n"))}
	script(t, in, `read a; echo "<$a>"; cat`).want(t, "<one>\ntwo\nthree\n", "", 0)
}

func TestStdinNone(t *testing.T) {
	script(t, interp.Options{}, `read a || echo "end $?"; cat; echo done`).want(t, "end 1\ndone\n",
		"", 0)
}

func TestStdoutAndStderrInOne(t *testing.T) {
	var both bytes.Buffer
	script(t, interp.Options{Stdout: &both, Stderr: &both},
		`echo 1; echo 2 >&2; sh -c 'echo 3; echo 4 >&2'; echo 5`)
	if got := both.String(); got != "1\n2\n3\n4\n5\n" {
		t.Errorf("got %q", got)
	}
}

func TestStdioFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	script(t, interp.Options{Stdout: f}, `echo builtin; sh -c 'echo program'; exec >&-`)
	if _, err := f.WriteString("host\n"); err != nil {
		t.Errorf("the host's file: %v", err)
	}
	if got, _ := os.ReadFile(name); string(got) != "builtin\nprogram\nhost\n" {
		t.Errorf("got %q", got)
	}
}

func TestOutputOfJobs(t *testing.T) {
	for text, want := range map[string]string{
		`mkfifo f; sh -c 'read x <f; echo job' & echo first; echo >f; wait; ` +
			`echo last`: "first\njob\nlast\n",
		`mkfifo f; { read x <f; echo list; } & echo first; echo >f; wait; ` +
			`echo last`: "first\nlist\nlast\n",
	} {
		script(t, interp.Options{Dir: t.TempDir()}, text).want(t, want, "", 0)
	}
}

// A substitution ends when every process that writes to it has ended, as in dash. Here the writer
// is an asynchronous list without Reexec.
func TestSubstitutionWaitsForListInProcess(t *testing.T) {
	for _, first := range []string{"echo", "/bin/echo"} { // in memory, and through a pipe
		text := `x=$(
			{ until [ -e done ]; do :; done; i=0; while [ $i -lt 2000 ]; do i=$((i+1)); done; echo late; } &
			` + first + ` now; : >done); echo $x`
		script(t, interp.Options{Dir: t.TempDir()}, text).want(t, "now late\n", "", 0)
	}
}

func TestAsynchronousListInProcess(t *testing.T) {
	for text, want := range map[string]string{
		`(exit 3) & wait $!; echo $?`:                                "3\n",
		`x=1; { x=2; echo $x; } & wait; echo $x`:                     "2\n1\n",
		`f() { echo "f $1"; return 4; }; f a & wait $!; echo $?`:     "f a\n4\n",
		`{ sleep 60; echo no; } & kill $!; wait $!; echo $?`:         "143\n",
		`{ while :; do :; done; } & kill -KILL $!; wait $!; echo $?`: "137\n",
		`{ trap 'echo trapped; exit 9' TERM; echo set; while :; do sleep 0.01; done; } >out & ` +
			`until [ -s out ]; do sleep 0.01; done; kill $!; wait $!; echo ` +
			`$?; cat out`: "9\nset\ntrapped\n",
		`{ read x || echo empty; ` +
			`} & wait`: "empty\n",
		`{ trap 'echo bye' EXIT; ` +
			`} & wait`: "bye\n",
		`{ sleep 60 | cat; } & kill -0 $! && echo there; kill $!; ` +
			`wait; echo $?`: "there\n0\n",
		`{ exit 5; } & a=$!; { exit 6; } & b=$!; wait $b; echo $?; wait $a; echo $?; wait ` +
			`$a; echo $?`: "6\n5\n127\n",
		`try; { sleep 60; } & p=$!; false; catch; wait $p || echo $?; end`: "143\n",
		`try for 100 ms; { sleep 60; } & wait $!; end; echo $?`:            "124\n",
		`{ sleep 0.2; exit 6; } & kill -INT $!; wait $!; echo $?`:          "6\n",
	} {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			r := script(t, interp.Options{Dir: t.TempDir()}, text)
			if r.out != want {
				t.Errorf("%s\noutput %q, errors %q; want %q", text, r.out, r.errs, want)
			}
		})
	}
}

// An asynchronous list without Reexec ends with the shell at the latest.
func TestCloseEndsListsInProcess(t *testing.T) {
	r := script(t, interp.Options{Dir: t.TempDir()}, `mkfifo f
		{ trap 'echo bye' EXIT; echo >f; while :; do sleep 60; done; } & read x <f; echo started`)
	if r.out != "started\nbye\n" || r.status != 0 || r.err != nil {
		t.Errorf("%+v", r)
	}
}

// Processes left by an ended list belong to the attempt in which the list was started.
func TestAttemptEndsWhatAListInProcessLeft(t *testing.T) {
	for i, list := range []string{"{ sleep 1000 & } &", "( (sleep 1000 &) & )",
		"{ sh -c 'sleep 1000 &'; } &"} {
		mark := fmt.Sprintf("LIST_LEFT=%d.%d", os.Getpid(), i)
		r := script(t, interp.Options{Env: []string{searchPath, mark}},
			"try\n"+list+"\nwait; sleep 0.1; false\nend")
		if left := carrying(mark); len(left) > 0 || r.status != 1 {
			t.Errorf("%s: status %d, processes left: %v", list, r.status, left)
			_ = exec.Command("kill", append([]string{"-9"}, left...)...).Run()
		}
	}
}

// A contained block ends lists in the process, and programs, after a success too.
func TestContainedInAGuest(t *testing.T) {
	t.Parallel()
	script(t, interp.Options{}, "try contained; { sleep 1000; echo no; } & p=$!; sleep 1000 & end\n"+
		"echo done; wait $p; echo $?; wait $!; echo $?").want(t, "done\n143\n143\n", "", 0)
}

func TestDirIsTheShells(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	text := `pwd; /bin/pwd; echo x > f; cd sub; pwd; /bin/pwd; echo y > g; cat ../f; ls ../*; ` +
		`(cd ..; /bin/pwd)`
	want := strings.ReplaceAll("D\nD\nD/sub\nD/sub\nx\n../f\n\n../sub:\ng\nD\n", "D", dir)
	script(t, interp.Options{Dir: dir}, text).want(t, want, "", 0)
	if _, err := interp.New(interp.Options{Dir: filepath.Join(dir, "none")}); !errors.Is(err,
		os.ErrNotExist) {
		t.Errorf("a directory that is not there: %v", err)
	}
}

func TestEnvIsTheShells(t *testing.T) {
	t.Setenv("OF_THE_PROCESS", "1")
	opts := interp.Options{Env: []string{searchPath, "A=1", "odd-name=2"}}
	script(t, opts, `B=3; export C=4; env | grep -v '^_=' | LC_ALL=C sort | grep -v `+
		`'^PATH=\|^PWD='; echo ${OF_THE_PROCESS-unset}`).
		want(t, "A=1\nC=4\nodd-name=2\nunset\n", "", 0)
}

func TestOptionsOfTheShell(t *testing.T) {
	script(t, interp.Options{Name: "prog", Args: []string{"a b", "c"}}, `echo "$0 $# $1"`).want(t,
		"prog 2 a b\n", "", 0)
	script(t, interp.Options{Set: []string{"errexit", "nounset"}},
		`echo $-; false; echo no`).want(t, "eu\n", "", 1)
	script(t, interp.Options{Set: []string{"posix"}}, "try 1 times\n").want(t, "", "?", 127)
	if _, err := interp.New(interp.Options{Set: []string{"nonsense"}}); err == nil ||
		err.Error() != `no option "nonsense"` {
		t.Errorf("an unknown option: %v", err)
	}
}

func TestErrorKinds(t *testing.T) {
	script(t, interp.Options{}, "exit 3").want(t, "", "", 3)
	script(t, interp.Options{}, "echo a\nif").want(t, "", "?", 2)
	script(t, interp.Options{}, "nonexistent_command").want(t, "", "?", 127)
	script(t, interp.Options{}, "/").want(t, "", "?", 126)
	script(t, interp.Options{}, "echo ${x?unset}; echo no").want(t, "", "?", 2)

	var signaled *interp.SignalError
	r := script(t, interp.Options{}, "sh -c 'kill -KILL $$'")
	if r.status != 137 || r.err != nil {
		t.Errorf("a command killed: %d, %v", r.status, r.err)
	}
	if errors.As(r.err, &signaled) {
		t.Error("the command was killed, not the shell")
	}

	sh, err := interp.New(interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if st, err := sh.Run(context.Background(), "x", "exit 4"); st != 4 || err != nil ||
		!sh.Exited() {
		t.Errorf("exit: %d, %v, exited %v", st, err, sh.Exited())
	}
	if st, err := sh.Run(context.Background(), "x", ":"); st != 2 || err == nil {
		t.Errorf("Run after exit: %d, %v", st, err)
	}
	if err := sh.Close(); err != nil {
		t.Error(err)
	}
}

// The end of the context ends processes, loops and waits alike.
func TestContext(t *testing.T) {
	why := errors.New("enough")
	for _, text := range []string{
		"sleep 3600", "sh -c 'sleep 3600; :'", "while :; do :; done", "x=$(sleep 3600)",
		"sleep 3600 | cat",
		"(sleep 3600)", "sleep 3600 & wait", "{ sleep 3600; :; } & wait", "read x < fifo",
		"echo x > fifo",
		"try forever every 1 hour; false; end", "forall x in 1 2 3; sleep 3600; end",
		"eval 'sleep 3600'",
		"trap '' TERM; sh -c 'trap \"\" TERM; sleep 3600; sleep 3600'",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o600); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancelCause(context.Background())
			time.AfterFunc(100*time.Millisecond, func() { cancel(why) })
			mark := "EMBED_TEST=" + dir
			defer func() {
				for _, pid := range carrying(mark) {
					t.Errorf("left: process %s", pid)
				}
			}()
			r := scriptIn(t, ctx, interp.Options{Dir: dir, Env: []string{searchPath, mark},
				Kill: interp.Kill{Timeout: 100 * time.Millisecond}}, text+"; echo no")
			if r.out != "" || r.status != 143 || !errors.Is(r.err, why) {
				t.Errorf("%+v", r)
			}
		})
	}
}

// carrying returns the processes with a variable in their environment.
func carrying(variable string) []string {
	var found []string
	dirs, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, d := range dirs {
		if text, err := os.ReadFile(d); err == nil &&
			bytes.Contains(text, []byte(variable+"\x00")) {
			found = append(found, filepath.Base(filepath.Dir(d)))
		}
	}
	return found
}

func TestContextRunsExitTrap(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := &until{text: "set\n", then: cancel}
	r := scriptIn(t, ctx, interp.Options{Stdout: out}, "trap 'echo bye' EXIT; echo set; sleep 3600")
	if out.String() != "set\nbye\n" || !errors.Is(r.err, context.Canceled) {
		t.Errorf("%q, %+v", out.String(), r)
	}
}

// An until calls then once text has been written to it.
type until struct {
	bytes.Buffer
	text string
	then func()
}

func (u *until) Write(p []byte) (int, error) {
	n, err := u.Buffer.Write(p)
	if u.then != nil && strings.Contains(u.String(), u.text) {
		u.then()
		u.then = nil
	}
	return n, err
}

// Shells of one process do not affect each other.
func TestSeveralShells(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 6 {
		dir := t.TempDir()
		wg.Go(func() {
			text := fmt.Sprintf(`
				umask 0%d7; v=%d; cd .; trap 'echo bye $v' EXIT; set -- a b
				f() { echo f$v; }
				for k in 1 2 3 4 5; do
					mkdir d$k; cd d$k; echo $v > f; sh -c 'umask'; (umask 022; cd /; v=x)
					[ "$(cat f)" = $v ] || echo "not $v"
					cd ..
				done
				{ sleep 0.01; echo job; } & wait
				f | cat
				ls d1; pwd`, i, i)
			mask := fmt.Sprintf("00%d7\n", i)
			want := strings.Repeat(mask, 5) + fmt.Sprintf("job\nf%d\nf\n%s\nbye %d\n", i, dir, i)
			script(t, interp.Options{Dir: dir}, text).want(t, want, "", 0)
		})
	}
	wg.Wait()
}

// surroundings describes the process attributes that a guest must not change.
func surroundings(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	mask := syscall.Umask(0)
	syscall.Umask(mask)
	var b strings.Builder
	fmt.Fprintln(&b, dir, mask, os.Environ())
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip("no /proc")
	}
	for _, l := range strings.Split(string(status), "\n") {
		if strings.HasPrefix(l, "Sig") && !strings.HasPrefix(l, "SigQ") ||
			strings.HasPrefix(l, "NSpgid") || strings.HasPrefix(l, "NSsid") {
			b.WriteString(l + "\n")
		}
	}
	limits, err := os.ReadFile("/proc/self/limits")
	if err != nil {
		t.Fatal(err)
	}
	b.Write(limits)
	var on int32
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, prGetChildSubreaper, addressOf(&on), 0)
	b.WriteString("subreaper " + strconv.Itoa(int(on)) + "\n")
	return b.String()
}

func TestProcessIsLeftAlone(t *testing.T) {
	usr1 := make(chan os.Signal, 1)
	signal.Notify(usr1, syscall.SIGUSR1)
	defer signal.Stop(usr1)
	dir := t.TempDir()
	before := surroundings(t)
	r := script(t, interp.Options{Dir: dir, Args: []string{"x"}}, `
		cd /; umask 077; export A=1 PATH=/bin; ulimit -f 100; ulimit -c 0; ulimit -n 100
		trap 'echo t' TERM INT HUP USR1 EXIT; trap '' QUIT TSTP; set -m; sleep 0 & wait; set +m
		exec 3>/dev/null 2>/dev/null; kill -WINCH $$ 2>&1 | cat
		try for 1 hour or 2 times every 1 ms; sh -c 'sleep 0 & exit 1'; end
		forall x in 1 2; cd /usr; umask 0; end
		{ cd /tmp; umask 0; } & wait
		exec sh -c 'echo replaced'`)
	if r.status != 0 || !strings.HasSuffix(r.out, "replaced\n") {
		t.Errorf("%+v", r)
	}
	// A shell that signals itself ends, as its process would.
	var ended *interp.SignalError
	r = script(t, interp.Options{Dir: dir}, "try forever; kill -USR2 $$; end; echo never")
	if !errors.As(r.err, &ended) || ended.Signal != syscall.SIGUSR2 || r.out != "" {
		t.Errorf("%+v", r)
	}
	if after := surroundings(t); after != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
	// The host still gets its own signals.
	if err := syscall.Kill(os.Getpid(), syscall.SIGUSR1); err != nil {
		t.Fatal(err)
	}
	<-usr1
}

// The host's own children keep their statuses while shells cancel process trees.
func TestChildrenOfTheHost(t *testing.T) {
	pid, err := syscall.ForkExec("/bin/sh", []string{"sh", "-c", "exit 7"}, &syscall.ProcAttr{})
	if err != nil {
		t.Fatal(err)
	}
	script(t, interp.Options{},
		`try for 50 ms; sleep 60; end; try 2 times every 1 ms; sh -c 'sleep 60 & exit 1'; end`)
	var st syscall.WaitStatus
	if _, err := syscall.Wait4(pid, &st, 0, nil); err != nil || st.ExitStatus() != 7 {
		t.Errorf("status %v, %v", st, err)
	}
}

// A failed attempt waits for the lists it started in this process, including their cleanup.
func TestAttemptWaitsForItsLists(t *testing.T) {
	for how, text := range map[string]string{
		"failed": "try 2 times every 0s; echo attempt; { trap 'sleep 0.3; echo cleaned' EXIT; " +
			"echo go >f; sleep 100; } & read x <f; false; end",
		"timed out": "try 2 times timeout 2s every 0s; echo attempt; { trap 'sleep 0.3; echo " +
			"cleaned' EXIT; sleep 100; } & sleep 100; end",
		"nested": "try 2 times every 0s; echo attempt; { { trap 'sleep 0.3; echo cleaned' EXIT; " +
			"echo go >f; sleep 100; } & wait; } & read x <f; false; end",
		"branch": "try 2 times every 0s; echo attempt; forall x in a; { trap 'sleep 0.3; echo " +
			"cleaned' EXIT; echo go >f; sleep 100; } & read x <f; false; end; end",
	} {
		r := script(t, interp.Options{}, "cd \"$(mktemp -d)\" && mkfifo f && "+text+
			"; echo over; rm -r \"$PWD\"")
		if r.out != "attempt\ncleaned\nattempt\ncleaned\nover\n" || r.status != 0 {
			t.Errorf("%s: %q, %q, status %d", how, r.out, r.errs, r.status)
		}
	}
}

// A list that starts itself and waits for the new one comes to an end, also in an embedding
// program.
func TestListsInListsAreBounded(t *testing.T) {
	r := script(t, interp.Options{}, "f() { { f; } & wait; }; f; echo on")
	if n := strings.Count(r.errs, "asynchronous lists nested more than 100 deep"); n != 1 {
		t.Errorf("%+v", r)
	}
}
