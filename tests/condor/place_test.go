//go:build linux

package condor

import (
	"context"
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

// A place is a directory of the pool's user, and the environment of programs that run there.
type place struct {
	t    *testing.T
	pool *pool
	dir  string // as programs see it
	env  []string
}

// user is the place of an ordinary user, since HTCondor takes no jobs from root.
func (p *pool) user(t *testing.T) place {
	return place{t: t, pool: p, dir: "/home/user", env: []string{"HOME=/home/user",
		"PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL=C.UTF-8",
		// The shell looks at the queue often, and the directory is not cached.
		"FTSH_VIA_POLL=1", "FTSH_VIA_PATIENCE=3", "FTSH_LOG_LEVEL=0"}}
}

// in is a directory below the place's, for a test or a part of it.
func (p place) in(t *testing.T, name string) place {
	t.Helper()
	p.t = t
	p.dir = filepath.Join(p.dir, name)
	if err := os.Mkdir(p.path(""), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.Chown(p.path(""), 1234, 1234); err != nil {
		p.t.Fatal(err)
	}
	return p
}

// with adds variables to the environment.
func (p place) with(env ...string) place {
	p.env = append(slices.Clone(p.env), env...)
	return p
}

// path is a file's path as seen from the test.
func (p place) path(name string) string { return filepath.Join(p.pool.root, p.dir, name) }

func (p place) has(name string) bool {
	_, err := os.Stat(p.path(name))
	return err == nil
}

func (p place) touch(name string) {
	p.t.Helper()
	p.pool.write(p.t, filepath.Join(p.dir, name), "")
}

// words are those of a file, sorted; none if there is no such file.
func (p place) words(name string) []string {
	b, _ := os.ReadFile(p.path(name))
	return slices.Sorted(slices.Values(strings.Fields(string(b))))
}

// A program is a running or ended command.
type program struct {
	place
	name           string
	cmd            *exec.Cmd
	stdout, stderr subject.Output
	ended          chan struct{}
}

// start starts a command as the user. It is ended with the test.
func (p place) start(name string, args ...string) *program {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), guard)
	r := &program{place: p, name: name, ended: make(chan struct{}),
		cmd: exec.CommandContext(ctx, "/bin/sh", append([]string{"-c", `exec "$@"`, "sh", name},
			args...)...)}
	r.cmd.Dir, r.cmd.Env = p.dir, p.env
	r.cmd.Stdout, r.cmd.Stderr = &r.stdout, &r.stderr
	r.cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: p.pool.root,
		Credential: &syscall.Credential{Uid: 1234, Gid: 1234}}
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

// kill kills the command.
func (r *program) kill() {
	_ = r.cmd.Process.Kill()
	<-r.ended
}

// status runs a command and returns its status.
func (p place) status(name string, args ...string) int { return p.start(name, args...).status() }

// try runs a command and returns its output, whatever its status.
func (p place) try(name string, args ...string) string {
	r := p.start(name, args...)
	<-r.ended
	return r.stdout.String()
}

// do runs a command, which must succeed, and returns the words of its output.
func (p place) do(name string, args ...string) []string {
	p.t.Helper()
	return strings.Fields(p.start(name, args...).wait(0).stdout.String())
}

// jobs returns an attribute of each job in the queue.
func (p place) jobs(attribute string) []string {
	p.t.Helper()
	return p.do("condor_q", "-af", attribute)
}

// script starts a script of the shell under test.
func (p place) script(text string) *program { return p.start("ftsh", "-c", text) }
