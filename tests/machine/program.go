//go:build linux

package machine

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/subject"
)

// A Program is a running or ended command.
type Program struct {
	Cmd            *exec.Cmd
	Stdout, Stderr subject.Output
	Ended          chan struct{}

	t    *testing.T
	name string
}

// Start starts a command as the ordinary user. It is ended with the test.
func (p Place) Start(name string, args ...string) *Program {
	p.T.Helper()
	return p.As(User, name, args...)
}

// Script starts a script of the shell under test.
func (p Place) Script(text string) *Program {
	p.T.Helper()
	return p.Start("ftsh", "-c", text)
}

// As starts a command as a user.
func (p Place) As(user uint32, name string, args ...string) *Program {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), Guard)
	r := &Program{t: p.T, name: name, Ended: make(chan struct{}),
		Cmd: exec.CommandContext(ctx, "/bin/sh", append([]string{"-c", `exec "$@"`, "sh", name},
			args...)...)}
	r.Cmd.Dir, r.Cmd.Env = filepath.Join("/", p.Dir), p.Env
	r.Cmd.Stdout, r.Cmd.Stderr = &r.Stdout, &r.Stderr
	r.Cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: p.Root,
		Credential: &syscall.Credential{Uid: user, Gid: user}}
	r.Cmd.WaitDelay = 10 * time.Second
	if err := r.Cmd.Start(); err != nil {
		cancel()
		p.T.Fatal(err)
	}
	go func() {
		_ = r.Cmd.Wait()
		close(r.Ended)
	}()
	p.T.Cleanup(func() {
		cancel()
		<-r.Ended
	})
	return r
}

// Try runs a command and returns its output, whatever its status.
func (p Place) Try(name string, args ...string) string {
	r := p.Start(name, args...)
	r.Status()
	return r.Stdout.String()
}

// Do runs a command, which must succeed, and returns the words of its output.
func (p Place) Do(name string, args ...string) []string {
	p.T.Helper()
	return strings.Fields(p.Start(name, args...).Wait(0).Stdout.String())
}

// Status waits for the end of the command and returns its status.
func (r *Program) Status() int {
	<-r.Ended
	return r.Cmd.ProcessState.ExitCode()
}

// Wait waits for the command's end and checks its status.
func (r *Program) Wait(status int) *Program {
	r.t.Helper()
	if got := r.Status(); got != status {
		r.t.Fatalf("%s: status %d, want %d\n%s%s", r.name, got, status, r.Stdout.String(),
			r.Stderr.String())
	}
	return r
}

// Prints checks the command's standard output.
func (r *Program) Prints(want string) {
	r.t.Helper()
	if got := r.Stdout.String(); got != want {
		r.t.Errorf("%s: output %q, want %q\n%s", r.name, got, want, r.Stderr.String())
	}
}

// Until waits until cond holds while the command runs.
func (r *Program) Until(what string, cond func() bool) {
	r.t.Helper()
	for !cond() {
		select {
		case <-r.Ended:
			r.t.Fatalf("%s ended before %s\n%s%s", r.name, what, r.Stdout.String(),
				r.Stderr.String())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Kill kills the command.
func (r *Program) Kill() {
	_ = r.Cmd.Process.Kill()
	<-r.Ended
}
