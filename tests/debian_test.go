//go:build linux

package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A debianCase runs one installed script with arguments in a directory filled by fixture.
type debianCase struct {
	name   string
	script string // below /usr/bin
	args   string // words
	stdin  string // a file of the fixture; "" is /dev/null
	env    []string
	// ownErrors: the message is the shell's own (from getopts), and both must print one.
	ownErrors bool
}

// debianCases are scripts of different authors and ages: Automake-like caution (gzip), Debian's own
// tools, long option parsers, heavy quoting by sed.
func debianCases() []debianCase {
	return []debianCase{
		{name: "which", script: "which.debianutils", args: "-a sh dash nosuch ls"},
		{name: "which none", script: "which.debianutils", args: "nosuch"},
		{name: "which bad option", script: "which.debianutils", args: "-z ls", ownErrors: true},
		{name: "savelog", script: "savelog", args: "-q -c 3 log"},
		{name: "savelog touch", script: "savelog", args: "-q -t -m 600 -c 2 -l log"},
		{name: "savelog usage", script: "savelog", args: "-c", ownErrors: true},
		{name: "zgrep", script: "zgrep", args: "-n -i beta a.gz b.gz plain"},
		{name: "zgrep with many options", script: "zgrep",
			args: "-h -A1 -e alpha -f pats a.gz plain"},
		{name: "zgrep no match", script: "zgrep", args: "-c nothing a.gz"},
		{name: "zgrep from stdin", script: "zgrep", args: "--regexp=gamma -", stdin: "a.gz"},
		{name: "zdiff", script: "zdiff", args: "a.gz b.gz"},
		{name: "zdiff same", script: "zdiff", args: "a.gz a.gz"},
		{name: "zcmp", script: "zcmp", args: "a.gz plain"},
		{name: "zforce", script: "zforce", args: "hidden plain a.gz"},
		{name: "gunzip", script: "gunzip", args: "-k -v a.gz"},
		{name: "uncompress help", script: "uncompress", args: "--help"},
		{name: "gzexe", script: "gzexe", args: "prog"},
		{name: "bzdiff", script: "bzdiff", args: "a.bz2 b.bz2"},
		{name: "bzgrep", script: "bzgrep", args: "-n alpha a.bz2 b.bz2 plain"},
		{name: "bzexe", script: "bzexe", args: "prog"},
		{name: "xzgrep", script: "xzgrep", args: "-H beta a.xz b.xz a.gz a.bz2 plain"},
		{name: "xzdiff", script: "xzdiff", args: "-y a.xz b.xz"},
		{name: "lesspipe", script: "lesspipe", args: "a.gz"},
		{name: "lesspipe setup", script: "lesspipe", args: "", env: []string{"SHELL=/bin/sh"}},
		{name: "dpkg-realpath", script: "dpkg-realpath", args: "/usr/bin/../lib/./os-release"},
		{name: "dpkg-maintscript-helper", script: "dpkg-maintscript-helper",
			args: "supports rm_conffile"},
		{name: "dpkg-maintscript-helper usage", script: "dpkg-maintscript-helper",
			args: "nonsense"},
		{name: "ucf new", script: "ucf", args: "--debug=0 --state-dir WORK/state WORK/plain " +
			"WORK/etc/new.conf", env: []string{"DEBIAN_FRONTEND=noninteractive",
			"UCF_FORCE_CONFFNEW=1"}},
		{name: "ucfr", script: "ucfr", args: "--state-dir WORK/state demo WORK/plain"},
		{name: "egrep", script: "egrep", args: "-c alpha|beta plain"},
		{name: "strace-log-merge", script: "strace-log-merge", args: "trace"},
		{name: "strace-log-merge usage", script: "strace-log-merge", args: ""},
		{name: "sensible-editor", script: "sensible-editor", args: "plain",
			env: []string{"VISUAL=cat"}},
		{name: "nroff", script: "nroff", args: "-man -Tascii page.1"},
		{name: "c99", script: "c99", args: "-c unit.c"},
		{name: "c99 wrong standard", script: "c99", args: "-std=c89 -c unit.c"},
		{name: "gettext.sh", script: "gettext.sh", args: "--version"},
	}
}

// TestDebianScripts compares the effects of installed scripts under both shells.
func TestDebianScripts(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	for _, c := range debianCases() {
		t.Run(c.name, func(t *testing.T) {
			path := "/usr/bin/" + c.script
			head, err := os.ReadFile(path)
			if err != nil {
				t.Fatalf("%v (.ci/run installs it)", err)
			}
			if line, _, _ := strings.Cut(string(head), "\n"); !strings.HasPrefix(line, "#!") ||
				!strings.Contains(line, "/bin/sh") {
				t.Fatalf("%s is no shell script: %.40q", path, line)
			}
			dash, ftsh := p.each(t, func(dir string) { fixture(t, dir) }, func(sh string) []string {
				args := strings.Fields(strings.ReplaceAll(c.args, "WORK",
					filepath.Join(p.top, "work")))
				if c.stdin == "" {
					return append([]string{sh, path}, args...)
				}
				return append([]string{sh, "-c", `exec "$0" "$@" <` + c.stdin, sh, path}, args...)
			}, c.env...)
			if dash.stdout == "" && dash.stderr == "" && len(dash.files) == 0 {
				t.Error("the case shows nothing")
			}
			if c.ownErrors && dash.stderr != "" && ftsh.stderr != "" {
				dash.stderr, ftsh.stderr = "", ""
			}
			compare(t, dash, ftsh)
			t.Logf("status %d\n%s%s", dash.status, dash.stdout, dash.stderr)
		})
	}
}

// fixture fills a directory with the same files each time, down to their times.
func fixture(t *testing.T, dir string) {
	t.Helper()
	script := `set -e
printf 'alpha one\nBeta two\ngamma three\n' >a
printf 'alpha one\nbeta 2\ndelta four\n' >b
printf 'plain alpha\nplain beta\n' >plain
printf 'delta\ngamma\n' >pats
printf 'log line\n' >log; printf 'older\n' >log.0; printf 'oldest\n' | gzip -n >log.1.gz
printf '#!/bin/sh\necho "prog ran: $1"\n' >prog; chmod 755 prog
printf 'int main(void) { return 0; }\n' >unit.c
printf '.TH DEMO 1 2020-01-01\n.SH NAME\ndemo \\- a page\n.PP\nSome \\fBbold\\fP text.\n' >page.1
printf '12:00:01.000001 execve("/bin/a")\n12:00:03.000001 exit(0)\n' >trace.11
printf '12:00:02.000001 write(1)\n' >trace.12
mkdir state etc
touch -d '2020-01-01 00:00:00 UTC' *
for f in a b; do
    gzip -nk $f; bzip2 -k $f; xz -k $f
done
cp a.gz hidden
touch -d '2020-01-01 00:00:00 UTC' *
`
	cmd := exec.Command("/bin/sh", "-c", script)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("fixture: %v\n%s", err, out)
	}
}
