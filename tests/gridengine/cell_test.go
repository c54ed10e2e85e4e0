//go:build linux

// Package gridengine tests the branches of `forall … via gridengine`, and ftsh-submit, on a real
// Grid Engine. The directory of its programs, which ./fetch makes, is FTSH_GRIDENGINE; without it the
// tests are skipped. They need root. The daemons run in a machine of the test's, and end with it.
package gridengine

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"ftsh/internal/subject"
	"ftsh/tests/machine"
)

func TestMain(m *testing.M) {
	if os.Getenv("FTSH_GRIDENGINE") != "" {
		machine.Enter()
	}
	os.Exit(m.Run())
}

// newCell starts Grid Engine, in a root directory that is the machine's with other files over it.
// The place is the directory of its ordinary user.
func newCell(t *testing.T) machine.Place {
	t.Helper()
	programs := os.Getenv("FTSH_GRIDENGINE")
	switch {
	case subject.Standing():
		t.Skip("what ftsh does is tested")
	case programs == "":
		t.Skip("FTSH_GRIDENGINE is not set: make gridengine runs them")
	case !machine.Inside():
		t.Skip("not root, or no namespaces here")
	}
	sh := subject.Get(t)
	p := machine.Place{T: t, Root: machine.Root(t, programs, true), Env: []string{
		"PATH=/usr/local/ftsh:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", "HOME=/home/user",
		"SGE_ROOT=/var/lib/gridengine", "SGE_CELL=default",
		// The shell looks at the queue often, and the directory is not cached.
		"FTSH_VIA_POLL=1", "FTSH_VIA_PATIENCE=3", "FTSH_LOG_LEVEL=0"}}
	t.Cleanup(func() {
		if t.Failed() {
			machine.Host(t, "sh", "-c", `tail -n 30 "$1"/var/spool/gridengine/*/messages >&2`, "sh", p.Root)
		}
	})
	machine.Host(t, "mount", "-t", "tmpfs", "-o", "mode=1777", "none", p.Root+"/tmp")
	machine.Host(t, "mkdir", p.Root+"/usr/local/ftsh")
	machine.Host(t, "sh", "-c", `cp "$1"/ftsh* "$2"`, "sh", filepath.Dir(sh.Path), p.Root+"/usr/local/ftsh")
	machine.Host(t, "cp", "testdata/up", p.Root+"/root")
	p.As(0, "/root/up").Wait(0)
	return p.At("/home/user")
}

// daemon returns the process of a daemon; 0 if there is none.
func daemon(name string) (pid int) {
	exes, _ := filepath.Glob("/proc/[0-9]*/exe")
	for _, exe := range exes {
		if path, err := os.Readlink(exe); err == nil && filepath.Base(path) == name {
			_, _ = fmt.Sscanf(exe, "/proc/%d", &pid)
		}
	}
	return pid
}

// signal sends a signal to a daemon, once there is one.
func signal(p machine.Place, name string, s syscall.Signal) {
	p.T.Helper()
	p.Until(name+" runs", func() bool {
		pid := daemon(name)
		return pid != 0 && syscall.Kill(pid, s) == nil
	})
}

// empty waits until the queue is empty.
func empty(p machine.Place) {
	p.T.Helper()
	p.Until("the queue is empty", func() bool {
		r := p.Start("qstat")
		return r.Status() == 0 && r.Stdout.String() == ""
	})
}
