//go:build linux

package condor

import (
	"strings"
	"syscall"
	"testing"
)

// A schedd that stands still while a block submits is reported, and waited for.
func TestSilentSchedd(t *testing.T) {
	slow(t)
	pool := newPool(t)
	p := pool.user(t).in(t, "silent").with("FTSH_VIA_CONDOR_TIMEOUT=20s", "FTSH_LOG_LEVEL=10")
	pool.signal(t, "condor_schedd", syscall.SIGSTOP)
	r := p.script(`forall x via condor grouped in a b; echo "$x"; end`)
	r.until("it is reported", func() bool {
		return strings.Contains(r.stderr.String(), "forall: via condor has not answered for ")
	})
	pool.signal(t, "condor_schedd", syscall.SIGCONT)
	r.wait(0).prints("a\nb\n")
	if want := "forall: via condor answers again, after "; !strings.Contains(r.stderr.String(), want) {
		t.Errorf("errors %q, want %q", r.stderr.String(), want)
	}
}
