//go:build linux

package condor

import (
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"ftsh/tests/machine"
)

// ftsh-submit in the place of condor_submit submits a job once: while the schedd stands still, after
// it was killed, and when its answer is lost. Its output is condor_submit's.
func TestSubmitOnce(t *testing.T) {
	slow(t)
	pool := newPool(t)
	machine.Host(t, "sh", "-c", `mkdir "$1" && ln -s ../bin/ftsh-submit "$1/condor_submit"`, "sh",
		pool.root+"/usr/local/submit")
	p := pool.user(t).in(t, "once")
	p = p.with("FTSH_SUBMIT_TIMEOUT=20s", "FTSH_LOG_LEVEL=20", "FTSH_STATE_DIR="+p.Dir+"/state",
		"PATH=/usr/local/submit:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin")
	const job = "executable = /bin/sh\narguments = \"-c 'echo $(Cluster).$(Process) >>ran'\"\n" +
		"should_transfer_files = NO\n"
	pool.write(t, p.Dir+"/job", job+"queue 2\n")
	pool.write(t, p.Dir+"/unqueued", job)
	failed := func(r *machine.Program) func() bool {
		return func() bool { return strings.Contains(r.Stderr.String(), "attempt 1 failed") }
	}
	said := regexp.MustCompile(`^Submitting job\(s\)\.\.\n2 job\(s\) submitted to cluster (\d+)\.\n$`)
	empty := func() bool {
		time.Sleep(500 * time.Millisecond) // condor_q takes much of the processor
		return len(p.jobs("ClusterId")) == 0
	}
	var jobs []string // an attempt that failed may have used up a number
	ran := func(r *machine.Program) {
		t.Helper()
		m := said.FindStringSubmatch(r.Wait(0).Stdout.String())
		if m == nil {
			t.Fatalf("output %q", r.Stdout.String())
		}
		jobs = append(jobs, m[1]+".0", m[1]+".1")
		pool.until(t, "cluster "+m[1]+" ran", func() bool {
			return slices.Contains(p.Words("ran"), m[1]+".0") && slices.Contains(p.Words("ran"), m[1]+".1")
		})
		// HTCondor itself runs a job again that ended right before the schedd was killed.
		pool.until(t, "the queue is empty", empty)
		t.Logf("cluster %s ran", m[1])
	}

	ran(p.Start("condor_submit", "job"))
	ran(p.Start("sh", "-c", "condor_submit <job"))
	ran(p.Start("sh", "-c", "condor_submit -queue 2 <unqueued"))

	pool.signal(t, "condor_schedd", syscall.SIGSTOP)
	r := p.Start("sh", "-c", "condor_submit <job")
	r.Until("an attempt has reached its limit", failed(r))
	pool.signal(t, "condor_schedd", syscall.SIGCONT)
	ran(r)

	pool.signal(t, "condor_master", syscall.SIGSTOP) // it starts no other
	pool.signal(t, "condor_schedd", syscall.SIGKILL)
	r = p.Start("condor_submit", "job")
	r.Until("an attempt has failed", failed(r))
	pool.signal(t, "condor_master", syscall.SIGCONT)
	ran(r)

	// The answer is lost, and the jobs have run or not when they are looked for.
	pool.write(t, "/usr/local/bin/condor_submit", `#!/bin/sh
/usr/bin/condor_submit "$@" >answer || exit
[ -e lost ] || { : >lost; sleep 1000; }
cat answer
`)
	ran(p.Start("condor_submit", "job"))
	pool.write(t, p.Dir+"/lost.sh", "rm lost; exec condor_submit -terse job\n")
	terse := p.Start("sh", "lost.sh")
	if got := terse.Wait(0).Stdout.String(); !regexp.MustCompile(`^\d+\.0 - \d+\.1\n$`).MatchString(got) {
		t.Errorf("-terse: output %q", got)
	}
	cluster, _, _ := strings.Cut(terse.Stdout.String(), ".")
	jobs = append(jobs, cluster+".0", cluster+".1")
	pool.until(t, "the last jobs ran", func() bool { return len(p.Words("ran")) >= len(jobs) })
	pool.until(t, "the queue is empty", empty)

	slices.Sort(jobs)
	if got := p.Words("ran"); !slices.Equal(got, jobs) {
		t.Errorf("ran %q, submitted %q", got, jobs)
	}
	pool.write(t, "/usr/local/bin/condor_submit", "#!/bin/sh\nexec /usr/bin/condor_submit \"$@\"\n")
	for _, line := range []string{"requirements = ((", "universe = none"} {
		pool.write(t, p.Dir+"/wrong", "executable = /bin/true\n"+line+"\nqueue\n")
		home := p.Start("/usr/bin/condor_submit", "wrong").Wait(1)
		there := p.with("FTSH_LOG_LEVEL=0").Start("condor_submit", "wrong").Wait(1)
		if got, want := there.Stderr.String(), home.Stderr.String(); got != want {
			t.Errorf("%s: errors %q, want %q", line, got, want)
		}
	}
}
