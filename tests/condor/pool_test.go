//go:build linux

// Package condor tests the branches of `forall … via condor`, and examples/submit.ftsh, on a real
// HTCondor. FTSH_CONDOR names the directory with its programs, which ./fetch makes. Without it a quick
// selection runs if the directory of `make condor` is there, else nothing. The tests need root. The
// daemons, their mounts and their network are in namespaces of the test's, and end with it.
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
	"time"

	"ftsh/internal/subject"
)

// guard bounds all waits. It tells a hanging test from a slow machine, nothing else.
const guard = 30 * time.Minute

// inside marks the process in the namespaces.
const inside = "FTSH_CONDOR_INSIDE"

var shell subject.Build

func TestMain(m *testing.M) {
	if programs() != "" && os.Getenv(inside) == "" && os.Geteuid() == 0 {
		if err := enter(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
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

// enter runs this program again in namespaces of its own. Their first process is a shell, which
// collects the ended processes of killed daemons. It returns if there can be no such namespaces.
func enter() error {
	words := []string{"unshare", "--mount", "--propagation", "private", "--pid", "--fork",
		"--kill-child", "--mount-proc", "--net"}
	unshare, err := exec.LookPath(words[0])
	if err != nil || exec.Command(words[0], append(words[1:], "true")...).Run() != nil {
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	words = append(words, "sh", "-c", `ip link set lo up; "$@"; exit $?`, "sh", self)
	return syscall.Exec(unshare, append(words, os.Args[1:]...), append(os.Environ(), inside+"=1"))
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
	case os.Getenv(inside) == "":
		t.Skip("not root, or no namespaces here")
	}
	top := t.TempDir()
	p := &pool{root: filepath.Join(top, "root")}
	for _, args := range [][]string{
		{"mkdir", p.root, top + "/files"},
		{"mount", "-t", "tmpfs", "none", top + "/files"},
		{"mkdir", top + "/files/upper", top + "/files/work"},
		{"mount", "-t", "overlay", "-o", "lowerdir=" + lower + ",upperdir=" + top +
			"/files/upper,workdir=" + top + "/files/work", "none", p.root},
		{"mount", "-t", "proc", "none", p.root + "/proc"},
		{"mount", "--rbind", "/dev", p.root + "/dev"},
	} {
		host(t, args[0], args[1:]...)
	}
	t.Cleanup(func() {
		for _, dir := range []string{p.root, top + "/files"} {
			host(t, "umount", "-R", "-l", dir)
		}
	})
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
	host(t, "sh", "-c", `cp "$1"/ftsh* ../../examples/*.ftsh "$2"`, "sh", filepath.Dir(sh.Path),
		p.root+"/usr/local/bin")
	return p
}

// host runs a command outside the pool's root. It must succeed.
func host(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
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
			host(t, "sh", "-c", `tail -n 30 "$0"/var/log/condor/*Log >&2`, p.root)
		}
		p.down(t)
	})
	p.until(t, "a machine is there", func() bool {
		return p.user(t).try("condor_status", "-af", "Name") != ""
	})
	p.until(t, "the schedd answers", func() bool {
		return p.user(t).status("condor_q") == 0
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
	for began := time.Now(); !cond(); time.Sleep(50 * time.Millisecond) {
		if time.Since(began) > guard {
			t.Fatalf("waited for %s since %s", what, guard)
		}
	}
}

// write writes a file below the pool's root.
func (p *pool) write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(p.root, path), []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}
