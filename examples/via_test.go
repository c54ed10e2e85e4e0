//go:build linux

package examples_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ftsh/internal/subject"
)

// testVia runs branches on Slurm on this machine alone.
func testVia(t *testing.T, p place) {
	p = withSlurm(t, p, 21000, 4)
	// The shell looks at the queue often, and directories are not cached.
	p.env = append(p.env, "FTSH_VIA_POLL=1", "FTSH_VIA_PATIENCE=3", "FTSH_LOG_LEVEL=0")
	controller := p.start(t, "", nil, "slurmctld", "-D")
	p.start(t, "", nil, "slurmd", "-D", "-N", "localhost")
	controller.until(t, "the node is there", func() bool {
		idle := p.start(t, "", nil, "sinfo", "--noheader", "--partition=main", "--format=%t")
		<-idle.ended
		return strings.TrimSpace(idle.stdout.String()) == "idle"
	})

	run := func(clause string) string {
		r := p.start(t, "", nil, "ftsh", "-c", subject.Branches(clause))
		r.wait(t, 0)
		return r.stdout.String()
	}
	if here, there := run(""), run("via slurm"); here != there ||
		!strings.HasSuffix(here, subject.BranchesEnd) {
		t.Errorf("here %q, on Slurm %q", here, there)
	}

	// The branches get variables about the machine from there.
	r := p.start(t, "", []string{"SLURM_ARRAY_TASK_ID=none", "TMPDIR=" + p.dir}, "ftsh", "-c",
		`forall x via slurm jobs 2 in a; echo "$SLURM_ARRAY_TASK_ID ${TMPDIR-unset}" | sed `+
			`"s:/tmp:unset:"; end`)
	r.wait(t, 0)
	if got, want := r.stdout.String(), "0 unset\n"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}

	// A request refused by every partition is refused for good.
	r = p.start(t, "", []string{"SBATCH_PARTITION=short"}, "ftsh", "-c",
		`try 3 times; forall x via slurm timeout 2h in a; :; end; catch; echo "$FTSH_REASON"; end`)
	r.wait(t, 0)
	if got, want := r.stdout.String(), "permanent\n"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}

	// A branch cancelled before it began is lost, since nothing of it can be known.
	r = p.start(t, "", []string{"FTSH_VIA_SLURM=--hold"}, "ftsh", "-c",
		`forall x via slurm in a; :; catch; echo "$FTSH_STATUS"; end`)
	queued := func() string {
		q := p.start(t, "", nil, "squeue", "--noheader", "--format=%F")
		q.wait(t, 0)
		return strings.TrimSpace(q.stdout.String())
	}
	r.until(t, "it is queued", func() bool { return queued() != "" })
	p.start(t, "", nil, "scancel", queued()).wait(t, 0)
	r.wait(t, 0)
	if got, want := r.stdout.String(), "125\n"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}

	killedAndResumed(t, p)

	// Nothing stays in the queue of a killed shell.
	r = p.start(t, "", nil, "ftsh", "-c",
		`forall x via slurm in a b; : >"begun.$x"; sleep 1000; end`)
	for _, x := range []string{"a", "b"} {
		r.until(t, x+" has begun", func() bool {
			_, err := os.Stat(filepath.Join(p.dir, "begun."+x))
			return err == nil
		})
	}
	_ = r.cmd.Process.Kill()
	<-r.ended
	controller.until(t, "the queue is empty", func() bool { return queued() == "" })
}

// killedAndResumed kills a shell with finished, running and waiting branches. Each branch runs
// once, and the output of both runs together is the output of a single run.
func killedAndResumed(t *testing.T, p place) {
	script := subject.JournaledBranches("slurm")
	there := func(name string) func() bool {
		return func() bool {
			_, err := os.Stat(filepath.Join(p.dir, name))
			return err == nil
		}
	}
	r := p.start(t, "", nil, "ftsh", "-c", script)
	r.until(t, "two have begun", func() bool {
		return there("started.a")() && there("started.b")()
	})
	p.file(t, "go.a", "", 0o644)
	r.until(t, "one has ended, and the next has begun", func() bool {
		return strings.Contains(p.read(t, "each"), `"succeeded"`) && there("started.c")()
	})
	_ = r.cmd.Process.Kill()
	<-r.ended
	p.file(t, "go", "", 0o644)
	var again *program
	for again == nil || again.cmd.ProcessState.ExitCode() == 75 { // as long as the lock is held
		again = p.start(t, "", nil, "ftsh", "-c", script)
		<-again.ended
	}
	again.wait(t, 4)
	if got := r.stdout.String() + again.stdout.String(); got != subject.JournaledOutput {
		t.Errorf("output %q, want %q", got, subject.JournaledOutput)
	}
	ran := strings.Fields(p.read(t, "ran"))
	slices.Sort(ran)
	if got, want := strings.Join(ran, ""), "abcdef"; got != want {
		t.Errorf("ran %s, want %s", got, want)
	}
}
