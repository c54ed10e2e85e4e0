//go:build linux

package gridengine

import (
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ftsh/internal/subject"
	"ftsh/tests/machine"
)

// Branches on Grid Engine do what they do at home: as they are, refused, cancelled, with the shell
// killed, and with the master killed.
func TestBranches(t *testing.T) {
	p := newCell(t)
	t.Run("home", func(t *testing.T) { testHome(p.In(t, `it's a dir for $1`)) })
	t.Run("refused", func(t *testing.T) { testRefused(p.In(t, "refused")) })
	t.Run("cancelled", func(t *testing.T) { testCancelled(p.In(t, "cancelled")) })
	t.Run("resumed", func(t *testing.T) { testResumed(p.In(t, "resumed")) })
	t.Run("known", func(t *testing.T) { testKnown(p.In(t, "known")) })
	t.Run("master", func(t *testing.T) { testMaster(p.In(t, "master")) })
	t.Run("once", func(t *testing.T) { testOnce(p.In(t, "once")) })
	t.Run("storm", func(t *testing.T) { testStorm(p.In(t, "storm")) })
}

// testHome compares branches with those at home, also in a directory with an odd name.
func testHome(p machine.Place) {
	run := func(clause string) string {
		return p.Script(subject.Branches(clause)).Wait(0).Stdout.String()
	}
	here := run("")
	if !strings.HasSuffix(here, subject.BranchesEnd) {
		p.T.Errorf("at home %q", here)
	}
	for _, clause := range []string{"via gridengine", "jobs 2 via gridengine"} {
		if there := run(clause); there != here {
			p.T.Errorf("at home %q, %s %q", here, clause, there)
		}
	}
	// Variables about the machine are the machine's, others the script's.
	p.With("SGE_TASK_ID=none", "WORD=mine").
		Script(`forall x via gridengine in a; echo "$SGE_TASK_ID $WORD"; end`).
		Wait(0).Prints("1 mine\n")
	// Grid Engine would run a job again that ends with 99, and keep one that ends with 100.
	p.Script(`forall x via gridengine keepgoing grouped in 99 100; echo "$x"; exit "$x"; end`).
		Wait(99).Prints("99\n100\n")
	empty(p)
}

// testRefused: no other attempt is made of what Grid Engine refuses for good.
func testRefused(p machine.Place) {
	const once = `try 3 times; forall x via gridengine in a; :; end
catch; echo "$FTSH_REASON"; end`
	for options, want := range map[string]string{
		"-q nosuch":   `Job was rejected because job requests unknown queue "nosuch"`,
		"-l nosuch=1": `unknown resource "nosuch"`,
		"-nosuch":     `invalid option argument "-nosuch"`,
		"-P nosuch":   `the requested project "nosuch" does not exist`,
		"-l h_rt=x":   `attribute "h_rt" is not a time value`,
	} {
		r := p.With("FTSH_VIA_GRIDENGINE=" + options).Script(once)
		r.Wait(0).Prints("permanent\n")
		if !strings.Contains(r.Stderr.String(), want) {
			p.T.Errorf("%q: errors %q, want %q", options, r.Stderr.String(), want)
		}
	}
}

// testCancelled: the first failure, a signal to the shell, its end and another process cancel
// branches; one that cannot begin is lost.
func testCancelled(p machine.Place) {
	const long = `forall x via gridengine jobs 2 keepgoing in a b c; : >"begun.$x"; sleep 1000; end`
	p.Script(`forall x via gridengine jobs 2 in a b c; case $x in b) exit 5; esac; sleep 1000
catch; echo "$FTSH_STATUS" $FTSH_FAILED; end`).Wait(0).Prints("5 b\n")
	empty(p)
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		q := p.In(p.T, s.String())
		r := q.Script(long)
		r.Until("two run", func() bool { return q.Has("begun.a") && q.Has("begun.b") })
		_ = r.Cmd.Process.Signal(s)
		r.Status()
		empty(q)
	}

	const lost = `forall x via gridengine keepgoing in a b; :
catch; echo "$FTSH_STATUS" $FTSH_FAILED; end`
	q := p.In(p.T, "deleted").With("FTSH_VIA_GRIDENGINE=-h")
	r := q.Script(lost)
	r.Until("both are in the queue", func() bool {
		return strings.Count(q.Start("qstat", "-g", "d").Wait(0).Stdout.String(), " hqw ") == 2
	})
	q.Start("qdel", "-u", "user").Wait(0)
	r.Wait(0).Prints("125 a b\n")
	p.In(p.T, "stuck").With("FTSH_VIA_GRIDENGINE=-S /nosuch").Script(lost).Wait(0).
		Prints("125 a b\n")
	empty(p)
}

// testResumed kills a shell with finished, running and waiting branches. The next run goes on: each
// branch runs once, and both outputs together are that of one run.
func testResumed(p machine.Place) {
	script := subject.JournaledBranches("gridengine")
	r := p.Script(script)
	r.Until("two have begun", func() bool { return p.Has("started.a") && p.Has("started.b") })
	p.Touch("go.a")
	r.Until("the first is recorded, and the next has begun", func() bool {
		b, _ := os.ReadFile(p.Path("each"))
		// Output that passes through is printed after the record, once at most.
		return strings.Contains(string(b), `"succeeded"`) && p.Has("started.c") &&
			r.Stdout.String() != ""
	})
	_ = r.Cmd.Process.Kill()
	<-r.Ended
	p.Touch("go")
	again := p.Script(script)
	for again.Status() == 75 { // the killed one still has the lock
		again = p.Script(script)
	}
	again.Wait(4)
	if got := r.Stdout.String() + again.Stdout.String(); got != subject.JournaledOutput {
		p.T.Errorf("output %q, want %q", got, subject.JournaledOutput)
	}
	if got := p.Words("ran"); !slices.Equal(got, []string{"a", "b", "c", "d", "e", "f"}) {
		p.T.Errorf("begun: %q", got)
	}
}

// testMaster stops the master while a block submits, and kills it then, and again while branches
// run. Each branch runs once.
func testMaster(p machine.Place) {
	stop := func(s syscall.Signal) {
		p.Until("the master", func() bool { return daemon("sge_qmaster") != 0 })
		_ = syscall.Kill(daemon("sge_qmaster"), s)
	}
	killed := func() {
		stop(syscall.SIGKILL)
		p.Until("it has ended", func() bool { return daemon("sge_qmaster") == 0 })
	}
	p = p.With("FTSH_VIA_GRIDENGINE_TIMEOUT=20s", "FTSH_LOG_LEVEL=10")
	stop(syscall.SIGSTOP)
	r := p.Script(`forall x via gridengine keepgoing grouped in a b c d e f
	echo "$x" >>ran
	until [ -e "go" ]; do sleep 0.1; done
	echo "this is $x"
end`)
	r.Until("it is reported", func() bool {
		return r.Stderr.Has("forall: via gridengine has not answered for ")
	})
	killed()
	p.As(0, "sge_qmaster").Wait(0)
	r.Until("four run", func() bool { return len(p.Words("ran")) == 4 })
	killed()
	p.Touch("go")
	p.As(0, "sge_qmaster").Wait(0)
	r.Wait(0).Prints("this is a\nthis is b\nthis is c\nthis is d\nthis is e\nthis is f\n")
	if got := p.Words("ran"); !slices.Equal(got, []string{"a", "b", "c", "d", "e", "f"}) {
		p.T.Errorf("begun: %q", got)
	}
	empty(p)
}
