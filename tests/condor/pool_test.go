//go:build linux

// Package condor tests the branches of `forall … via condor`, and examples/submit.ftsh, on a real
// HTCondor. FTSH_CONDOR names the directory with its programs, which ./fetch makes. Without it a quick
// selection runs if the directory of `make condor` is there, else nothing. The tests need root. The
// daemons run in a machine of the test's, and end with it.
package condor

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"ftsh/internal/subject"
	"ftsh/tests/machine"
)

var shell subject.Build

func TestMain(m *testing.M) {
	if programs() != "" {
		machine.Enter()
	}
	code := m.Run()
	shell.Remove()
	os.Exit(code)
}

// programs returns the directory with HTCondor's programs, or "" if there is none.
func programs() string {
	if dir := os.Getenv("FTSH_CONDOR"); dir != "" {
		return dir
	}
	home, err := os.UserHomeDir()
	dir := filepath.Join(home, ".cache/ftsh-condor")
	if _, missing := os.Stat(filepath.Join(dir, "usr/sbin/condor_master")); err != nil || missing != nil {
		return ""
	}
	return dir
}

// slow skips a test that takes many seconds, unless FTSH_CONDOR asks for all tests.
func slow(t *testing.T) {
	t.Helper()
	if os.Getenv("FTSH_CONDOR") == "" {
		t.Skip("takes long: make condor runs it")
	}
}

// A pool is a running HTCondor.
type pool struct {
	root   string // its root directory, as seen from here
	master *exec.Cmd
	ended  chan struct{} // the master has ended
}

// newPool starts HTCondor with more lines of configuration. Its files vanish with the test.
func newPool(t *testing.T, config ...string) *pool {
	p := preparePool(t, config...)
	p.up(t)
	return p
}

// preparePool makes a root directory for HTCondor.
func preparePool(t *testing.T, config ...string) *pool {
	t.Helper()
	lower := programs()
	switch {
	case subject.Standing():
		t.Skip("what ftsh does is tested")
	case lower == "":
		t.Skip("no HTCondor: make condor unpacks it")
	case !machine.Inside():
		t.Skip("not root, or no namespaces here")
	}
	p := &pool{root: machine.Root(t, lower, false)}
	name, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	// Without the machine's name each client waits for a name server.
	p.write(t, "/etc/hosts", "127.0.0.1 localhost "+name+"\n")
	conf, err := os.ReadFile("testdata/condor.conf")
	if err != nil {
		t.Fatal(err)
	}
	p.write(t, "/etc/condor/config.d/50-test", string(conf)+strings.Join(config, "\n")+"\n")
	sh := shell.Get(t)
	machine.Host(t, "sh", "-c", `cp "$1"/ftsh* ../../examples/*.ftsh "$2"`, "sh", filepath.Dir(sh.Path),
		p.root+"/usr/local/bin")
	return p
}

// up starts the daemons and waits until they take jobs.
func (p *pool) up(t *testing.T) {
	t.Helper()
	p.master = exec.Command("/usr/sbin/condor_master", "-f")
	p.master.Dir = "/"
	p.master.Env = []string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin"}
	p.master.SysProcAttr = &syscall.SysProcAttr{Chroot: p.root, Setsid: true}
	if err := p.master.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	p.ended = ended
	go func() {
		_ = p.master.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		if t.Failed() {
			machine.Host(t, "sh", "-c", `tail -n 30 "$0"/var/log/condor/*Log >&2`, p.root)
		}
		p.down(t)
	})
	p.until(t, "a machine is there", func() bool {
		return p.user(t).Try("condor_status", "-af", "Name") != ""
	})
	p.until(t, "the schedd answers", func() bool {
		return p.user(t).Start("condor_q").Status() == 0
	})
}

// down kills all daemons and all jobs, as a power cut does.
func (p *pool) down(t *testing.T) {
	t.Helper()
	kill := func(pid int) { _ = syscall.Kill(pid, syscall.SIGKILL) }
	_ = p.master.Process.Kill()
	<-p.ended
	// Those that are left have the root, too. A killed one may have started another meanwhile.
	p.until(t, "nothing is left", func() bool {
		left := p.inRoot()
		for _, pid := range left {
			kill(pid)
		}
		return len(left) == 0
	})
}

// inRoot returns the living processes whose root directory is the pool's, or whose user is. Jobs have
// mounts of their own.
func (p *pool) inRoot() (pids []int) {
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range dirs {
		root, err := os.Readlink(dir + "/root") // a process that has ended has none
		var st syscall.Stat_t
		if err == nil && (root == p.root || syscall.Stat(dir, &st) == nil && st.Uid == 1234) {
			pid, _ := strconv.Atoi(filepath.Base(dir))
			pids = append(pids, pid)
		}
	}
	return pids
}

// daemons returns the processes of a program, condor_schedd for example.
func (p *pool) daemons(name string) (pids []int) {
	for _, pid := range p.inRoot() {
		exe, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
		if err == nil && filepath.Base(exe) == name {
			pids = append(pids, pid)
		}
	}
	return pids
}

// signal sends a signal to a daemon, once there is one.
func (p *pool) signal(t *testing.T, name string, s syscall.Signal) {
	t.Helper()
	p.until(t, name+" runs", func() bool {
		pids := p.daemons(name)
		return len(pids) > 0 && syscall.Kill(pids[0], s) == nil
	})
}

// until waits until cond holds.
func (p *pool) until(t *testing.T, what string, cond func() bool) {
	t.Helper()
	p.user(t).Until(what, cond)
}

// write writes a file below the pool's root.
func (p *pool) write(t *testing.T, path, text string) {
	t.Helper()
	machine.Place{T: t, Root: p.root}.Write(path, text)
}
