//go:build unix

package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ftsh/internal/subject"
)

// shell is built once for all tests here.
var shell subject.Build

func TestMain(m *testing.M) {
	code := m.Run()
	shell.Remove()
	os.Exit(code)
}

// A call is one run of the program, and its expected results.
type call struct {
	name   string
	arg0   string // "" is ftsh
	args   string // words
	argv   []string
	env    []string
	stdin  string
	out    string
	errs   string // a part of standard error; "" requires it to be empty
	status int
}

// A bench is a directory with files to run the program in.
type bench struct {
	sh  subject.Shell
	dir string
}

// as returns the bench for another program of the project.
func (b *bench) as(t *testing.T, name string) *bench {
	t.Helper()
	return &bench{subject.Shell{Name: name, Path: shell.Program(t, name)}, b.dir}
}

func newBench(t *testing.T) *bench {
	t.Helper()
	if subject.Standing() {
		t.Skip("the command line of ftsh is tested")
	}
	b := &bench{sh: shell.Get(t), dir: t.TempDir()}
	for name, text := range map[string]string{
		"script":     "echo \"$0 $# $1\"\nexit 4\n",
		"prog":       "echo by name\n",
		"unreadable": "echo x\n",
		"binary":     "\x7fELF\x00\x01\n",
		"late-nul":   "echo first\nexit 0\n\x00\n",
		"empty":      "",
		"-dash":      "echo dash\n",
		"bad":        "echo never\nif\n",
		"for-bash":   "#!/usr/bin/env bash\necho hi\n",
	} {
		if err := os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, d := range []string{"dir", "bin"} {
		if err := os.Mkdir(filepath.Join(b.dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(b.dir, "bin", "inpath"), []byte("echo found $0\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *bench) run(c call) (out, errs string, status int) {
	cmd := exec.Command(b.sh.Path)
	cmd.Args = append([]string{b.sh.Name}, c.argv...)
	if c.argv == nil {
		cmd.Args = append(cmd.Args, strings.Fields(c.args)...)
	}
	if c.arg0 != "" {
		cmd.Args[0] = c.arg0
	}
	cmd.Dir = b.dir
	cmd.Env = append(append(subject.Env(), "PATH=/usr/bin:/bin:"+filepath.Join(b.dir, "bin")),
		c.env...)
	cmd.Stdin = strings.NewReader(c.stdin)
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	_ = cmd.Run()
	return o.String(), e.String(), cmd.ProcessState.ExitCode()
}

func (b *bench) check(t *testing.T, calls []call) {
	for _, c := range calls {
		t.Run(c.name, func(t *testing.T) {
			out, errs, status := b.run(c)
			if out != c.out || status != c.status || c.errs == "" && errs != "" ||
				!strings.Contains(errs, c.errs) {
				t.Errorf("%v\noutput %q, errors %q, status %d\nwant %q, %q, %d", c, out, errs,
					status, c.out, c.errs, c.status)
			}
		})
	}
}

func sh(words ...string) []string { return words }

// A login shell reads its files, whatever it runs afterwards, and an error in them does not end it.
func TestLogin(t *testing.T) {
	b := newBench(t)
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(".profile", "x=profile ENV=$HOME/env; export x ENV; : ${unset?gone}; x=never")
	write("env", "x=$x,env\nfi")
	write("dir/.profile", "echo bye; exit 7")
	home := "HOME=" + b.dir
	b.check(t, []call{
		{name: "no login shell", argv: sh("-c", "echo $x."), env: sh(home), out: ".\n"},
		{name: "letter", argv: sh("-lc", "echo $x $0"), env: sh(home), out: "profile ftsh\n",
			errs: ".profile:1:42: unset: gone"},
		{name: "option", argv: sh("--login", "-c", "echo $x"), env: sh(home), out: "profile\n",
			errs: "gone"},
		{name: "name", arg0: "-ftsh", argv: sh("-c", "echo $x $0"), env: sh(home),
			out: "profile -ftsh\n", errs: "gone"},
		{name: "from standard input", args: "-l", stdin: "echo $x\n", env: sh(home),
			out: "profile\n", errs: "gone"},
		{name: "a list of it is none", argv: sh("-lc", "x=changed; { echo $x; } & wait"),
			env: sh(home), out: "changed\n", errs: "gone"},
		{name: "interactive", argv: sh("-ilc", "echo $x"), env: sh(home), out: "profile,env\n",
			errs: "env:2:1: "},
		{name: "no file", argv: sh("-lc", "echo $x."), env: sh("HOME=/nonexistent"), out: ".\n"},
		{name: "exit", argv: sh("-lc", "echo never"), env: sh(home + "/dir"), out: "bye\n",
			status: 7},
	})
}

func TestWhereTheScriptComesFrom(t *testing.T) {
	newBench(t).check(t, []call{
		{name: "command", argv: sh("-c", "echo $0 $#; exit 3"), out: "ftsh 0\n", status: 3},
		{name: "command with name and arguments", argv: sh("-c", "echo $0 $# $2", "n", "a", "b"),
			out: "n 2 b\n"},
		{name: "command missing", args: "-c", errs: "-c: expected a command", status: 2},
		{name: "command and options behind", argv: sh("-c", "-e", "false; echo no"), status: 1},
		{name: "empty command", argv: sh("-c", "")},
		{name: "file", args: "script a b", out: "script 2 a\n", status: 4},
		{name: "file by path", args: "./script", out: "./script 0 \n", status: 4},
		{name: "file named like an option", args: "-- -dash", out: "dash\n"},
		{name: "single dash", args: "- script x", out: "script 1 x\n", status: 4},
		{name: "file from PATH", args: "inpath", out: "found inpath\n"},
		{name: "no such file", args: "none",
			errs: "ftsh: cannot open none: no such file or directory", status: 127},
		{name: "no such file by path", args: "./none", errs: "cannot open ./none", status: 127},
		{name: "below a file", args: "./script/x", errs: "cannot open ./script/x", status: 127},
		{name: "directory", args: "dir", errs: "cannot open dir: is a directory", status: 126},
		{name: "binary", args: "binary", errs: "not a script", status: 126},
		{name: "archive behind exit", args: "late-nul", out: "first\n"},
		{name: "empty file", args: "empty"},
		{name: "a script of bash", args: "for-bash", out: "hi\n"},
		{name: "a script of bash, as sh", arg0: "sh", args: "for-bash", out: "hi\n"},
		{name: "syntax error", args: "bad",
			errs: "bad:3:1: syntax error: expected a command, found end of file (\"if\" opened " +
				"at line 2)", status: 2},
		{name: "standard input", stdin: "echo a $0 $#\nexit 6\necho no\n", out: "a ftsh 0\n",
			status: 6},
		{name: "standard input with arguments", args: "-s a b", stdin: "echo $# $2\n",
			out: "2 b\n"},
		{name: "rest of standard input", stdin: "read x\nline\necho \"<$x>\"; cat\nrest\n",
			out: "<line>\nrest\n"},
		{name: "syntax error late in standard input", stdin: "echo first\nif\n", out: "first\n",
			errs: "ftsh:3:1: syntax error", status: 2},
	})
}

func TestOptions(t *testing.T) {
	newBench(t).check(t, []call{
		{name: "none", argv: sh("-c", "echo \"<$->\""), out: "<>\n"},
		{name: "letters", argv: sh("-abCefhmnuvx", "-c", "echo no"), out: "", errs: ""},
		{name: "together with -c", argv: sh("-euc", "echo $-"), out: "eu\n"},
		{name: "in words", argv: sh("-e", "-u", "-f", "-C", "-c", "echo $-"), out: "efCu\n"},
		{name: "off again", argv: sh("-eu", "+e", "-c", "echo $-"), out: "u\n"},
		{name: "-o", argv: sh("-o", "errexit", "-o", "pipefail", "-c", "false | :; echo no"),
			status: 1},
		{name: "-o off", argv: sh("-e", "+o", "errexit", "-c", "false; echo yes"), out: "yes\n"},
		{name: "-o unknown", argv: sh("-o", "nonsense", "-c", ":"),
			errs: `unknown option "nonsense"`, status: 2},
		{name: "-o alone", args: "-o", errs: "-o: expected an option's name", status: 2},
		{name: "unknown letter", args: "-Z", errs: "unknown option -Z", status: 2},
		{name: "unknown long", args: "--nonsense", errs: "unknown option --nonsense", status: 2},
		{name: "-n", argv: sh("-n", "-c", "echo no; exit 3")},
		{name: "-n syntax", argv: sh("-n", "-c", "echo ok; fi"), errs: "fi", status: 2},
		{name: "-v", argv: sh("-v"), stdin: "echo a\necho b\n", out: "a\nb\n",
			errs: "echo a\necho b\n"},
		{name: "-v file", argv: sh("-v", "prog"), out: "by name\n", errs: "echo by name\n"},
		{name: "-x", argv: sh("-x", "-c", "echo a"), out: "a\n", errs: "+ echo a\n"},
		{name: "-i", args: "-i", stdin: "echo ${x?}\necho on\n", out: "on\n", errs: "x", status: 0},
		{name: "posix by name", arg0: "sh", argv: sh("-c", "try() { echo $1; }; try 5"),
			out: "5\n"},
		{name: "posix by login name", arg0: "-sh", argv: sh("-c", "try() { echo $1; }; try 5"),
			out: "5\n"},
		{name: "posix by option", argv: sh("-o", "posix", "-c", "try() { echo $1; }; try 5"),
			out: "5\n"},
		{name: "blocks", argv: sh("-c", "try 5 times; echo in; end"), out: "in\n"},
		{name: "kill timeout", argv: sh("--kill-timeout", "2m", "-c", "echo ok"), out: "ok\n"},
		{name: "kill timeout in seconds", argv: sh("--kill-timeout=1.5", "-c", "echo ok"),
			out: "ok\n"},
		{name: "kill timeout zero", argv: sh("--kill-timeout=0", "-c", ":"), errs: "kill timeout",
			status: 2},
		{name: "kill timeout wrong", argv: sh("--kill-timeout", "soon", "-c", ":"),
			errs: "kill timeout", status: 2},
		{name: "kill timeout missing", args: "--kill-timeout",
			errs: "--kill-timeout: expected a value", status: 2},
		{name: "kill mode", argv: sh("--kill-mode=weak", "-c", "echo ok"), out: "ok\n"},
		{name: "kill mode wrong", argv: sh("--kill-mode=brutal", "-c", ":"),
			errs: "expected strong or weak", status: 2},
		{name: "log level wrong", argv: sh("--log-level=41", "-c", ":"),
			errs: `or a number from 0 to 40, found "41"`, status: 2},
		{name: "environment wrong", argv: sh("-c", ":"), env: sh("FTSH_LOG_LEVEL=x"),
			errs: "FTSH_LOG_LEVEL: log level", status: 2},
		{name: "environment empty", argv: sh("-c", "echo ok"),
			env: sh("FTSH_LOG_LEVEL=", "FTSH_KILL_MODE="), out: "ok\n"},
		{name: "environment is below options", argv: sh("--log-level=0", "-c",
			"try 1 time; false; end"), env: sh("FTSH_LOG_LEVEL=40"), status: 1},
	})
}

func TestHelpAndVersion(t *testing.T) {
	b := newBench(t)
	if out, errs, status := b.run(call{args: "--help"}); !strings.Contains(out, "usage: ftsh ") ||
		errs != "" || status != 0 {
		t.Errorf("%q, %q, %d", out, errs, status)
	}
	if out, errs, status := b.run(call{args: "--version"}); !regexp.MustCompile(`^ftsh \S+\n$`).MatchString(out) || errs != "" || status != 0 {
		t.Errorf("%q, %q, %d", out, errs, status)
	}
}

// A #! line passes one word: ftsh's options in it, and the script after it.
func TestFirstLine(t *testing.T) {
	b := newBench(t)
	for line, want := range map[string]string{
		"":                      "x 1\n",
		" -u":                   "x 1\nu\n",
		" --log-level=0":        "x 1\n",
		" --kill-timeout=1m30s": "x 1\n",
		" --kill-timeout 1m30s": "x 1\n",
		" -o brittle":           "x 1\n",
		" -uobrittle":           "x 1\nu\n",
	} {
		path := filepath.Join(b.dir, "first")
		text := "#!" + b.sh.Path + line + "\necho x $#\ncase $- in '') ;; *) echo $- ;; esac\n"
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		// Another shell starts it: a file just written may still be open for writing in another
		// process started at the same time.
		cmd := exec.Command("/bin/sh", "-c", "exec \"$0\" a", path)
		cmd.Env = append(subject.Env(), os.Environ()...)
		out, err := cmd.CombinedOutput()
		if string(out) != want || err != nil {
			t.Errorf("#!ftsh%s: %q, %v; want %q", line, out, err, want)
		}
	}
}

func TestEndsByTheSignal(t *testing.T) {
	b := newBench(t)
	cmd := exec.Command(b.sh.Path, "-c", "trap 'echo bye' EXIT; kill -TERM $$; echo no")
	cmd.Env = append(subject.Env(), os.Environ()...)
	out, err := cmd.Output()
	if string(out) != "bye\n" || err == nil || err.Error() != "signal: terminated" {
		t.Errorf("%q, %v", out, err)
	}
}

var record = regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[\d+\] ftsh:\d+ .+$|^   ` +
	` 1: ftsh:1:71: false: exit status 1$`)

func TestLogLevels(t *testing.T) {
	b := newBench(t)
	text := "n=0; try 3 times every 1 ms; n=$((n+1)); [ $n = 3 ]; end; try 1 time; false; end"
	before := 0
	for _, level := range []string{"silent", "10", "attempts", "20", "blocks"} {
		_, errs, status := b.run(call{argv: sh("--log-level="+level, "-c", text)})
		lines := strings.Split(strings.TrimSuffix(errs, "\n"), "\n")
		n := len(lines)
		if errs == "" {
			n = 0
		}
		for _, l := range lines[:n] {
			if !record.MatchString(l) {
				t.Errorf("level %s: no record: %q", level, l)
			}
		}
		if level != "silent" && n <= before || level == "silent" && n != 0 || status != 1 {
			t.Errorf("level %s: %d records after %d, status %d: %s", level, n, before, status, errs)
		}
		before = n
	}
}

// The log file is made absolute at the start, and appended to by nested and
// parallel shells.
func TestLogFile(t *testing.T) {
	b := newBench(t)
	text := `cd dir; try 1 time; false; end
		for i in 1 2 3 4; do { try 1 time; false; end; } & done; wait; "$0" -c 'try 1 time; false; end'; exit 0`
	if err := os.WriteFile(filepath.Join(b.dir, "log"), []byte("before\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, errs, status := b.run(call{argv: sh("-c", text, b.sh.Path), env: sh("FTSH_LOG_FILE=log")})
	if errs != "" || status != 0 {
		t.Errorf("errors %q, status %d", errs, status)
	}
	got, err := os.ReadFile(filepath.Join(b.dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(got), "\n"), "\n")
	whole := regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[\d+\] \S+:\d+ .+$`)
	failed := 0
	for i, l := range lines[1:] {
		if i%2 == 1 { // in the same write as the line before
			if !strings.HasPrefix(l, "    1: ") {
				t.Errorf("no error: %q", l)
			}
			continue
		}
		if !whole.MatchString(l) {
			t.Errorf("no record: %q", l)
		}
		failed++
	}
	if lines[0] != "before" || failed != 6 {
		t.Errorf("%q", got)
	}
	if _, errs, status := b.run(call{argv: sh("--log-file", "none/log", "-c", ":")}); status != 2 ||
		!strings.Contains(errs, "none/log") {
		t.Errorf("a log that cannot be opened: %q, %d", errs, status)
	}
}

// Jobs started outside any block live on when a signal ends the shell.
func TestJobsOutliveTheShell(t *testing.T) {
	b := newBench(t)
	cmd := exec.Command(b.sh.Path, "-c", `sh -c 'sleep 1; echo lived' & kill -TERM $$; sleep 60`)
	out, err := cmd.Output() // to the end of the pipe, held by the job
	if string(out) != "lived\n" || err == nil || err.Error() != "signal: terminated" {
		t.Errorf("%q, %v", out, err)
	}
}
