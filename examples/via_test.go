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

	// One of these waits for a minute, the least time limit of Slurm.
	why := reasonsOnSlurm(t, p, []string{"FTSH_VIA_SLURM=--time=1"}, `case $x in
	a) exit 3 ;;
	b) scancel "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"; sleep 1000 ;;
	c) sleep 1000 ;;
	esac`)
	killedAndResumed(t, p)
	againWithMore(t, p)
	why.wait(t, 0)
	host, _ := os.Hostname()
	if got, want := why.stdout.String(), "a\t3\texit\t"+host+"\nb\t143\tcancelled\t"+host+
		"\nc\t143\ttimeout\t"+host+"\nword\tstatus\treason\tnode\n"; got != want {
		t.Errorf("reasons %q, want %q", got, want)
	}

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

	// A node that goes down.
	why = reasonsOnSlurm(t, p, nil, `: >"up.$x"
	until [ -e up.a ] && [ -e up.b ] && [ -e up.c ]; do sleep 0.1; done
	[ "$x" != a ] || scontrol update nodename=localhost state=down reason=test
	sleep 1000`)
	why.wait(t, 0)
	if got := why.stdout.String(); strings.Count(got, "\tnode\t") != 3 {
		t.Errorf("reasons %q", got)
	}
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
		// Output that passes through is printed after the record, once at most.
		return strings.Contains(p.read(t, "each"), `"succeeded"`) && there("started.c")() &&
			r.stdout.String() != ""
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

// againWithMore makes a second attempt with more memory. With a journal only the branch that failed
// runs again, and without one all do, unless the list becomes what failed.
func againWithMore(t *testing.T, p place) {
	for _, c := range []struct{ name, clause, list, catch, want string }{
		{"journal", "journal ./more", "a b c", "failure",
			"a 100 first\nb 100 first\nb 200 exit\nc 100 first\n"},
		{"none", "", "a b", "failure",
			"a 100 first\na 200 first\nb 100 first\nb 200 exit\n"},
		{"list", "", "${todo:=a b c}", "todo=$FTSH_FAILED; failure",
			"a 100 first\nb 100 first\nb 200 exit\nc 100 first\n"},
	} {
		r := p.start(t, "", nil, "ftsh", "-c", `try 2 times every 0s
	export FTSH_VIA_SLURM="--mem=$((100 * FTSH_ATTEMPT))M"
	forall x via slurm keepgoing grouped `+c.clause+` in `+c.list+`
		echo "$x $SLURM_MEM_PER_NODE ${FTSH_VIA_REASON:-first}"
		[ "$x" != b ] || [ "$SLURM_MEM_PER_NODE" = 200 ]
	catch
		`+c.catch+`
	end >>ran.`+c.name+`
end`)
		r.wait(t, 0)
		lines := strings.SplitAfter(p.read(t, "ran."+c.name), "\n")
		slices.Sort(lines)
		if got := strings.Join(slices.Compact(lines), ""); got != c.want {
			t.Errorf("%s: ran %q, want %q", c.name, got, c.want)
		}
	}
}

// reasonsOnSlurm starts a forall of three branches that fail. It prints a part of their table.
func reasonsOnSlurm(t *testing.T, p place, env []string, body string) *program {
	t.Helper()
	p.file(t, "why/.keep", "", 0o644)
	return p.start(t, "", env, "ftsh", "-c", `cd why
forall x via slurm keepgoing table why.tsv in a b c
	`+body+`
end || cut -f 1-4 why.tsv | sort`)
}
