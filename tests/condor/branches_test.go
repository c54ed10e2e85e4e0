//go:build linux

package condor

import (
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ftsh/internal/subject"
)

// Branches on HTCondor do what they do at home, and outlive a killed shell.
func TestBranches(t *testing.T) {
	p := newPool(t).user(t)
	t.Run("home", func(t *testing.T) { testHome(t, p.in(t, `it's a "dir" for $1 $(Process)`)) })
	t.Run("killed and resumed", func(t *testing.T) { testKilledAndResumed(t, p.in(t, "resumed")) })
}

// testHome compares branches with those at home.
func testHome(t *testing.T, p place) {
	run := func(clause string) string {
		return p.Script(subject.Branches(clause)).Wait(0).Stdout.String()
	}
	here := run("")
	if !strings.HasSuffix(here, subject.BranchesEnd) {
		t.Errorf("at home %q", here)
	}
	for _, clause := range []string{"via condor", "jobs 2 via condor"} {
		if there := run(clause); there != here {
			t.Errorf("at home %q, %s %q", here, clause, there)
		}
	}

	// Variables about the machine are the machine's, others the script's.
	p.with("_CONDOR_SLOT=none", "TMPDIR=/nowhere", "WORD=mine").Script(
		`forall x via condor in a; echo "${_CONDOR_SLOT%%_*} ${TMPDIR%%/dir_*} $WORD"; end`).
		Wait(0).Prints("slot1 /tmp mine\n")

	if left := p.jobs("ClusterId"); len(left) > 0 {
		t.Errorf("in the queue: %q", left)
	}
}

// `jobs` limits the branches that run at the same time, also in a pool that does not make jobs one
// after the other.
func TestJobs(t *testing.T) {
	slow(t)
	for name, config := range map[string]string{
		"late": "", "early": "SCHEDD_ALLOW_LATE_MATERIALIZE = False",
	} {
		t.Run(name, func(t *testing.T) {
			p := newPool(t, config).user(t).in(t, "jobs")
			r := p.Script(`forall x via condor jobs 2 keepgoing grouped in 1 2 3 4 5 6 7
	echo "+$x" >>begun
	until [ -e "go.$x" ]; do sleep 0.1; done
	echo "$x"
end`)
			for i := range 7 {
				want := min(2+i, 7) // two at a time, and two of the next piece when half have ended
				r.Until("enough have begun", func() bool { return len(p.Words("begun")) >= want })
				if got := len(p.Words("begun")); got > 2+i {
					t.Fatalf("%d have begun while %d have ended", got, i)
				}
				begun := p.Words("begun")
				for _, x := range begun {
					if !p.Has("go." + x[1:]) {
						p.Touch("go." + x[1:])
						break
					}
				}
			}
			r.Wait(0).Prints("1\n2\n3\n4\n5\n6\n7\n")
		})
	}
}

// What the pool refuses for good is not tried again; a limit on the number of jobs is waited for,
// in smaller pieces. A broken connection passes.
func TestRefused(t *testing.T) {
	slow(t)
	p := newPool(t, "SUBMIT_REQUIREMENT_NAMES = Memory",
		"SUBMIT_REQUIREMENT_Memory = RequestMemory < 100000",
		`SUBMIT_REQUIREMENT_Memory_REASON = "no more than 100 GB"`,
		"MAX_JOBS_PER_OWNER = 5", "MAX_JOBS_PER_SUBMISSION = 4").user(t).in(t, "refused")
	const once = `try 3 times; forall x via condor in a; :; end; catch; echo "$FTSH_REASON"; end`
	for lines, want := range map[string]string{
		"request_memory = 200GB": "ERROR: Failed to commit job submission into the queue. " +
			"ERROR: no more than 100 GB\n",
		"requirements = ((": "ERROR: Parse error in expression: Requirements = ((",
		"what is this": "ERROR: on Line 3 of submit file: " +
			"ERROR: Failed to parse command file (line 3).\n",
		"request_cpus = 1; Queue 3": `"Queue 3": ftsh-via-condor sets this itself` + "\n",
		"periodic_remove=false\n+Project = 3": `"periodic_remove=false": ftsh-via-condor sets this ` +
			"itself\n",
		"accounting_group = not a group\n# no": "ERROR: Invalid accounting_group: not a group\n",
	} {
		r := p.with("FTSH_VIA_CONDOR=" + lines).Script(once)
		r.Wait(0).Prints("permanent\n")
		if !strings.Contains(r.Stderr.String(), want) {
			t.Errorf("%q: errors %q, want %q", lines, r.Stderr.String(), want)
		}
	}

	// What condor_submit says when its connection breaks in the middle: an error of the last line.
	p.pool.write(t, "/usr/local/bin/condor_submit", `#!/bin/sh
case $* in *.sub) last=$(wc -l <"$2") ;; esac
[ -e broken.1 ] || {
	: >broken.1
	echo "ERROR: Failed submission for job 35.-1 - aborting entire submit" >&2
}
[ -e broken.2 ] || {
	[ ! -e broken ] || : >broken.2
	: >broken
	printf "\nERROR: on Line $last of submit file: \n\nERROR: Failed to parse command file (line $last).\n" >&2
	exit 1
}
exec /usr/bin/condor_submit "$@"
`)
	broken := p.with("FTSH_LOG_LEVEL=20").Script(`forall x via condor in a; echo "$x"; end`)
	broken.Wait(0).Prints("a\n")
	p.pool.write(t, "/usr/local/bin/condor_submit", "#!/bin/sh\nexec /usr/bin/condor_submit \"$@\"\n")

	p.Script(`forall x via condor grouped in $(seq 11); echo "$x"; end`).
		Wait(0).Prints("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n")
	p.with("FTSH_VIA_CONDOR=request_cpus = 1; +Project=\"x\"").
		Script(`forall x via condor in a; sed -n 's/^Project = //p' "$_CONDOR_JOB_AD"; end`).
		Wait(0).Prints("\"x\"\n")
}

// Cancelled, held, evicted and killed branches.
func TestEnds(t *testing.T) {
	slow(t)
	p := newPool(t).user(t)
	empty := func() bool { return len(p.jobs("ClusterId")) == 0 }
	const begun = `: >"begun.$x"; until [ -e go ]; do sleep 0.1; done; echo "$x"`
	status := func(clauses, body, rest string) string {
		return `forall x via condor table t.tsv ` + clauses + ` in a b c; ` + body +
			`; catch; echo "$FTSH_STATUS" $FTSH_FAILED; end` + rest
	}
	// reasons checks the reasons in the table, and a part of the errors there.
	reasons := func(p place, reason, message string) {
		t.Helper()
		text, err := os.ReadFile(p.Path("t.tsv"))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Count(string(text), "\t125\t"+reason+"\t") != 3 ||
			strings.Count(string(text), message) != 3 {
			t.Errorf("reasons: %s, want %s and %s", text, reason, message)
		}
	}

	t.Run("the first failure", func(t *testing.T) {
		p := p.in(t, "first")
		p.Script(status("jobs 2", `case $x in b) exit 5; esac; sleep 1000`, "")).
			Wait(0).Prints("5 b\n")
		p.pool.until(t, "the queue is empty", empty)
	})
	t.Run("a signal", func(t *testing.T) {
		p := p.in(t, "signal")
		r := p.Script(status("jobs 1", `: >"begun.$x"; sleep 1000`, ""))
		r.Until("one runs", func() bool { return p.Has("begun.a") })
		_ = r.Cmd.Process.Signal(syscall.SIGTERM)
		r.Status()
		p.pool.until(t, "the queue is empty", empty)
	})
	t.Run("a killed shell", func(t *testing.T) {
		p := p.in(t, "killed")
		r := p.Script(status("jobs 2", `: >"begun.$x"; sleep 1000`, ""))
		r.Until("two run", func() bool { return p.Has("begun.a") && p.Has("begun.b") })
		r.Kill()
		p.pool.until(t, "the queue is empty", empty)
	})
	t.Run("removed before it began", func(t *testing.T) {
		p := p.in(t, "removed").with("FTSH_VIA_CONDOR=hold = true")
		r := p.Script(status("keepgoing", ":", ""))
		r.Until("all are in the queue", func() bool { return len(p.jobs("ProcId")) == 3 })
		p.Do("condor_rm", p.jobs("ClusterId")[0])
		r.Wait(0).Prints("125 a b c\n")
		reasons(p, "cancelled", "(cancelled")
	})
	t.Run("held by the user", func(t *testing.T) {
		p := p.in(t, "held").with("FTSH_VIA_CONDOR=hold = true")
		r := p.Script(status("grouped", `echo "$x"`, ""))
		r.Until("all are in the queue", func() bool { return len(p.jobs("ProcId")) == 3 })
		p.Do("condor_release", p.jobs("ClusterId")[0])
		r.Wait(0).Prints("a\nb\nc\n")
	})
	t.Run("held by HTCondor", func(t *testing.T) {
		// A machine on which the directory is not: none of them can begin.
		p := p.in(t, "nowhere").with("FTSH_VIA_DIR=/tmp/nowhere") // each job has a /tmp of its own
		p.Script(status("keepgoing", ":", "")).Wait(0).Prints("125 a b c\n")
		reasons(p, "held", "(held")
		p.pool.until(t, "the queue is empty", empty)
	})
	t.Run("held for its memory", func(t *testing.T) {
		p := p.in(t, "memory").with("FTSH_VIA_CONDOR=periodic_hold = JobStatus == 2; " +
			`periodic_hold_reason = "Job has used 300 MB of memory"`)
		p.Script(status("keepgoing", "sleep 1000", "")).Wait(0).Prints("125 a b c\n")
		reasons(p, "oom", "(oom on localhost: Job has used 300 MB of memory)")
		p.pool.until(t, "the queue is empty", empty)
	})
	t.Run("evicted", func(t *testing.T) {
		p := p.in(t, "evicted")
		r := p.Script(status("keepgoing", `echo "$x" >>ran; `+begun, ""))
		r.Until("all run", func() bool {
			return p.Has("begun.a") && p.Has("begun.b") && p.Has("begun.c")
		})
		// The jobs' processes are killed with what watches them, as if the machine had died.
		for _, pid := range p.pool.daemons("condor_starter") {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		r.Wait(0).Prints("125 a b c\n")
		reasons(p, "node", "(node")
		if got := p.Words("ran"); !slices.Equal(got, []string{"a", "b", "c"}) {
			t.Errorf("begun: %q", got)
		}
		p.pool.until(t, "the queue is empty", empty)
	})
}
