//go:build linux

package condor

import (
	"slices"
	"strings"
	"syscall"
	"testing"

	"ftsh/tests/machine"
)

// examples/submit.ftsh submits a job once: while the schedd stands still, after it was killed, and
// when its answer comes too late. It does not repeat what is wrong.
func TestSubmitExample(t *testing.T) {
	slow(t)
	pool := newPool(t)
	p := pool.user(t).in(t, "submit").with("SUBMIT_TIMEOUT=20s", "FTSH_LOG_LEVEL=20")
	pool.write(t, p.Dir+"/job", "executable = /bin/sh\narguments = \"-c 'echo $(Cluster) >>ran'\"\n"+
		"should_transfer_files = NO\nqueue\n")
	failed := func(r *machine.Program) func() bool {
		return func() bool { return strings.Contains(r.Stderr.String(), "attempt 1 failed") }
	}
	var jobs []string // an attempt that failed may have used up a number
	ran := func(r *machine.Program) {
		t.Helper()
		number := strings.TrimSpace(r.Wait(0).Stdout.String())
		jobs = append(jobs, number)
		pool.until(t, "job "+number+" ran", func() bool {
			return slices.Contains(p.Words("ran"), number)
		})
		// HTCondor itself runs a job again that ended right before the schedd was killed.
		pool.until(t, "the queue is empty", func() bool { return len(p.jobs("ClusterId")) == 0 })
	}

	ran(p.Start("submit.ftsh", "condor_submit", "job"))

	pool.signal(t, "condor_schedd", syscall.SIGSTOP)
	r := p.Start("submit.ftsh", "condor_submit", "job")
	r.Until("an attempt has reached its limit", failed(r))
	pool.signal(t, "condor_schedd", syscall.SIGCONT)
	ran(r)

	pool.signal(t, "condor_master", syscall.SIGSTOP) // it starts no other
	pool.signal(t, "condor_schedd", syscall.SIGKILL)
	r = p.Start("submit.ftsh", "condor_submit", "job")
	r.Until("an attempt has failed", failed(r))
	pool.signal(t, "condor_master", syscall.SIGCONT)
	ran(r)

	// The answer is lost, and the job has run or not when it is looked for.
	pool.write(t, "/usr/local/bin/condor_submit", `#!/bin/sh
/usr/bin/condor_submit "$@" >answer
[ -e lost ] || { : >lost; sleep 1000; }
cat answer
`)
	ran(p.Start("submit.ftsh", "condor_submit", "job"))

	slices.Sort(jobs)
	if got := p.Words("ran"); !slices.Equal(got, jobs) {
		t.Errorf("ran %q, submitted %q", got, jobs)
	}
	pool.write(t, "/usr/local/bin/condor_submit", "#!/bin/sh\nexec /usr/bin/condor_submit \"$@\"\n")
	for _, line := range []string{"what is this", "requirements = ((", "universe = none"} {
		pool.write(t, p.Dir+"/wrong", "executable = /bin/true\n"+line+"\nqueue\n")
		r := p.with("FTSH_LOG_LEVEL=0").Start("submit.ftsh", "condor_submit", "wrong").Wait(1)
		const want = "not submitted (permanent, after 1 attempts)\n"
		if !strings.HasSuffix(r.Stderr.String(), want) {
			t.Errorf("%s: errors %q", line, r.Stderr.String())
		}
	}
}
