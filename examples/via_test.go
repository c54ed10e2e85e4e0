//go:build linux

package examples_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a forall does, via slurm or not; more words than an array may have tasks.
const viaBody = `
v=outer
f() { echo "$1: $v $FTSH_ATTEMPT"; echo "error of $1" >&2; }
forall x CLAUSE keepgoing grouped in a b c d e f
	f "$x"
	case $x in
	b) exit 3 ;;
	e) sh -c 'kill -KILL $$' ;;
	esac
catch
	echo "$FTSH_STATUS" $FTSH_FAILED
	success
end 2>&1
forall x CLAUSE timeout 2s in a; sleep 1000; catch; echo "$FTSH_STATUS"; end
`

// testVia runs branches on Slurm on this machine alone.
func testVia(t *testing.T, p place) {
	p = withSlurm(t, p, 21000, 4)
	// Looks at the queue are frequent here, and nothing keeps what it knows of a directory.
	p.env = append(p.env, "FTSH_VIA_POLL=1", "FTSH_VIA_PATIENCE=3", "FTSH_LOG_LEVEL=0")
	controller := p.start(t, "", nil, "slurmctld", "-D")
	p.start(t, "", nil, "slurmd", "-D", "-N", "localhost")
	controller.until(t, "the node is there", func() bool {
		idle := p.start(t, "", nil, "sinfo", "--noheader", "--partition=main", "--format=%t")
		<-idle.ended
		return strings.TrimSpace(idle.stdout.String()) == "idle"
	})

	run := func(clause string) string {
		r := p.start(t, "", nil, "ftsh", "-c", strings.ReplaceAll(viaBody, "CLAUSE", clause))
		r.wait(t, 0)
		return r.stdout.String()
	}
	if here, there := run(""), run("via slurm"); here != there || !strings.Contains(here, "3 b e\n124\n") {
		t.Errorf("here %q, on Slurm %q", here, there)
	}

	// The branches have what is the machine's from there.
	r := p.start(t, "", []string{"SLURM_ARRAY_TASK_ID=none", "TMPDIR=" + p.dir}, "ftsh", "-c",
		`forall x via slurm jobs 2 in a; echo "$SLURM_ARRAY_TASK_ID ${TMPDIR-unset}" | sed "s:/tmp:unset:"; end`)
	r.wait(t, 0)
	if got, want := r.stdout.String(), "0 unset\n"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}

	// What no partition allows is refused for good.
	r = p.start(t, "", []string{"SBATCH_PARTITION=short"}, "ftsh", "-c",
		`try 3 times; forall x via slurm timeout 2h in a; :; end; catch; echo "$FTSH_REASON"; end`)
	r.wait(t, 0)
	if got, want := r.stdout.String(), "permanent\n"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}

	// One that is cancelled before it began is lost, since nothing of it can be known.
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

	// Nothing is left in the queue of a shell that is killed.
	r = p.start(t, "", nil, "ftsh", "-c", `forall x via slurm in a b; : >"begun.$x"; sleep 1000; end`)
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
