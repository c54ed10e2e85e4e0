//go:build linux

package cron_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// A failed step ends the job: no later step runs, and no success is reported.
func TestBrittle(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.file("src", "")
	b.file("job", "try 2 times every 10ms; tar cf /nonexistent/b.tar src 2>/dev/null; end\n: "+
		">retention\n")
	b.run("", `ftsh --cron: `+b.dir+`/job on HOST failed after TIME: exit status 2
RECORD job:1 try: attempt 1 failed: job:1:25: tar cf /nonexistent/b.tar src 2>/dev/null: exit status 2
RECORD job:1 try: attempt 2 failed: job:1:25: tar cf /nonexistent/b.tar src 2>/dev/null: exit status 2
RECORD job:1 try 2 times: all 2 attempts failed with status 2 in TIME
    1, 2: job:1:25: tar cf /nonexistent/b.tar src 2>/dev/null: exit status 2
`, 2, "--summary", "last", "job")
	if got, want := b.read("last"), `"status":2,"reason":"status","attempts":2,"error":"job:1:25: tar cf /nonexistent/b.tar src 2>/dev/null: exit status 2"}`; !strings.HasSuffix(got, want+"\n") {
		t.Errorf("summary %s, want …%s", got, want)
	}
	if _, err := os.Stat(b.dir + "/retention"); err == nil {
		t.Error("the command after the failed block ran")
	}
}

// A command outside blocks that ends the job is named as well.
func TestBrittleNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, out, record string }{
		{"false; echo no", "", "job:1 script ended: job:1:1: false: exit status 1"},
		{"f() { false; echo no; }; f; echo no", "",
			"job:1 script ended: job:1:7: false: exit status 1"},
		{". ./lib; echo no", "", "./lib:1 script ended: ./lib:1:1: false: exit status 1"},
		{"(false; echo no); echo no", "", "job:1 script ended: job:1:2: false: exit status 1"},
		{"x=$(false); echo no", "", "job:1 script ended: job:1:5: false: exit status 1"},
		{"false | :; echo no", "", "job:1 script ended: job:1:1: false: exit status 1"},
		{"! true; echo no", "", "job:1 script ended: job:1:1: ! true: exit status 1"},
		{"[ -e no ] && echo no; echo no", "",
			"job:1 script ended: job:1:1: [ -e no ]: exit status 1 (left of &&, it ends a " +
				"brittle list: write if …; then …; fi, or append || :)"},
		{"trap 'false; echo trapped' EXIT; false; echo no", "trapped\n",
			"job:1 script ended: job:1:34: false: exit status 1"},
		{"false || echo yes; false; echo no", "yes\n",
			"job:1 script ended: job:1:20: false: exit status 1"},
		{"if false; then :; fi; set +o brittle; false; set -o brittle; false; echo no", "",
			"job:1 script ended: job:1:62: false: exit status 1"},
	} {
		b := newBench(t)
		b.file("lib", "false; echo no\n")
		b.file("job", c.text+"\n")
		b.run(c.out, "ftsh --cron: "+b.dir+"/job on HOST failed after TIME: exit status 1\nRECORD "+
			c.record+"\n", 1, "job")
	}
}

// A handled failure ends nothing. Nor does any failure if the command line or the script asks for
// that, or if the script is for sh.
func TestNotBrittle(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, args := range [][]string{
		{"-c", "false || :; if false; then :; fi; try; false; catch; :; end; echo on"},
		{"-c", "set +o brittle; false; f() { false; }; f; echo on"},
		{"+o", "brittle", "-c", "false; echo on"},
		{"-o", "posix", "-c", "false; echo on"},
		{"-c", "false & wait $! || :; echo on"},
		{"-c", `"$SHELL" -c 'false; echo on'`},
	} {
		b.env = append(b.env, "SHELL="+b.sh.Path)
		j := b.start(append([]string{"--report", "always"}, args...)...)
		if err := j.Wait(); err != nil || j.out.String() != "on\n" {
			t.Errorf("%q: %v, prints %q and %q", args, err, j.out.String(), j.errs.String())
		}
	}
}

// The commands run afterwards are brittle, too.
func TestBrittleHook(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.run("", "RECORD ftsh:1 script ended: ftsh:1:1: false: exit status 1\nftsh --cron: true: "+
		"--on-success: exit status 1\n", 0, "--on-success", "false; echo no", "-c", "true")
}

// An option of --cron after the script belongs to the script, most likely by mistake.
func TestStrayOption(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.file("job", "[ $# = 2 ] && [ \"$2\" = x ]\n")
	const stray = "ftsh: warning: %s after the script goes to the job: write it before the " +
		"script, or write -- before the script if the job needs it\n"
	b.run("", fmt.Sprintf(stray, "--lock"), 0, "job", "--lock", "x")
	b.run("", fmt.Sprintf(stray, "--max-runtime"), 0, "job", "--max-runtime=1h", "x")
	b.run("", fmt.Sprintf(stray, "--cron"), 0, "-c", "[ $0 = --cron ]", "--cron")
	b.run("", "", 0, "--", "job", "--lock", "x")
	b.run("", "", 0, "job", "--other", "x")
}
