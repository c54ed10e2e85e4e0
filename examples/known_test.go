//go:build linux

package examples_test

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
)

// knownScript makes one attempt, and prints what its try has found out about the failure.
const knownScript = `try 1 time known
    "$@"
end || printf '%s\n' "$FTSH_REASON" "$FTSH_ERROR"
`

// testKnown provokes the failures of Slurm's programs that ftsh knows: with the controller down, up,
// and stopped, and without authentication.
func testKnown(t *testing.T, p place) {
	p = withSlurm(t, p, 16000, 1)
	job, none := p.file(t, "job", "#!/bin/sh\n:\n", 0o755), p.file(t, "none", "x\n", 0o755)
	blank, nul := p.file(t, "blank", " \n", 0o755), p.file(t, "nul", "#!/bin/sh\n\x00", 0o755)
	said := func(env []string, command string) string {
		t.Helper()
		run := p.start(t, "", append(env, "FTSH_LOG_LEVEL=0"), "ftsh",
			append([]string{"-c", knownScript, "x"}, strings.Fields(command)...)...)
		run.wait(t, 0)
		return run.stdout.String() + run.stderr.String()
	}
	transient := func(env []string, commands ...string) {
		t.Helper()
		for _, c := range commands {
			if got := said(env, c); !strings.HasPrefix(got, "times\n") ||
				!strings.Contains(got, " (transient: "+strings.Fields(c)[0]+": ") {
				t.Errorf("%s: %s", c, got)
			}
		}
	}
	transient(nil, "sbatch "+job, "squeue", "scancel 7")
	controller := p.start(t, "", nil, "slurmctld", "-D")
	p.start(t, "", nil, "slurmd", "-D", "-N", "localhost")
	p.start(t, "", nil, "sh", "-c", "until sinfo -h -o %t | grep -q idle; do sleep 0.1; done").
		wait(t, 0)
	for _, c := range [][2]string{
		{"sbatch -p nosuch " + job, "there is no such partition"},
		{"sbatch -C nosuch " + job, "no node has that"},
		{"sbatch --gres=gpu:1 " + job, "no node has that"},
		{"sbatch -c 99 " + job, "no node is large enough"},
		{"sbatch --mem=900T " + job, "no node is large enough"},
		{"sbatch -p short -t 5 " + job, "the time limit is longer than allowed"},
		{"sbatch " + none, "the script cannot be read, or is none"},
		{"sbatch /nonexistent", "the script cannot be read, or is none"},
		{"sbatch --array=0-9 " + job, "there is no such array: an index is too high"},
		{"sbatch --reservation=x " + job, "there is no such reservation or licence"},
		{"sbatch -L x:1 " + job, "there is no such reservation or licence"},
		{"sbatch", "the script cannot be read, or is none"},
		{"sbatch " + blank, "the script cannot be read, or is none"},
		{"sbatch " + nul, "the script cannot be read, or is none"},
		{"sbatch --wrap=x " + job, "the command line is wrong"},
		{"sbatch --nosuch " + job, "the command line is wrong"},
		{"sbatch -t 1x " + job, "the command line is wrong"},
		{"squeue -j 9999", "there is no such job any more"},
		{"squeue --nosuch", "the command line is wrong"},
		{"scancel x", "there is no such job, or the command line is wrong"},
		{"scancel", "there is no such job, or the command line is wrong"},
		{"scancel --nosuch", "there is no such job, or the command line is wrong"},
	} {
		want := fmt.Sprintf("permanent: %s: %s\n", strings.Fields(c[0])[0], c[1])
		if got := said(nil, c[0]); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", c[0], got, want)
		}
	}
	conf := p.file(t, "mute.conf", strings.Replace(p.read(t, "slurm.conf"), "munge.socket",
		"nobody.socket", 1), 0o644)
	transient([]string{"SLURM_CONF=" + conf}, "sbatch "+job, "squeue", "scancel 7")
	if err := controller.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	transient(nil, "sbatch "+job, "squeue", "scancel 7")
	if err := controller.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
}
