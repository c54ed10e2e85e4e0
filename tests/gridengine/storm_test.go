//go:build linux

package gridengine

import (
	"slices"
	"strconv"
	"syscall"

	"ftsh/tests/machine"
)

// testStorm: twenty clients submit by ftsh-submit while the master stands still, and is killed. Each
// job runs once.
func testStorm(p machine.Place) {
	p = p.With("FTSH_SUBMIT_TIMEOUT=20s", "FTSH_LOG_LEVEL=20", "FTSH_STATE_DIR="+p.Dir+"/state",
		"PATH=/usr/local/ftsh:/usr/sbin:/usr/bin:/sbin:/bin")
	p.Write("job", "#!/bin/sh\necho \"$1\" >>ran\n")
	var clients []*machine.Program
	var want []string
	submit := func() {
		name := strconv.Itoa(100 + len(clients))
		want = append(want, name)
		clients = append(clients, p.Start("ftsh-submit", "qsub", "-cwd", "-o", "/dev/null", "-e",
			"/dev/null", "job", name))
	}
	for range 10 {
		submit()
	}
	p.Until("a job ran", func() bool { return p.Has("ran") })
	signal(p, "sge_qmaster", syscall.SIGSTOP)
	for range 10 {
		submit()
	}
	last := clients[len(clients)-1]
	last.Until("an attempt has failed", func() bool { return last.Stderr.Has("attempt 1 failed") })
	signal(p, "sge_qmaster", syscall.SIGKILL)
	p.Until("it has ended", func() bool { return daemon("sge_qmaster") == 0 })
	p.As(0, "sge_qmaster").Wait(0)
	for _, r := range clients {
		r.Wait(0)
	}
	p.Until("all jobs ran", func() bool { return len(p.Words("ran")) >= len(want) })
	empty(p)
	ran := p.Words("ran")
	slices.Sort(ran)
	if !slices.Equal(ran, want) {
		p.T.Errorf("ran %q, submitted %q", ran, want)
	}
}
