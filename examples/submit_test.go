//go:build linux

package examples_test

import (
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const slurmConf = `
ClusterName=ftsh
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=%[2]d
SlurmdPort=%[3]d
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=%[1]s/munge.socket
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation=%[1]s/state
SlurmdSpoolDir=%[1]s/spool
SlurmctldPidFile=%[1]s/slurmctld.pid
SlurmdPidFile=%[1]s/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0
EnforcePartLimits=ALL
MessageTimeout=2
ReturnToService=2
SlurmdParameters=config_overrides
MaxArraySize=4
NodeName=localhost NodeAddr=127.0.0.1 CPUs=%[4]d RealMemory=1000 State=UNKNOWN
PartitionName=main Nodes=localhost Default=YES MaxTime=INFINITE State=UP
PartitionName=short Nodes=localhost MaxTime=1 State=UP
`

const job = `#!/bin/sh
echo "done by $SLURM_JOB_ID" >result.new
mv result.new result
`

// testSubmit submits to Slurm on this machine alone. Its controller is down at first, and comes up
// after the first attempt has failed.
func testSubmit(t *testing.T, p place) {
	p = withSlurm(t, p, 12000, 1)
	script := p.file(t, "job", job, 0o755)

	submit := p.start(t, "", []string{"FTSH_LOG_LEVEL=20",
		"FTSH_TRACE_FILE=" + os.Getenv("FTSH_TEST_TRACE")}, "submit.ftsh", "--output=/dev/null",
		script)
	submit.until(t, "the controller is found to be down", func() bool {
		return submit.stderr.Has("try: attempt 1 failed")
	})
	controller := p.start(t, "", nil, "slurmctld", "-D")
	p.start(t, "", nil, "slurmd", "-D", "-N", "localhost")
	submit.wait(t, 0)
	number := strings.TrimSpace(submit.stdout.String())
	if _, err := strconv.Atoi(number); err != nil {
		t.Fatalf("expected a job's number, found %q", number)
	}
	controller.until(t, "the job ran", func() bool {
		_, err := os.Stat(filepath.Join(p.dir, "result"))
		return err == nil
	})
	if got, want := p.read(t, "result"), "done by "+number+"\n"; got != want {
		t.Errorf("result %q, want %q", got, want)
	}
	queue := p.start(t, "", nil, "squeue", "--noheader", "--states=all", "--format=%i")
	queue.wait(t, 0)
	if got, want := queue.stdout.String(), number+"\n"; got != want {
		t.Errorf("jobs %q, want the one: %q", got, want)
	}

	// A permanent error is not tried again.
	wrong := p.start(t, "", []string{"FTSH_LOG_LEVEL=0"}, "submit.ftsh", "--partition=nosuch",
		script)
	wrong.wait(t, 1)
	if want := "not submitted (permanent, after 1 attempts)\n"; !wrong.stderr.Has(want) {
		t.Errorf("errors %q, want %q", wrong.stderr.String(), want)
	}
}

// testSubmitStandIn submits to a stand-in for Slurm with rare behaviour of the real one: it warns
// of a job but accepts it, and it accepts a job and loses the answer while the queue cannot be
// read.
func testSubmitStandIn(t *testing.T, p place) {
	p.file(t, "bin/sbatch", `#!/bin/sh
echo "sbatch: warning: the job is large" >&2
case $* in
*lost*) echo "${2#--job-name=}" >>queue; echo "sbatch: error: Socket timed out" >&2; exit 1 ;;
esac
echo 42
`, 0o755)
	p.file(t, "bin/squeue", `#!/bin/sh
[ -e asked ] || { : >asked; echo "squeue: error: no controller" >&2; exit 1; }
grep -q "^${3#--name=}$" queue && echo 43
exit 0
`, 0o755)
	env := []string{"PATH=" + p.dir + "/bin:" + p.path, "FTSH_BACKOFF=fixed from 10ms"}
	warned := p.start(t, "", env, "submit.ftsh", "job")
	warned.wait(t, 0)
	if got, want := warned.stdout.String(), "42\n"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}
	if got, want := warned.stderr.String(), "sbatch: warning: the job is large\n"; got != want {
		t.Errorf("errors %q, want %q", got, want)
	}
	lost := p.start(t, "", env, "submit.ftsh", "lost")
	lost.wait(t, 0)
	if got, want := lost.stdout.String(), "43\n"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}
	if got := strings.Count(p.read(t, "queue"), "\n"); got != 1 {
		t.Errorf("submitted %d times", got)
	}
}

// withSlurm prepares a Slurm with one node of so many processors, without starting its daemons.
// Concurrent tests use other ports, from from on.
func withSlurm(t *testing.T, p place, from, cpus int) place {
	ports := freePorts(t, from, 2)
	conf := p.file(t, "slurm.conf", fmt.Sprintf(slurmConf, p.dir, ports[0], ports[1], cpus), 0o644)
	p.env = append(p.env, "SLURM_CONF="+conf)
	p.file(t, "state/.keep", "", 0o644)
	p.file(t, "spool/.keep", "", 0o644)
	startMunge(t, p)
	return p
}

// startMunge starts an authentication daemon with a key and a socket of its own.
func startMunge(t *testing.T, p place) {
	key := make([]byte, 128)
	_, _ = rand.Read(key) // never fails
	p.file(t, "munge.key", string(key), 0o400)
	socket := filepath.Join(p.dir, "munge.socket")
	munge := p.start(t, "", nil, "munged", "--foreground", "--force", "--num-threads=1",
		"--socket="+socket,
		"--key-file="+filepath.Join(p.dir, "munge.key"),
		"--pid-file="+filepath.Join(p.dir, "munge.pid"),
		"--log-file="+filepath.Join(p.dir, "munge.log"),
		"--seed-file="+filepath.Join(p.dir, "munge.seed"))
	munge.until(t, "its socket is there", func() bool {
		_, err := os.Stat(socket)
		return err == nil
	})
}

// freePorts finds free ports on loopback, outside the system's range for automatic ports.
func freePorts(t *testing.T, from, n int) []int {
	t.Helper()
	var ports []int
	for port := from + os.Getpid()%8000; len(ports) < n; port++ {
		if port > 30000 {
			t.Fatal("no free port")
		}
		if l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			_ = l.Close()
			ports = append(ports, port)
		}
	}
	return ports
}
