//go:build linux

package gridengine

import (
	"strings"
	"syscall"

	"ftsh/tests/machine"
)

// testKnown: what `known` says of failures of the real qsub. Those that another attempt cannot change
// end the try, the others are tried again.
func testKnown(p machine.Place) {
	p.Write("job", "#!/bin/sh\nexit 0\n")
	p.Write("empty", "")
	judged := func(want string, commands ...string) {
		p.T.Helper()
		for _, command := range commands {
			r := p.Script("try 2 times every 0s known; " + command + ` </dev/null >/dev/null; end
echo "${FTSH_REASON%%:*}"`)
			if got := strings.TrimSpace(r.Wait(0).Stdout.String()); got != want {
				p.T.Errorf("%s: %q, want %q\n%s", command, got, want, r.Stderr.String())
			}
		}
	}
	judged("permanent", "qsub -nosuch job", "qsub -pe", "qsub -b y", "qsub -c z job", "qsub -js x job",
		"qsub -N a/b job", "qsub -t x job", "qsub -a 99 job", "qsub -m z job", "qsub -ac = job",
		"qsub nosuchfile", "qsub -q nosuch job", "qsub -l nosuch=1 job", "qsub -P nosuch job",
		"qsub -pe nosuch 2 job", "qsub -l h_rt=x job", "qsub -N 1abc job", "qsub -N none job",
		"qsub -A a:b job", "qsub empty", "qsub -t 0-3 job", "qsub -p 1000 job",
		"SGE_ROOT=/nosuch qsub job", "SGE_CELL=nosuch qsub job")
	configure := func(from, to string) {
		p.At("/tmp").As(0, "sh", "-c", `qconf -sconf global | sed "s/^$1 .*/$1 $2/" >global
qconf -Mconf global`, "sh", from, to).Wait(0)
	}
	configure("max_u_jobs", "1")
	p.Start("qsub", "-h", "job").Wait(0)
	judged("times", "qsub job", "qsub -t 1-3 job")
	p.Start("qdel", "-u", "user").Wait(0)
	configure("max_u_jobs", "0")
	configure("user_lists", "deadlineusers")
	judged("permanent", "qsub job")
	configure("user_lists", "NONE")

	signal(p, "sge_qmaster", syscall.SIGKILL)
	p.Until("it has ended", func() bool { return daemon("sge_qmaster") == 0 })
	judged("times", "qsub job")
	p.As(0, "sge_qmaster").Wait(0)
}
