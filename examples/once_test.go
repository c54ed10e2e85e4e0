//go:build linux

package examples_test

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

const onceJob = `#!/bin/sh
#SBATCH --output=/dev/null --comment="of the job"
echo "$SLURM_JOB_ID" >>ran
env | grep ^FTSH_TREE= >>inside
:
`

// testOnce submits through a network that loses answers of the controller, and requests to it. With
// ftsh-submit each job runs once; without it some run twice.
func testOnce(t *testing.T, p place) {
	p = withSlurm(t, p, 8000, 20)
	p.env = append(p.env, "FTSH_STATE_DIR="+p.dir+"/host", "FTSH_BACKOFF=fixed from 100ms",
		"FTSH_LOG_LEVEL=0")
	c := &cluster{place: p}
	c.startController(t)
	c.start(t, "", nil, "slurmd", "-D", "-N", "localhost")
	c.becomes(t, "idle")
	lossy := newNetwork(t, c, nil)
	job := c.file(t, "job", onceJob, 0o755)

	const engine = `for n in 1 2 3 4; do
	{ for m in 1 2 3 4 5; do "$@" sbatch --parsable job || echo failed; done; } &
done
wait`
	shim := append(lossy[:1:1], "PATH="+c.shim(t)+":"+c.path)
	r := c.start(t, "", shim, "sh", "-c", engine, "sh")
	r.wait(t, 0)
	submitted := strings.Fields(r.stdout.String())
	slices.Sort(submitted)
	c.settled(t, 20)
	if ran := c.ran(); !slices.Equal(ran, submitted) || len(slices.Compact(ran)) != 20 {
		t.Errorf("ran %q, submitted %q", ran, submitted)
	}
	if got := c.read(t, "inside"); got != "" {
		t.Errorf("jobs have a variable of a block: %s", got)
	}
	comment := regexp.MustCompile(`^of the job ftsh-submit:ftsh[0-9a-f-]+$`)
	for _, line := range c.lines(t, "squeue", "--noheader", "--states=all", "--format=%k") {
		if !comment.MatchString(line) {
			t.Errorf("comment %q", line)
		}
	}
	onceForms(t, c, job, shim)

	// An engine that submits again what failed.
	before := len(c.queued(t, "%F", "--states=all"))
	c.start(t, "", lossy, "sh", "-c", `for n in 1 2 3 4; do sbatch job || sbatch job; done`).
		wait(t, 0)
	if doubled := len(c.queued(t, "%F", "--states=all")) - before - 4; doubled < 1 {
		t.Errorf("%d jobs are there twice without ftsh-submit", doubled)
	}
}

// onceForms tries the forms of sbatch that ftsh-submit looks at.
func onceForms(t *testing.T, c *cluster, job string, shim []string) {
	check := func(env []string, want string, status int, stdin string, args ...string) {
		t.Helper()
		r := c.start(t, stdin, env, "sh", append([]string{"-c", `"$@"`, "sh"}, args...)...)
		r.wait(t, status)
		if got := r.stdout.String(); !regexp.MustCompile("^" + want + "$").MatchString(got) {
			t.Errorf("%q: output %q, want %s", args, got, want)
		}
	}
	check(shim, "Submitted batch job [0-9]+\n", 0, onceJob, "sbatch")
	check(shim, "Submitted batch job [0-9]+\n", 2, "", "sbatch", "--output=/dev/null", "--wait",
		"--array=0,2,1", "--wrap=exit $SLURM_ARRAY_TASK_ID")
	check(shim, "[0-9]+\n", 1, "", "sbatch", "--output=/dev/null", "-W", "--parsable",
		"--wrap=kill -9 $$")
	check(shim, "slurm-wlm .*\n", 0, "", "sbatch", "--version")
	// Both end with the same words and status. Nothing gets lost: no other attempt would help.
	for _, wrong := range [][]string{
		{"sbatch", "--partition=nosuch", job}, {"sbatch", "--time=1x", job}, {"sbatch", "nosuch"},
		{"sbatch", "--test-only", "--partition=nosuch", job},
	} {
		home := c.start(t, "", nil, "sh", append([]string{"-c", `"$@"`, "sh"}, wrong...)...)
		<-home.ended
		path := "PATH=" + filepath.Join(c.dir, "shim") + ":" + c.path
		there := c.start(t, "", []string{path}, "sh", append([]string{"-c", `"$@"`, "sh"}, wrong...)...)
		there.wait(t, home.cmd.ProcessState.ExitCode())
		if got, want := there.stderr.String(), home.stderr.String(); got != want {
			t.Errorf("%q: errors %q, want %q", wrong, got, want)
		}
	}
}

// shim makes a directory where ftsh-submit stands in for sbatch.
func (c *cluster) shim(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(c.dir, "shim")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(filepath.Dir(c.ftsh), "ftsh-submit"),
		filepath.Join(dir, "sbatch")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// settled waits until so many jobs have ended, and none is left.
func (c *cluster) settled(t *testing.T, n int) {
	t.Helper()
	c.controller.until(t, fmt.Sprintf("%d jobs have run", n), func() bool {
		return len(c.ran()) >= n && len(c.queued(t, "%F")) == 0
	})
}

// lines runs a command, which must succeed, and returns the lines of its output.
func (c *cluster) lines(t *testing.T, name string, args ...string) []string {
	t.Helper()
	r := c.start(t, "", nil, name, args...)
	r.wait(t, 0)
	return strings.Split(strings.TrimSpace(r.stdout.String()), "\n")
}

// A network is between programs and the controller of a cluster. Of four requests to submit a job it
// delivers the first and loses the answer, and it loses the third. It loses every fourth of the
// other requests as well. With stop it delivers all of them. Of four submissions it calls stop before
// the controller reads the first, and in the middle of the answer to the third. When the program
// has given up, it calls what stop returned.
type network struct {
	controller          string
	stop                func() (resume func())
	submissions, others atomic.Int64
}

// newNetwork starts a network, and returns the environment of programs that use it.
func newNetwork(t *testing.T, c *cluster, stop func() func()) []string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	conf := c.read(t, "slurm.conf")
	port := regexp.MustCompile(`(?m)^SlurmctldPort=(.*)$`)
	n := &network{controller: "127.0.0.1:" + port.FindStringSubmatch(conf)[1], stop: stop}
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go n.relay(client)
		}
	}()
	_, own, _ := net.SplitHostPort(l.Addr().String())
	return []string{"SLURM_CONF=" + c.file(t, "network.conf",
		port.ReplaceAllString(conf, "SlurmctldPort="+own), 0o644)}
}

// relay delivers a request and its answer, unless it is one of those that get lost.
func (n *network) relay(client net.Conn) {
	defer client.Close()
	const submitBatchJob = 4003   // REQUEST_SUBMIT_BATCH_JOB of Slurm
	head := make([]byte, 4+2+2+2) // the length of what follows it, the version, flags, and the kind
	if _, err := io.ReadFull(client, head); err != nil {
		return
	}
	body := make([]byte, binary.BigEndian.Uint32(head)+4-uint32(len(head)))
	if _, err := io.ReadFull(client, body); err != nil {
		return
	}
	submits := binary.BigEndian.Uint16(head[8:]) == submitBatchJob
	count := &n.others
	if submits {
		count = &n.submissions
	}
	k := count.Add(1) % 4
	if n.stop == nil && (submits && k == 3 || !submits && k == 0) {
		return
	}
	controller, err := net.Dial("tcp", n.controller)
	if err != nil {
		return
	}
	defer controller.Close()
	late, middle := n.stop != nil && submits && k == 1, n.stop != nil && submits && k == 3
	resume := func() {}
	if late {
		resume = n.stop()
	}
	if _, err := controller.Write(append(head, body...)); err != nil {
		resume()
		return
	}
	if middle {
		_, _ = io.ReadFull(controller, head[:1])
		resume = n.stop()
	}
	switch {
	case late || middle:
		_, _ = io.Copy(io.Discard, client) // until it gives up
		resume()
		_, _ = io.Copy(io.Discard, controller)
	case submits && n.stop == nil && k == 1:
		_, _ = io.Copy(io.Discard, controller)
	default:
		_, _ = io.Copy(client, controller)
	}
}
