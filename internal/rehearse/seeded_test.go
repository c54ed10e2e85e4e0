//go:build linux

package rehearse_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ftsh/internal/rehearse"
	"ftsh/internal/subject"
)

// shell is built once for all tests here.
var shell subject.Build

func TestMain(m *testing.M) {
	code := m.Run()
	shell.Remove()
	os.Exit(code)
}

// stubs are the programs called by the scripts.
var stubs = map[string]string{
	"fetch":  "printf '1\\n2\\n3\\n4\\n'",
	"submit": "echo job >>queue && echo 7",
	"notify": `echo "$@" >>mailbox`,
	"curl":   "echo page",
	"serve":  "exec sleep 1000",
	// The number changes after the two runs without a fault, as the second of the day may.
	"count": `echo >>"$0.runs"; echo $(($(wc -l <"$0.runs") / 3))`,
}

// A seeded is a script with a bug, and the same script without it.
type seeded struct {
	name   string
	bug    string
	spot   string // where and how the bug shows
	says   string // a part of the finding
	mended string
	once   string // --once
}

// seededBugs are bugs for a rehearsal to find.
var seededBugs = []seeded{
	{
		name: "a submission without check",
		bug:  "try for 1 hour\n submit >/dev/null\nend\n",
		spot: "2:2=lost", says: "queue has 2 lines, not 1",
		mended: "try for 1 hour timeout 1 minute\n submit >/dev/null\ncheck\n grep -q job queue\nend\n",
	},
	{
		name: "|| true",
		bug:  "set -o brittle\nseq 4 >part || true\nmv part result\n",
		spot: "2:1=half", says: "result has 2 lines, not 4",
		mended: "set -o brittle\nseq 4 >part\nmv part result\n",
	},
	{
		name: "append in a retried block",
		bug:  "try 3 times\n seq 4 >>all\nend\n",
		spot: "2:2=lost", says: "all has 8 lines, not 4",
		mended: "try 3 times\n seq 4 >all\nend\n",
	},
	{
		name: "lock not freed",
		bug:  "set -o brittle\nmkdir lock\nseq 4 >out\nrmdir lock\n",
		spot: "3:1=fail", says: "run again has status 1: mkdir",
		mended: "set -o brittle\nmkdir lock\ntrap 'rmdir lock || rmdir lock' EXIT\nseq 4 >out\n",
	},
	{
		name: "catch that hides",
		bug:  "try for 1 hour\n fetch >out\ncatch\n echo failed >&2\nend\n",
		spot: "2:2=down", says: "out is empty",
		mended: "try for 1 hour\n fetch >out\ncatch\n echo failed >&2\n failure\nend\n",
	},
	{
		name: "half a file that counts as whole",
		bug:  "set -o brittle\n[ -e data ] || seq 4 >data\n",
		spot: "2:16=half", says: "run again has status 0, but data has 2 lines, not 4",
		mended: "set -o brittle\nif ! [ -e data ]; then seq 4 >data.new; mv data.new data; fi\n",
	},
	{
		name: "no time limit",
		bug:  "try 5 times\n fetch >out\nend\n",
		spot: "2:2=hang", says: "hangs: no time limit",
		mended: "try 5 times timeout 1 minute\n fetch >out\nend\n",
	},
	{
		name: "a mail for each attempt",
		bug:  "try for 1 hour\n notify done\n cp mailbox sent\nend\n",
		spot: "3:2=fail", says: "done 2 times", once: "notify *",
		mended: "try for 1 hour timeout 1 minute\n notify done\ncheck\n test -s mailbox\nend && cp mailbox sent\n",
	},
	{
		name: "a pipeline of which only the last status counts",
		bug:  "set -e\nseq 4 | sort >out\n",
		spot: "2:1=half", says: "out has 2 lines, not 4",
		mended: "set -e -o pipefail\nseq 4 | sort >out\n",
	},
	{
		name: "going on after a failure",
		bug:  "seq 4 >new\nmv new out\n",
		spot: "1:1=disk", says: "out is empty",
		mended: "set -o brittle\nseq 4 >new\nmv new out\n",
	},
	{
		name: "a condition that takes a failure for a no",
		bug:  "set -o brittle\necho old >out\nif seq 4 >new; then mv new out; fi\n",
		spot: "3:4=fail", says: "out has 1 line, not 4",
		mended: "set -o brittle\necho old >out\nif seq 4 >new; then mv new out; else exit 1; fi\n",
	},
	{
		name: "background jobs whose status nobody looks at",
		bug:  "set -o brittle\nseq 4 >a &\nseq 3 >b\nwait\n",
		spot: "2:1=fail", says: "a is empty",
		mended: "set -o brittle\nforall f in a, b\n seq 4 >$f\nend\n",
	},
	{
		name: "continue after a failed turn",
		bug:  "set -o brittle\nfor n in 2 3; do\n seq $n >f$n || continue\ndone\n",
		spot: "3:2=fail", says: "f2 is empty",
		mended: "set -o brittle\nfor n in 2 3; do\n seq $n >f$n\ndone\n",
	},
	{
		name: "set -e that a condition switches off",
		bug:  "set -e\nbuild() {\n seq 4 >x\n seq 3 >y\n}\nbuild || exit 1\n",
		spot: "3:2=fail", says: "x is empty",
		mended: "set -o brittle\nbuild() {\n seq 4 >x\n seq 3 >y\n}\nbuild || exit 1\n",
	},
	{
		name: "a loop without limit",
		bug:  "until fetch >out; do\n sleep 10\ndone\n",
		spot: "1:7=down", says: "does not end",
		mended: "try for 1 hour timeout 1 minute every 10 s\n fetch >out\nend\n",
	},
	{
		name: "a status that passes, not in on",
		bug:  "try for 1 hour on 28\n curl -sSf http://host/ >page\nend\n",
		spot: "2:2=fail", says: "does not try again",
		mended: "try for 1 hour known timeout 1 minute\n curl -sSf http://host/ >page\nend\n",
	},
	{
		name: "a server that is left",
		bug:  "set -o brittle\nserve &\nseq 4 >out\nkill $!\n",
		spot: "3:1=fail", says: "leaves a process: ",
		mended: "try for 1 minute contained\n serve &\n seq 4 >out\nend\n",
	},
	{
		name: "a directory that a second attempt finds made",
		bug:  "try 3 times\n mkdir d\n seq 4 >d/out\nend\n",
		spot: "3:2=fail", says: "run again has status 1",
		mended: "try 3 times\n mkdir -p d\n seq 4 >d/out\nend\n",
	},
	{
		name: "a counter in a retried block",
		bug:  "echo 0 >count\ntry 3 times\n read n <count\n echo $((n + 1)) >count\n seq 4 >out\nend\n",
		spot: "5:2=fail", says: "count has other content",
		mended: "echo 0 >count\ntry 3 times\n seq 4 >out\nend && { read n <count; echo $((n + 1)) >count; }\n",
	},
	{
		name: "the source removed though the copy failed",
		bug:  "echo data >from\ncp from to\nrm from\n",
		spot: "2:1=disk", says: "to is empty",
		mended: "set -o brittle\necho data >from\ncp from to\nrm from\n",
	},
	{
		name: "a time limit whose status nobody looks at",
		bug:  "timeout 10 fetch >new\nmv new out\n",
		spot: "1:1=hang", says: "out is empty",
		mended: "set -o brittle\ntimeout 10 fetch >new\nmv new out\n",
	},
	{
		name: "a mistake that is tried again for an hour",
		bug:  "try for 1 hour timeout 1 minute\n curl -sSf http://host/ >page\nend\n",
		spot: "2:2=perm", says: "none can work",
		mended: "try for 1 hour known timeout 1 minute\n curl -sSf http://host/ >page\nend\n",
	},
	{
		name:   "a step that is done again after a crash",
		bug:    "try 3 times journal ./j\n seq 4 >>all\nend\n",
		spot:   "2:2=cut",
		says:   "ended by SIGKILL, and run again has status 0, but all has 8 lines, not 4",
		mended: "try 3 times journal ./j\n seq 4 >all\nend\n",
	},
	{
		name:   "a mail that a crash sends twice",
		bug:    "try 3 times timeout 1 minute journal ./j\n notify done\nend\n",
		spot:   "2:2=cut",
		says:   "notify * is done 2 times",
		mended: "try 3 times timeout 1 minute journal ./j\n notify done\ncheck\n test -s mailbox\nend\n",
		once:   "notify *",
	},
	{
		name:   "a bug that takes two faults",
		bug:    "set -o brittle\ntry 2 times\n seq 4 >a\ncatch\n rm -f a\n seq 3 >a\nend\n",
		spot:   "s:3:2=fail+s:3:2#2=fail",
		says:   "a has 3 lines, not 4",
		mended: "set -o brittle\ntry 2 times\n seq 4 >a\ncatch\n rm -f a\n failure\nend\n",
	},
	{
		name: "what the first alternative has left",
		bug:  "forany m timeout 1 minute ordered in a, b\n fetch $m >>out\nend\n",
		spot: "2:2=half", says: "out has 6 lines, not 4",
		mended: "forany m timeout 1 minute ordered in a, b\n fetch $m >out\nend\n",
	},
}

// Each bug is found, and each mended script has no finding.
func TestSeededBugs(t *testing.T) {
	if subject.Standing() {
		t.Skip("the command line of ftsh is tested")
	}
	for _, s := range seededBugs {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			found, text := rehearsal(t, s.bug, rehearse.Options{Only: []string{s.spot}}, s.once)
			if !found || !strings.Contains(text, s.says) {
				t.Errorf("with the bug it finds %t, want %q:\n%s", found, s.says, text)
			}
			if found, text := rehearsal(t, s.mended, rehearse.Options{Budget: 50}, s.once); found {
				t.Errorf("mended:\n%s", text)
			}
		})
	}
}

// rehearsal rehearses a script in a directory of its own.
func rehearsal(t *testing.T, script string, o rehearse.Options, once string) (found bool, report string) {
	t.Helper()
	found, report, err := rehearsalOf(t, script, o, once)
	if err != nil {
		t.Fatal(err)
	}
	return found, report
}

func rehearsalOf(t *testing.T, script string, o rehearse.Options, once string) (found bool, report string,
	err error) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "s")
	write(t, path, script)
	for name, text := range stubs {
		write(t, filepath.Join(dir, "stub", name), "#!/bin/sh\n"+text+"\n")
	}
	o.Stubs, o.Jobs = []string{filepath.Join(dir, "stub")}, 2
	if once != "" {
		o.Once = []string{once}
	}
	job := &rehearse.Job{Options: o, Program: shell.Get(t).Path, Args: []string{path}, Text: script,
		Script: path, Shown: "s", Env: append(subject.Env(), "PATH="+os.Getenv("PATH")), Dir: dir,
		Words: []string{"s"}}
	var out bytes.Buffer
	found, err = rehearse.Run(context.Background(), job, &out)
	return found, out.String(), err
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}
