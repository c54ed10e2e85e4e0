//go:build linux

package examples_test

import (
	"os"
	"strings"
	"testing"
)

// hoarder is a daemon with a limit of 64 descriptors, most of them in use until it gets SIGUSR1.
// The file with its number appears once they are in use.
const hoarder = `ulimit -n 64
trap 'n=20; while [ $n -lt 60 ]; do eval "exec $n<&-"; n=$((n + 1)); done; : >given' USR1
n=20
while [ $n -lt 60 ]; do eval "exec $n</dev/null"; n=$((n + 1)); done
echo $$ >pid.new
mv pid.new pid
while :; do sleep 0.05; done
`

// testDescriptors submits to a queue while the daemon is down, while it lacks descriptors, and when
// it has them. (It uses bash: other shells have nine descriptors to hold.)
func testDescriptors(t *testing.T, p place) {
	p.file(t, "job", "work\n", 0o644)
	p.file(t, "queue/.keep", "", 0o644)
	submit := p.start(t, "", []string{"FTSH_LOG_LEVEL=15", "SPARE=40",
		"FTSH_BACKOFF=fixed from 20ms", "SUBMIT_FOR=2 minutes"},
		"descriptors.ftsh", "pid", "cp", "job", "queue")
	submit.until(t, "the daemon is found to be down", func() bool {
		return submit.stderr.Has(`attempt 1 deferred: `) && submit.stderr.Has(`cat -- "$pidfile"`)
	})
	daemon := p.start(t, "", nil, "bash", "-c", hoarder)
	submit.until(t, "it is found to lack descriptors", func() bool {
		return submit.stderr.Has(`[ $((most - used)) -ge "$spare" ]: exit status 1`)
	})
	if _, err := os.Stat(p.dir + "/queue/job"); err == nil {
		t.Error("an attempt was made")
	}
	p.start(t, "", nil, "kill", "-USR1", strings.TrimSpace(p.read(t, "pid"))).wait(t, 0)
	submit.wait(t, 0)
	if got := p.read(t, "given") + p.read(t, "queue/job"); got != "work\n" {
		t.Errorf("in the queue: %q", got)
	}
	if submit.stderr.Has("attempt 1 failed") {
		t.Errorf("the log: %s", submit.stderr.String())
	}
	_ = daemon.cmd.Process.Kill()

	// If the daemon cannot be examined within the time, nothing is submitted.
	wrong := p.start(t, "", []string{"SUBMIT_FOR=200ms"}, "descriptors.ftsh", "no.pid", "cp", "job",
		"queue/again")
	wrong.wait(t, 1)
	if want := "descriptors.ftsh: cp: not done (busy, after 0 attempts): "; !wrong.stderr.Has(want) {
		t.Errorf("errors %q, want %q", wrong.stderr.String(), want)
	}
}
