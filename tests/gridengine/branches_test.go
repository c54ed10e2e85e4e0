//go:build linux

package gridengine

import (
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ftsh/internal/subject"
)

// Branches on Grid Engine do what they do at home: as they are, refused, cancelled, with the shell
// killed, and with the master killed.
func TestBranches(t *testing.T) {
	p := newCell(t)
	t.Run("home", func(t *testing.T) { testHome(p.in(t, `it's a dir for $1`)) })
	t.Run("refused", func(t *testing.T) { testRefused(p.in(t, "refused")) })
	t.Run("cancelled", func(t *testing.T) { testCancelled(p.in(t, "cancelled")) })
	t.Run("resumed", func(t *testing.T) { testResumed(p.in(t, "resumed")) })
	t.Run("known", func(t *testing.T) { testKnown(p.in(t, "known")) })
	t.Run("master", func(t *testing.T) { testMaster(p.in(t, "master")) })
	t.Run("once", func(t *testing.T) { testOnce(p.in(t, "once")) })
}

// testHome compares branches with those at home, also in a directory with an odd name.
func testHome(p place) {
	run := func(clause string) string {
		return p.script(subject.Branches(clause)).wait(0).stdout.String()
	}
	here := run("")
	if !strings.HasSuffix(here, subject.BranchesEnd) {
		p.t.Errorf("at home %q", here)
	}
	for _, clause := range []string{"via gridengine", "jobs 2 via gridengine"} {
		if there := run(clause); there != here {
			p.t.Errorf("at home %q, %s %q", here, clause, there)
		}
	}
	// Variables about the machine are the machine's, others the script's.
	p.with("SGE_TASK_ID=none", "WORD=mine").
		script(`forall x via gridengine in a; echo "$SGE_TASK_ID $WORD"; end`).
		wait(0).prints("1 mine\n")
	// Grid Engine would run a job again that ends with 99, and keep one that ends with 100.
	p.script(`forall x via gridengine keepgoing grouped in 99 100; echo "$x"; exit "$x"; end`).
		wait(99).prints("99\n100\n")
	p.empty()
}

// testRefused: no other attempt is made of what Grid Engine refuses for good.
func testRefused(p place) {
	const once = `try 3 times; forall x via gridengine in a; :; end
catch; echo "$FTSH_REASON"; end`
	for options, want := range map[string]string{
		"-q nosuch":   `Job was rejected because job requests unknown queue "nosuch"`,
		"-l nosuch=1": `unknown resource "nosuch"`,
		"-nosuch":     `invalid option argument "-nosuch"`,
		"-P nosuch":   `the requested project "nosuch" does not exist`,
		"-l h_rt=x":   `attribute "h_rt" is not a time value`,
	} {
		r := p.with("FTSH_VIA_GRIDENGINE=" + options).script(once)
		r.wait(0).prints("permanent\n")
		if !strings.Contains(r.stderr.String(), want) {
			p.t.Errorf("%q: errors %q, want %q", options, r.stderr.String(), want)
		}
	}
}

// testCancelled: the first failure, a signal to the shell, its end and another process cancel
// branches; one that cannot begin is lost.
func testCancelled(p place) {
	const long = `forall x via gridengine jobs 2 keepgoing in a b c; : >"begun.$x"; sleep 1000; end`
	p.script(`forall x via gridengine jobs 2 in a b c; case $x in b) exit 5; esac; sleep 1000
catch; echo "$FTSH_STATUS" $FTSH_FAILED; end`).wait(0).prints("5 b\n")
	p.empty()
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		q := p.in(p.t, s.String())
		r := q.script(long)
		r.until("two run", func() bool { return q.has("begun.a") && q.has("begun.b") })
		_ = r.cmd.Process.Signal(s)
		r.status()
		q.empty()
	}

	const lost = `forall x via gridengine keepgoing in a b; :
catch; echo "$FTSH_STATUS" $FTSH_FAILED; end`
	q := p.in(p.t, "deleted").with("FTSH_VIA_GRIDENGINE=-h")
	r := q.script(lost)
	r.until("both are in the queue", func() bool {
		return strings.Count(q.start("qstat", "-g", "d").wait(0).stdout.String(), " hqw ") == 2
	})
	q.start("qdel", "-u", "user").wait(0)
	r.wait(0).prints("125 a b\n")
	p.in(p.t, "stuck").with("FTSH_VIA_GRIDENGINE=-S /nosuch").script(lost).wait(0).
		prints("125 a b\n")
	p.empty()
}

// testResumed kills a shell with finished, running and waiting branches. The next run goes on: each
// branch runs once, and both outputs together are that of one run.
func testResumed(p place) {
	script := subject.JournaledBranches("gridengine")
	r := p.script(script)
	r.until("two have begun", func() bool { return p.has("started.a") && p.has("started.b") })
	p.touch("go.a")
	r.until("the first is recorded, and the next has begun", func() bool {
		b, _ := os.ReadFile(p.path("each"))
		return strings.Contains(string(b), `"succeeded"`) && p.has("started.c")
	})
	_ = r.cmd.Process.Kill()
	<-r.ended
	p.touch("go")
	again := p.script(script)
	for again.status() == 75 { // the killed one still has the lock
		again = p.script(script)
	}
	again.wait(4)
	if got := r.stdout.String() + again.stdout.String(); got != subject.JournaledOutput {
		p.t.Errorf("output %q, want %q", got, subject.JournaledOutput)
	}
	if got := p.words("ran"); !slices.Equal(got, []string{"a", "b", "c", "d", "e", "f"}) {
		p.t.Errorf("begun: %q", got)
	}
}

// testMaster stops the master while a block submits, and kills it then, and again while branches
// run. Each branch runs once.
func testMaster(p place) {
	stop := func(s syscall.Signal) {
		p.until("the master", func() bool { return p.daemon("sge_qmaster") != 0 })
		_ = syscall.Kill(p.daemon("sge_qmaster"), s)
	}
	killed := func() {
		stop(syscall.SIGKILL)
		p.until("it has ended", func() bool { return p.daemon("sge_qmaster") == 0 })
	}
	p = p.with("FTSH_VIA_GRIDENGINE_TIMEOUT=20s", "FTSH_LOG_LEVEL=10")
	stop(syscall.SIGSTOP)
	r := p.script(`forall x via gridengine keepgoing grouped in a b c d e f
	echo "$x" >>ran
	until [ -e "go" ]; do sleep 0.1; done
	echo "this is $x"
end`)
	r.until("it is reported", func() bool {
		return r.stderr.Has("forall: via gridengine has not answered for ")
	})
	killed()
	p.as(0, "sge_qmaster").wait(0)
	r.until("four run", func() bool { return len(p.words("ran")) == 4 })
	killed()
	p.touch("go")
	p.as(0, "sge_qmaster").wait(0)
	r.wait(0).prints("this is a\nthis is b\nthis is c\nthis is d\nthis is e\nthis is f\n")
	if got := p.words("ran"); !slices.Equal(got, []string{"a", "b", "c", "d", "e", "f"}) {
		p.t.Errorf("begun: %q", got)
	}
	p.empty()
}
