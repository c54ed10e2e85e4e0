//go:build linux

package examples_test

import "testing"

// host is the command run by fanout.ftsh: it notes its start, waits until three run, and notes the
// greatest number running. One host fails always, another one at first.
const host = `#!/bin/sh
mkdir "running/$2" || exit
n=$(ls running | wc -l)
[ "$n" -le 3 ] || echo "$n" >too-many
while [ ! -e three ] && [ "$(ls running | wc -l)" -lt 3 ]; do sleep 0.02; done
: >three
rmdir "running/$2"
case $2 in
down) echo "$2" >>calls-down; exit 7 ;;
late) [ -e late-before ] || { : >late-before; exit 1; } ;;
esac
echo "$1 $2" >>done
`

func testFanout(t *testing.T, p place) {
	command := p.file(t, "host", host, 0o755)
	p.file(t, "running/.keep", "", 0o644)
	r := p.start(t, "a b c\ndown\nlate\nd e f g h i\n",
		[]string{"FANOUT_JOBS=3", "FTSH_LOG_LEVEL=0"},
		"fanout.ftsh", command, "an argument")
	r.wait(t, 1)
	if got, want := r.stderr.String(), "down: status 7\nfailed:\ndown\n"; got != want {
		t.Errorf("errors %q, want %q", got, want)
	}
	sorted := p.start(t, "", nil, "sort", "done")
	sorted.wait(t, 0)
	want := ""
	for _, h := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "late"} {
		want += "an argument " + h + "\n"
	}
	if got := sorted.stdout.String(); got != want {
		t.Errorf("done:\n%swant:\n%s", got, want)
	}
	if got, want := p.read(t, "calls-down"), "down\ndown\ndown\n"; got != want {
		t.Errorf("the host that is down was called %q, want %q", got, want)
	}
	ls := p.start(t, "", nil, "ls", "running")
	ls.wait(t, 0)
	if got := ls.stdout.String(); got != "" {
		t.Errorf("still running: %s", got)
	}
	missing := p.start(t, "", nil, "ls", "too-many")
	missing.wait(t, 2)
}
