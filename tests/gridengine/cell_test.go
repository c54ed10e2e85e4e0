//go:build linux

// Package gridengine tests the branches of `forall … via gridengine` on a real Grid Engine. The
// directory of its programs, which ./fetch makes, is FTSH_GRIDENGINE; without it the tests are
// skipped. They need root. The daemons, their mounts and their network are in namespaces of the
// test's, and end with it.
package gridengine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/subject"
)

// guard bounds all waits. It tells a hanging test from a slow machine, nothing else.
const guard = 20 * time.Minute

// inside marks the process in the namespaces.
const inside = "FTSH_GRIDENGINE_INSIDE"

func TestMain(m *testing.M) {
	if os.Getenv("FTSH_GRIDENGINE") != "" && os.Getenv(inside) == "" && os.Geteuid() == 0 {
		if err := enter(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// enter runs this program again in namespaces of its own. Their first process is a shell, which
// collects ended processes. It returns if there can be no such namespaces.
func enter() error {
	words := []string{"unshare", "--mount", "--propagation", "private", "--pid", "--fork",
		"--kill-child", "--mount-proc", "--net", "--uts"}
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

// A place is a directory in the root directory of a running Grid Engine.
type place struct {
	t         *testing.T
	root, dir string
	env       []string
}

// newCell starts Grid Engine, in a root directory that is the machine's with other files over it.
// The place is the directory of its ordinary user.
func newCell(t *testing.T) place {
	t.Helper()
	programs := os.Getenv("FTSH_GRIDENGINE")
	switch {
	case subject.Standing():
		t.Skip("what ftsh does is tested")
	case programs == "":
		t.Skip("FTSH_GRIDENGINE is not set: make gridengine runs them")
	case os.Getenv(inside) == "":
		t.Skip("not root, or no namespaces here")
	}
	sh := subject.Get(t)
	top := t.TempDir()
	p := place{t: t, root: top + "/root", env: []string{
		"PATH=/usr/local/ftsh:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", "HOME=/home/user",
		"SGE_ROOT=/var/lib/gridengine", "SGE_CELL=default",
		// The shell looks at the queue often, and the directory is not cached.
		"FTSH_VIA_POLL=1", "FTSH_VIA_PATIENCE=3", "FTSH_LOG_LEVEL=0"}}
	files := top + "/files"
	t.Cleanup(func() {
		if t.Failed() {
			_ = host(t, "sh", "-c", `tail -n 30 /var/spool/gridengine/*/messages >&2`)
		}
		_ = host(t, "umount", "-R", "-l", p.root)
		_ = host(t, "umount", "-R", "-l", files)
	})
	for _, args := range [][]string{
		{"mkdir", p.root, files},
		{"mount", "-t", "tmpfs", "none", files},
		{"mkdir", files + "/upper", files + "/work"},
		// No layer may be inside another one, and the machine's root is one.
		{"cp", "-a", programs, files + "/lower"},
		{"mount", "-t", "overlay", "-o", "lowerdir=" + files + "/lower:/,upperdir=" + files +
			"/upper,workdir=" + files + "/work", "none", p.root},
		{"mount", "-t", "proc", "none", p.root + "/proc"},
		{"mount", "--rbind", "/dev", p.root + "/dev"},
		{"mount", "-t", "tmpfs", "-o", "mode=1777", "none", p.root + "/tmp"},
		{"mkdir", p.root + "/usr/local/ftsh"},
		{"sh", "-c", `cp "$1"/ftsh* "$2"`, "sh", filepath.Dir(sh.Path), p.root + "/usr/local/ftsh"},
		{"cp", "testdata/up", p.root + "/root"},
	} {
		if err := host(t, args[0], args[1:]...); err != nil {
			t.Fatal(err)
		}
	}
	p.as(0, "/root/up").wait(0)
	p.dir = "/home/user"
	return p
}

// host runs a command outside the root directory.
func host(t *testing.T, name string, args ...string) error {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s %q: %w\n%s", name, args, err, out)
	}
	return nil
}

// in is a directory below the place's, for a test.
func (p place) in(t *testing.T, name string) place {
	t.Helper()
	p.t = t
	p.dir = filepath.Join(p.dir, name)
	if err := errors.Join(os.Mkdir(p.path(""), 0o755), os.Chown(p.path(""), 1234, 1234)); err != nil {
		t.Fatal(err)
	}
	return p
}

// with adds variables to the environment.
func (p place) with(env ...string) place {
	p.env = append(slices.Clone(p.env), env...)
	return p
}

// path is a file's path as seen from the test.
func (p place) path(name string) string { return filepath.Join(p.root, p.dir, name) }

func (p place) has(name string) bool {
	_, err := os.Stat(p.path(name))
	return err == nil
}

func (p place) touch(name string) {
	p.t.Helper()
	if err := os.WriteFile(p.path(name), nil, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// write writes a program in the place.
func (p place) write(name, text string) {
	p.t.Helper()
	if err := os.WriteFile(p.path(name), []byte(text), 0o755); err != nil {
		p.t.Fatal(err)
	}
}

func (p place) remove(name string) {
	p.t.Helper()
	if err := os.Remove(p.path(name)); err != nil {
		p.t.Fatal(err)
	}
}

// at is another directory.
func (p place) at(dir string) place {
	p.dir = dir
	return p
}

// words are those of a file, sorted; none if there is no such file.
func (p place) words(name string) []string {
	b, _ := os.ReadFile(p.path(name))
	return slices.Sorted(slices.Values(strings.Fields(string(b))))
}

// daemon returns the process of a daemon; 0 if there is none.
func (p place) daemon(name string) (pid int) {
	exes, _ := filepath.Glob("/proc/[0-9]*/exe")
	for _, exe := range exes {
		if path, err := os.Readlink(exe); err == nil && filepath.Base(path) == name {
			_, _ = fmt.Sscanf(exe, "/proc/%d", &pid)
		}
	}
	return pid
}

// signal sends a signal to a daemon, once there is one.
func (p place) signal(name string, s syscall.Signal) {
	p.t.Helper()
	p.until(name+" runs", func() bool {
		pid := p.daemon(name)
		return pid != 0 && syscall.Kill(pid, s) == nil
	})
}

// until waits until cond holds.
func (p place) until(what string, cond func() bool) {
	p.t.Helper()
	for began := time.Now(); !cond(); time.Sleep(50 * time.Millisecond) {
		if time.Since(began) > guard {
			p.t.Fatalf("waited for %s since %s", what, guard)
		}
	}
}

// A program is a running or ended command.
type program struct {
	place
	name           string
	cmd            *exec.Cmd
	stdout, stderr subject.Output
	ended          chan struct{}
}

// start starts a command as the ordinary user. It is ended with the test.
func (p place) start(name string, args ...string) *program {
	p.t.Helper()
	return p.as(1234, name, args...)
}

// as starts a command as a user.
func (p place) as(user uint32, name string, args ...string) *program {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), guard)
	r := &program{place: p, name: name, ended: make(chan struct{}),
		cmd: exec.CommandContext(ctx, "/bin/sh", append([]string{"-c", `exec "$@"`, "sh", name},
			args...)...)}
	r.cmd.Dir, r.cmd.Env = filepath.Join("/", p.dir), p.env
	r.cmd.Stdout, r.cmd.Stderr = &r.stdout, &r.stderr
	r.cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: p.root,
		Credential: &syscall.Credential{Uid: user, Gid: user}}
	r.cmd.WaitDelay = 10 * time.Second
	if err := r.cmd.Start(); err != nil {
		cancel()
		p.t.Fatal(err)
	}
	go func() {
		_ = r.cmd.Wait()
		close(r.ended)
	}()
	p.t.Cleanup(func() {
		cancel()
		<-r.ended
	})
	return r
}

// status waits for the end of the command and returns its status.
func (r *program) status() int {
	<-r.ended
	return r.cmd.ProcessState.ExitCode()
}

// wait waits for the command's end and checks its status.
func (r *program) wait(status int) *program {
	r.t.Helper()
	if got := r.status(); got != status {
		r.t.Fatalf("%s: status %d, want %d\n%s%s", r.name, got, status, r.stdout.String(),
			r.stderr.String())
	}
	return r
}

// prints checks the command's standard output.
func (r *program) prints(want string) {
	r.t.Helper()
	if got := r.stdout.String(); got != want {
		r.t.Errorf("%s: output %q, want %q\n%s", r.name, got, want, r.stderr.String())
	}
}

// until waits until cond holds while the command runs.
func (r *program) until(what string, cond func() bool) {
	r.t.Helper()
	for !cond() {
		select {
		case <-r.ended:
			r.t.Fatalf("%s ended before %s\n%s%s", r.name, what, r.stdout.String(),
				r.stderr.String())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// script starts a script of the shell under test.
func (p place) script(text string) *program { return p.start("ftsh", "-c", text) }

// empty waits until the queue is empty.
func (p place) empty() {
	p.t.Helper()
	p.until("the queue is empty", func() bool {
		r := p.start("qstat")
		return r.status() == 0 && r.stdout.String() == ""
	})
}
