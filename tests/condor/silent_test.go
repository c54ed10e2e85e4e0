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
	r := p.Script(`forall x via condor grouped in a b; echo "$x"; end`)
	r.Until("it is reported", func() bool {
		return strings.Contains(r.Stderr.String(), "forall: via condor has not answered for ")
	})
	pool.signal(t, "condor_schedd", syscall.SIGCONT)
	r.Wait(0).Prints("a\nb\n")
	if want := "forall: via condor answers again, after "; !strings.Contains(r.Stderr.String(), want) {
		t.Errorf("errors %q, want %q", r.Stderr.String(), want)
	}
}
