//go:build linux

package condor

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
)

// What `known` says of failures of the real condor_submit and condor_q: those that another attempt
// cannot change end the try, the others are tried again.
func TestProvokedCondor(t *testing.T) {
	slow(t)
	pool := newPool(t)
	p := pool.user(t).in(t, "known")
	for name, lines := range map[string]string{
		"job":        "executable = /bin/true\nqueue\n",
		"nothing":    "executable = /bin/true\n",
		"parse":      "executable = /bin/true\nwhat is this\nqueue\n",
		"expression": "executable = /bin/true\nrequirements = ((\nqueue\n",
		"universe":   "executable = /bin/true\nuniverse = none\nqueue\n",
		"program":    "executable = /nonexistent\nqueue\n",
	} {
		pool.write(t, p.Dir+"/"+name, lines)
	}
	judged := func(command, want string) {
		t.Helper()
		r := p.Script("try 2 times every 0s known; LC_ALL=C " + command + ` >/dev/null; end
echo "${FTSH_REASON%%:*}"`)
		r.Wait(0)
		if got := strings.TrimSpace(r.Stdout.String()); got != want {
			t.Errorf("%s: %q, want %q\n%s", command, got, want, p.Try("sh", "-c", command+" 2>&1"))
		}
	}
	p.Touch("zero")
	for i, line := range []string{
		`arguments = "a "b""`, `arguments = "a 'b"`, `environment = "A=1 B"`, "priority = x",
		"max_retries = x", "should_transfer_files = maybe", "notification = foo", "kill_sig = NOSUCH",
		"concurrency_limits = b!", "accounting_group = a b", "executable =", "universe = docker",
		"universe = java", "universe = vm", "initialdir = /nonexistent", "executable = zero",
	} {
		name := fmt.Sprintf("wrong%d", i)
		pool.write(t, p.Dir+"/"+name, "executable = /bin/true\n"+line+"\nqueue\n")
		judged("condor_submit "+name, "permanent")
	}
	judged("condor_submit -append x job", "permanent")
	for _, command := range []string{
		"condor_submit nosuchfile", "condor_submit nothing", "condor_submit parse",
		"condor_submit expression", "condor_submit universe", "condor_submit program",
		"condor_submit -nosuch job", "condor_q -nosuch", "condor_q -constraint '(('",
	} {
		judged(command, "permanent")
	}
	judged("condor_q -name nosuch@nowhere.invalid", "times")

	pool.signal(t, "condor_master", syscall.SIGSTOP) // it starts no other
	pool.signal(t, "condor_schedd", syscall.SIGKILL)
	judged("condor_submit job", "times")
	judged("condor_q", "times")
	pool.signal(t, "condor_master", syscall.SIGCONT)
}
