//go:build linux

package examples_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/subject"
)

const snakefile = `rule all:
    input: expand("out/{n}", n=range(%d))
rule one:
    output: "out/{n}"
    shell: ":"
`

// The jobs do what snakemake would do in each of them, without another snakemake.
const jobscript = `#!/bin/sh
# properties = {properties}
# {exec_job}
n=$(sed -n 's|^# .*"output": \["out/\([0-9]*\)".*|\1|p' "$0")
finished=$(sed -n "s|^# .*touch '\([^']*jobfinished\)'.*|\1|p" "$0")
echo "$n" >>ran
mkdir -p out
touch "out/$n" "$finished"
`

// TestSnakemake runs a workflow of Debian's snakemake on a Slurm whose controller is stopped at every
// second submission, before it reads the request or in the middle of its answer. With ftsh-submit
// each job runs once. Without it the workflow ends at the first lost answer; told to try again, it
// runs jobs twice. It runs on request, with the number of jobs (seventeen minutes for 500):
//
//	FTSH_SNAKEMAKE=500 go test -count=1 -timeout 1h -v -run TestSnakemake ./examples
func TestSnakemake(t *testing.T) {
	jobs, err := strconv.Atoi(os.Getenv("FTSH_SNAKEMAKE"))
	if err != nil {
		t.Skip("takes many minutes: set FTSH_SNAKEMAKE to the number of jobs")
	}
	if _, err := exec.LookPath("snakemake"); err != nil {
		t.Skip("there is no snakemake: apt-get install snakemake")
	}
	p := newPlace(t, subject.Get(t).Path)
	p.guard = time.Hour
	p = withSlurm(t, p, 21000, 4)
	p.file(t, "slurm.conf", strings.Replace(p.read(t, "slurm.conf"), "MessageTimeout=2",
		"MessageTimeout=1", 1), 0o644)
	p.env = append(p.env, "FTSH_STATE_DIR="+p.dir+"/host")
	c := &cluster{place: p}
	c.startController(t)
	c.start(t, "", nil, "slurmd", "-D", "-N", "localhost")
	c.becomes(t, "idle")

	const few = 10
	t.Run("dies", func(t *testing.T) {
		if o := workflow(t, c, few, nil); o.status == 0 {
			t.Errorf("without ftsh-submit: %+v", o)
		}
	})
	t.Run("doubles", func(t *testing.T) {
		if o := workflow(t, c, few, nil, "--restart-times=9"); o.twice == 0 {
			t.Errorf("without ftsh-submit, with --restart-times: %+v", o)
		}
	})
	t.Run("once", func(t *testing.T) {
		shim := []string{"PATH=" + c.shim(t) + ":" + c.path}
		if o := workflow(t, c, jobs, shim); o != (outcome{status: 0, ran: jobs, twice: 0}) {
			t.Errorf("with ftsh-submit: %+v", o)
		}
	})
}

// An outcome is what came of a workflow: snakemake's status, how many of its jobs ran, and how many
// of these ran more than once.
type outcome struct{ status, ran, twice int }

// workflow runs so many jobs on the cluster, and waits until none is left there.
func workflow(t *testing.T, c *cluster, jobs int, env []string, options ...string) outcome {
	t.Helper()
	p := c.within(t, filepath.Base(t.Name()))
	p.file(t, "Snakefile", fmt.Sprintf(snakefile, jobs), 0o644)
	p.file(t, "jobscript", jobscript, 0o644)
	var stopping sync.Mutex
	stops := 0
	through := newNetwork(t, c, func() func() {
		stopping.Lock()
		stops++
		_ = c.controller.cmd.Process.Signal(syscall.SIGSTOP)
		return func() {
			_ = c.controller.cmd.Process.Signal(syscall.SIGCONT)
			stopping.Unlock()
		}
	})
	began := time.Now()
	r := p.start(t, "", append(env, through...), "snakemake", append(options, "--jobs=20", "--nocolor",
		"--latency-wait=60", "--jobscript=jobscript", "--cluster=sbatch --parsable --output=/dev/null")...)
	<-r.ended
	took := time.Since(began)
	c.controller.until(t, "the queue is empty", func() bool { return len(c.queued(t, "%F")) == 0 })
	runs := map[string]int{}
	for _, n := range p.ran() {
		runs[n]++
	}
	o := outcome{status: r.cmd.ProcessState.ExitCode(), ran: len(runs)}
	for times := range maps.Values(runs) {
		if times > 1 {
			o.twice++
		}
	}
	stopping.Lock()
	defer stopping.Unlock()
	said := strings.Split(strings.TrimSpace(r.stderr.String()), "\n")
	t.Logf("%d jobs, %d stops, %.0f s: %+v\n%s", jobs, stops, took.Seconds(), o,
		strings.Join(said[max(len(said)-8, 0):], "\n"))
	return o
}
