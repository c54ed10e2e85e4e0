//go:build unix

package cli_test

import (
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"ftsh/internal/subject"
)

// newTryBench is a bench for ftry, with unreliable programs.
func newTryBench(t *testing.T) *bench {
	t.Helper()
	b := newBench(t).as(t, "ftry")
	for name, text := range map[string]string{
		// flaky N: half an answer and status 75 until its N-th call.
		"flaky": "#!/bin/sh\nn=$(cat calls 2>/dev/null)\nn=$((${n:-0} + 1))\necho $n " +
			">calls\necho half\n[ $n -ge \"$1\" ] || exit 75\necho whole\n",
		"nointerp":  "echo \"sh $1 ${0##*/}\"\n",
		"bin/cd":    "#!/bin/sh\necho program $*\n",
		"bin/where": "#!/bin/sh\necho \"in $PWD\"\n",
	} {
		if err := os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// quiet is the environment that turns the log off.
var quiet = []string{"FTSH_LOG_LEVEL=0"}

// fresh makes flaky begin again.
func (b *bench) fresh() { _ = os.Remove(filepath.Join(b.dir, "calls")) }

// No shell reads the command's words, and its name is never that of a builtin.
func TestTryTakesWordsAsTheyAre(t *testing.T) {
	newTryBench(t).check(t, []call{
		{name: "expansions and operators", argv: sh("1", "time", "--", "printf", "<%s>", "$HOME",
			"*", "a  b", "", ";", "`x`", "\\", "-n", "~", "a=b", "--", "\xff\n"),
			out: "<$HOME><*><a  b><><;><`x`><\\><-n><~><a=b><--><\xff\n>"},
		{name: "no header", argv: sh("--", "printf", "--", "--help\n"), out: "--help\n"},
		{name: "a builtin's name", argv: sh("--", "cd", "/"), out: "program /\n"},
		{name: "special builtin", argv: sh("--", "exit", "3"), env: quiet,
			errs: "ftry: exit: not found\n", status: 127},
		{name: "builtin of blocks", argv: sh("3", "times", "--", "abort"), env: quiet,
			errs: "ftry: abort: not found\n", status: 127},
		{name: "reserved word", argv: sh("--", "if"), env: quiet, errs: "ftry: if: not found\n",
			status: 127},
		{name: "empty name", argv: sh("--", ""), env: quiet, errs: "ftry: : not found\n",
			status: 127},
		{name: "a line of shell", argv: sh("--", "echo a | cat"), env: quiet,
			errs: "ftry: echo a | cat: not found\nftry: the command is one word: for a line of " +
				"shell, write -- sh -c 'echo a | cat'\n", status: 127},
		{name: "a scratch path of the calling shell", argv: sh("scratch", "file", "made", "--", "test", ""),
			env: quiet, errs: "ftry: $FTSH_SCRATCH is set for the command only: write -- sh -c " +
				"'… \"$FTSH_SCRATCH\" …'\n", status: 1},
		{name: "a scratch command that fails", argv: sh("scratch", "file", "made", "--", "sh", "-c",
			"[ -z $FTSH_SCRATCH ]", ""), env: quiet, status: 1},
		{name: "a scratch name that is empty", argv: sh("scratch", "", "--", "true"), env: quiet,
			errs: "ftry: expected the name of a directory, or file and the name of a file, found " +
				"\"\\\"\\\"\"\n    ftry scratch \"\" --\n                 ^\n", status: 2},
		{name: "assignment", argv: sh("--", "A=b"), env: quiet, errs: "ftry: A=b: not found\n",
			status: 127},
		{name: "options behind the command", argv: sh("1 time", "--", "echo", "--log-level=9"),
			out: "--log-level=9\n"},
		{name: "script without a first line", argv: sh("--", "./nointerp", "a b"), env: quiet,
			out: "sh a b nointerp\n"},
		{name: "script of PATH without a first line", argv: sh("--", "nointerp", "x"),
			env: []string{"PATH=/usr/bin:/bin:.", "FTSH_LOG_LEVEL=0"}, out: "sh x nointerp\n"},
		{name: "aliases and functions of no shell",
			argv: sh("--", "sh", "-c", "try 2>/dev/null || echo none"), out: "none\n"},
		{name: "standard input is no script", argv: sh("--", "cat"), stdin: "echo $x\n",
			out: "echo $x\n"},
	})
}

func TestTryStatuses(t *testing.T) {
	b := newTryBench(t)
	for _, c := range []call{
		{name: "success", argv: sh("3", "times", "--", "true")},
		{name: "of the last attempt", argv: sh("2", "times", "every", "0s", "--", "sh", "-c",
			"exit $((40 + FTSH_ATTEMPT))"), status: 42},
		{name: "success at last", argv: sh("3", "times", "every", "0s", "--", "./flaky", "3"),
			out: "half\nwhole\n"},
		{name: "named by on", argv: sh("3", "times", "every", "0s", "on", "75", "--", "./flaky",
			"2"), out: "half\nwhole\n"},
		{name: "not named by on", argv: sh("3", "times", "every", "0s", "on", "1-74", "--",
			"./flaky", "2"), status: 75},
		{name: "named by except", argv: sh("3", "times", "every", "0s", "except", "75", "--",
			"./flaky", "2"), status: 75},
		{name: "says what permanent names", argv: sh("3", "times", "every", "0s", "permanent",
			"*no such job*", "transient", "*busy*", "--", "sh", "-c",
			"echo busy: no such job 7 >&2; exit 3"), errs: "busy: no such job 7\n", status: 3},
		{name: "says what transient names", argv: sh("2", "times", "every", "0s", "on", "75",
			"transient", "*is busy*", "--", "sh", "-c", "echo it is busy >&2; exit 3"),
			errs: "it is busy\nit is busy\n", status: 3},
		{name: "time limit of the attempt", argv: sh("timeout", "100ms", "--", "sleep", "1000"),
			status: 124},
		{name: "time limit", argv: sh("for", "100ms", "every", "0s", "--", "sleep", "1000"),
			status: 124},
		{name: "a signal", argv: sh("--", "sh", "-c", "kill -9 $$"), errs: "Killed\n", status: 137},
		{name: "cannot be run", argv: sh("--", "/"), errs: "ftry: /: permission denied\n",
			status: 126},
		{name: "binary", argv: sh("--", "./binary"), errs: "ftry: ./binary: exec format error\n",
			status: 126},
		{name: "not found is for good", argv: sh("forever", "--", "nonesuch", "x"),
			errs: "ftry: nonesuch: not found\n", status: 127},
		{name: "not found, named by on", argv: sh("2", "times", "every", "0s", "on", "127", "--",
			"nonesuch"),
			errs: "ftry: nonesuch: not found\nftry: nonesuch: not found\n", status: 127},
		{name: "a policy that stops", argv: sh("forever", "backoff", "nonesuch", "--", "true"),
			errs: `found "nonesuch"`, status: 2},
		{name: "wrong default policy", argv: sh("3", "times", "--", "true"),
			env: sh("FTSH_BACKOFF=nonesuch"), errs: "ftry: FTSH_BACKOFF: ", status: 2},
	} {
		b.fresh()
		c.env = append(c.env, quiet...)
		b.check(t, []call{c})
	}
}

// The error for a wrong header gives the expected and the found words, and the place.
func TestTryHeaderErrors(t *testing.T) {
	newTryBench(t).check(t, []call{
		{name: "unit", args: "for 5 parsecs -- true", status: 2,
			errs: "ftry: expected a unit of time (ms, s, m, h, d or w), found \"parsecs\"\n    " +
				"ftry for 5 parsecs --\n               ^\n"},
		{name: "nothing", status: 2,
			errs: "ftry: expected -- and a command, found nothing\n    ftry\n        ^\n"},
		{name: "without --", args: "3 times ./flaky -x", status: 2,
			errs: "or --, found \"./flaky\": write -- before the command\n    ftry 3 times ./flaky -x\n                 ^\n"},
		{name: "without times", args: "3 -- true", status: 2,
			errs: "ftry: expected \"times\" (ftry 3 times), found \"--\"\n    ftry 3 --\n      " +
				"     ^\n"},
		{name: "no command", args: "3 times --",
			errs: "ftry: expected a command after --, found nothing\n", status: 2},
		{name: "an expansion that was empty", argv: sh("for", "", "--", "true"),
			errs: "found \"\\\"\\\"\"\n    ftry for \"\" --\n             ^\n", status: 2},
		{name: "control characters", argv: sh("3", "times", "\x1b[2J", "--", "true"),
			errs: "    ftry 3 times ?[2J --\n", status: 2},
		{name: "a long word", argv: sh("3", "times", strings.Repeat("é", 5000), "--", "true"),
			status: 2,
			errs:   "found \"" + strings.Repeat("é", 39) + "…\"\n    ftry 3 times é"},
		{name: "unknown option", args: "-x 3 times -- true",
			errs: "ftry: unknown option -x (try ftry --help)\n", status: 2},
		{name: "option of ftsh", args: "--explain -- true", errs: "ftry: unknown option --explain",
			status: 2},
		{name: "option without its value", args: "--log-level",
			errs: "ftry: --log-level: expected a value, found nothing", status: 2},
		{name: "option with a value too many", args: "--help=x -- true",
			errs: `ftry: --help: expected no value, found "x"`, status: 2},
		{name: "log level", args: "--log-level=41 -- true",
			errs: `or a number from 0 to 40, found "41"`, status: 2},
		{name: "environment", args: "-- true", env: sh("FTSH_KILL_TIMEOUT=x"),
			errs: "ftry: FTSH_KILL_TIMEOUT: kill timeout", status: 2},
		{name: "log file", args: "--log-file=/nonesuch/log -- true",
			errs: "ftry: open /nonesuch/log: no such file or directory", status: 2},
		{name: "name", arg0: "/opt/again", args: "3",
			errs: "again: expected \"times\" (again 3 times), found nothing\n    again 3\n      " +
				"     ^\n", status: 2},
	})
}

// The output of an attempt to a pipe or a file is passed on once the attempt has succeeded.
func TestTryHoldsOutput(t *testing.T) {
	b := newTryBench(t)
	attempts := func(words ...string) []string {
		return append(append(sh("2", "times", "every", "0s"), words...), "--", "./flaky")
	}
	for _, c := range []call{
		{name: "works at the second attempt", argv: append(attempts(), "2"), out: "half\nwhole\n"},
		{name: "never works", argv: append(attempts(), "3"), status: 75},
		{name: "streaming", argv: append(attempts("streaming"), "2"), out: "half\nhalf\nwhole\n"},
	} {
		c.env = quiet
		b.fresh()
		t.Run("pipe", func(t *testing.T) { b.check(t, []call{c}) })

		b.fresh()
		t.Run("file/"+c.name, func(t *testing.T) {
			path := filepath.Join(b.dir, "out")
			f, err := os.Create(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if _, err := f.WriteString("before\n"); err != nil {
				t.Fatal(err)
			}
			cmd := b.command(c)
			cmd.Stdout = f
			_ = cmd.Run()
			got, err := os.ReadFile(path)
			if err != nil || string(got) != "before\n"+c.out ||
				cmd.ProcessState.ExitCode() != c.status {
				t.Errorf("%q, %v, status %d", got, err, cmd.ProcessState.ExitCode())
			}
		})
	}
}

// Each attempt reads the rest of ftry's input at its start.
func TestTryReplaysInput(t *testing.T) {
	b := newTryBench(t)
	twice := "read x; echo got $x >&2; [ $FTSH_ATTEMPT -eq 2 ] && cat"
	b.check(t, []call{
		{name: "pipe", argv: sh("2", "times", "every", "0s", "--", "sh", "-c", twice),
			stdin: "a\nb\n", out: "b\n", errs: "got a\ngot a\n"},
		{name: "streaming", argv: sh("2", "times", "every", "0s", "streaming", "--", "sh", "-c",
			"head -c 2; exit $((2 - FTSH_ATTEMPT))"), stdin: "a\nb\n", out: "a\nb\n"},
	})
	t.Run("file", func(t *testing.T) {
		f, err := os.Create(filepath.Join(b.dir, "in"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := f.WriteString("skipped\na\nb\n"); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Seek(int64(len("skipped\n")), io.SeekStart); err != nil {
			t.Fatal(err)
		}
		cmd := b.command(call{argv: sh("2", "times", "every", "0s", "--", "sh", "-c",
			"head -c 2; exit $((2 - FTSH_ATTEMPT))")})
		cmd.Stdin = f
		out, err := cmd.Output()
		if string(out) != "a\n" || err != nil {
			t.Errorf("%q, %v", out, err)
		}
		if at, err := f.Seek(0, io.SeekCurrent); at != int64(len("skipped\na\n")) || err != nil {
			t.Errorf("what follows in the file is read from %d, %v", at, err)
		}
	})
}

// The command has ftry's environment, and the block's variables.
func TestTryEnvironment(t *testing.T) {
	b := newTryBench(t)
	got := []string{"IFS=:", "OPTIND=7", "PPID=3", "LINENO=5", "PS1=x", "PWD=/nonesuch", "a.b=1",
		"BASH_FUNC_x%%=() { :; }", "FTSH_MINE=1", "EMPTY="}
	cmd := b.command(call{argv: sh("for", "1", "hour", "or", "2", "times", "--", "env")})
	cmd.Env = append([]string{"PATH=/usr/bin:/bin", "GORACE=atexit_sleep_ms=0"}, got...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	var names []string
	for line := range strings.Lines(string(out)) {
		have[strings.TrimSuffix(line, "\n")] = true
		if name, _, _ := strings.Cut(line, "="); strings.HasPrefix(name, "FTSH_") {
			names = append(names, name)
		}
	}
	for _, e := range got {
		if !have[e] {
			t.Errorf("%s is not there: %q", e, out)
		}
	}
	if want := "FTSH_MINE FTSH_TRY_ID FTSH_DEADLINE FTSH_KILL_TIMEOUT FTSH_ATTEMPT " +
		"FTSH_VIA_REASON FTSH_TREE"; !sameWords(names, want) {
		t.Errorf("%q, want %s", names, want)
	}
	if n := len(have); n != 2+len(got)+6 {
		t.Errorf("%d variables: %q", n, out)
	}
}

func sameWords(got []string, want string) bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(want) {
		m[w] = true
	}
	for _, w := range got {
		if !m[w] {
			return false
		}
		delete(m, w)
	}
	return len(m) == 0
}

var (
	recordTime = regexp.MustCompile(`(?m)^\S+ \S+ \[\d+\] `)
	elapsed    = regexp.MustCompile(` in [0-9.]+ [a-z]+\n`)
)

// Records name the command. They have its words only at the levels for them.
func TestTryRecords(t *testing.T) {
	b := newTryBench(t)
	failing := sh("2", "times", "every", "0s", "--", "sh", "-c", "echo out; exit 9", "sesame")
	const summary = "ftry try 2 times: all 2 attempts failed with status 9 in T\n"
	for _, c := range []struct{ level, want string }{
		{"silent", ""},
		{"failures", summary + "    1, 2: sh …: exit status 9\n"},
		{"attempts", "ftry try: attempt 1 failed: sh …: exit status 9\nftry try: waiting 0 " +
			"seconds before attempt 2\n" +
			"ftry try: attempt 2 failed: sh …: exit status 9\n" + summary +
			"    1, 2: sh …: exit status 9\n"},
		{"commands", "ftry sh -c 'echo out; exit 9' sesame: exit status 9\nftry try: attempt 1 " +
			"failed: sh -c 'echo out; exit 9' sesame: exit status 9\n    | out\n" +
			"ftry try: waiting 0 seconds before attempt 2\nftry sh -c 'echo out; exit 9' sesame: " +
			"exit status 9\n" +
			"ftry try: attempt 2 failed: sh -c 'echo out; exit 9' sesame: exit status 9\n   " +
			" | out\n" +
			summary + "    1, 2: sh -c 'echo out; exit 9' sesame: exit status 9\n"},
	} {
		out, errs, status := b.run(call{argv: append(sh("--log-level", c.level), failing...)})
		errs = elapsed.ReplaceAllString(recordTime.ReplaceAllString(errs, ""), " in T\n")
		if errs != c.want || out != "" || status != 9 {
			t.Errorf("%s: status %d, output %q, errors\n%s, want\n%s", c.level, status, out, errs,
				c.want)
		}
	}
	_, errs, _ := b.run(call{argv: append(sh("--log-format=json"), failing...)})
	var record struct {
		Msg, Script, Block string
		Line               int
		Status             int
		Errors             []any
	}
	if err := json.Unmarshal([]byte(errs), &record); err != nil {
		t.Fatalf("%v: %s", err, errs)
	}
	if record.Msg != "block failed" || record.Script != "ftry" || record.Block != "try" ||
		record.Line != 0 || record.Status != 9 {
		t.Errorf("%+v", record)
	}
	if strings.Contains(errs, "sesame") {
		t.Errorf("the command's words are in the record: %s", errs)
	}
	_, errs, _ = b.run(call{argv: sh("timeout", "100ms", "--", "sleep", "1000")})
	if want := "    1: sleep …: exit status 124 (time limit)\n"; !strings.HasSuffix(errs, want) {
		t.Errorf("%q, want it to end with %q", errs, want)
	}
	_, errs, _ = b.run(call{argv: sh("--", "./missing", "word")})
	if want := "    1: ./missing …: exit status 127\n"; !strings.HasSuffix(errs, want) {
		t.Errorf("%q, want it to end with %q", errs, want)
	}
	log := filepath.Join(b.dir, "log")
	if _, errs, _ = b.run(call{argv: append(sh("--log-file", "log"), failing...)}); errs != "" {
		t.Errorf("%q", errs)
	}
	if text, err := os.ReadFile(log); err != nil ||
		!strings.Contains(string(text), "ftry try 2 times: all 2 attempts failed") {
		t.Errorf("%q, %v", text, err)
	}
}

// command is the call, ready to start.
func (b *bench) command(c call) *exec.Cmd {
	cmd := exec.Command(b.sh.Path)
	cmd.Args = append([]string{b.sh.Name}, c.argv...)
	cmd.Dir = b.dir
	cmd.Env = append(append(subject.Env(), "PATH=/usr/bin:/bin:"+filepath.Join(b.dir, "bin"),
		"FTSH_LOG_LEVEL=0"), c.env...)
	return cmd
}

// ready starts a call and waits until its command reports itself ready on standard error. It
// returns the rest of standard error, which ends when no process has it open any more.
func (b *bench) ready(t *testing.T, cmd *exec.Cmd) io.Reader {
	t.Helper()
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	word := make([]byte, len("ready\n"))
	if _, err := io.ReadFull(errs, word); err != nil || string(word) != "ready\n" {
		t.Fatalf("%q, %v", word, err)
	}
	return errs
}

// daemon leaves a process outside its group and session that ignores the polite signals.
const daemon = "(trap '' TERM HUP INT; setsid sleep 1000 & exec sleep 1000) & echo ready >&2; wait"

// A signal ends the command with all its processes, and ftry by the same signal.
func TestTryEndsByTheSignal(t *testing.T) {
	b := newTryBench(t)
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP,
		syscall.SIGUSR1} {
		cmd := b.command(call{argv: sh("forever", "grace", "100ms", "--", "sh", "-c", daemon)})
		errs := b.ready(t, cmd)
		if err := cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		rest, err := io.ReadAll(errs)
		_ = cmd.Wait()
		if got := cmd.ProcessState.Sys().(syscall.WaitStatus); !got.Signaled() ||
			got.Signal() != s {
			t.Errorf("%v: ended by %v", s, cmd.ProcessState)
		}
		if err != nil || len(rest) > 0 {
			t.Errorf("%v: %q, %v", s, rest, err)
		}
	}
}

// A time limit ends all processes of the command.
func TestTryEndsTheTree(t *testing.T) {
	b := newTryBench(t)
	cmd := b.command(call{argv: sh("timeout", "1s", "grace", "100ms", "--", "sh", "-c", daemon)})
	rest, err := io.ReadAll(b.ready(t, cmd))
	_ = cmd.Wait()
	if cmd.ProcessState.ExitCode() != 124 || err != nil || len(rest) > 0 {
		t.Errorf("status %d, %q, %v", cmd.ProcessState.ExitCode(), rest, err)
	}
}

// Ignored signals stay ignored, for the command too.
func TestTryUnderNohup(t *testing.T) {
	b := newTryBench(t)
	cmd := b.command(call{})
	cmd.Path = "/bin/sh"
	cmd.Args = sh("sh", "-c",
		"trap '' HUP; exec \"$0\" -- sh -c 'kill -HUP $$; kill -HUP $PPID; echo alive'", b.sh.Path)
	out, err := cmd.CombinedOutput()
	if string(out) != "alive\n" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
}

// Closed descriptors stay closed, and other open ones reach the command.
func TestTryDescriptors(t *testing.T) {
	b := newTryBench(t)
	if runtime.GOOS != "linux" {
		t.Skip("what is open is seen by /proc")
	}
	const says = `for n in 0 1 5; do if [ -e /proc/$$/fd/$n ]; then echo "$n open" >&2; else ` +
		`echo "$n closed" >&2; fi; done`
	for _, c := range []struct{ redirections, want string }{
		{"5>&-", "0 open\n1 open\n5 closed\n"},
		{"<&- 5>&-", "0 closed\n1 open\n5 closed\n"},
		{">&- 5>&-", "0 open\n1 closed\n5 closed\n"},
		{"5>&2", "0 open\n1 open\n5 open\n"},
	} {
		cmd := b.command(call{})
		cmd.Path = "/bin/sh"
		cmd.Args = sh("sh", "-c", "exec \"$0\" 2 times -- sh -c \"$1\" "+c.redirections, b.sh.Path,
			says)
		out, err := cmd.CombinedOutput()
		if string(out) != c.want || err != nil {
			t.Errorf("%s: %q, %v", c.redirections, out, err)
		}
	}
}

// If the reader of the output is gone, ftry ends as the command would, by SIGPIPE, and makes no
// further attempt.
func TestTryNobodyReads(t *testing.T) {
	b := newTryBench(t)
	for _, words := range [][]string{{}, {"streaming"}} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		argv := append(append(sh("5", "times", "every", "0s"), words...), "--", "sh", "-c",
			"echo run >&2; trap - PIPE; echo out")
		cmd := b.command(call{argv: argv})
		cmd.Stdout = w
		var errs strings.Builder
		cmd.Stderr = &errs
		_ = cmd.Run()
		w.Close()
		if got := cmd.ProcessState.Sys().(syscall.WaitStatus); !got.Signaled() ||
			got.Signal() != syscall.SIGPIPE || errs.String() != "run\n" {
			t.Errorf("%q: %v, %q", words, cmd.ProcessState, errs.String())
		}
	}
}

func TestTryHelpAndVersion(t *testing.T) {
	b := newTryBench(t)
	if out, errs, status := b.run(call{args: "--help"}); !strings.Contains(out, "usage: ftry ") ||
		errs != "" || status != 0 {
		t.Errorf("%q, %q, %d", out, errs, status)
	}
	if out, errs, status := b.run(call{args: "--version"}); !regexp.MustCompile(`^ftry \S+\n$`).MatchString(out) || errs != "" || status != 0 {
		t.Errorf("%q, %q, %d", out, errs, status)
	}
}
