//go:build linux

// Package examples_test runs every example on the real thing: real wget, a real full file system,
// real Slurm and cron.
package examples_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/subject"
)

// guard bounds all waits, unless a place sets another. It tells a hanging test from a slow machine,
// nothing else.
const guard = 3 * time.Minute

func TestExamples(t *testing.T) {
	if subject.Standing() {
		t.Skip("another shell stands in: it does not know the blocks")
	}
	sh := subject.Get(t)
	for name, test := range map[string]func(*testing.T, place){
		"demo": testDemo, "ethernet": testEthernet, "fanout": testFanout,
		"nightly": testNightly, "submit": testSubmit, "submit stand-in": testSubmitStandIn,
		"crontab":     testCrontab,
		"descriptors": testDescriptors, "replicas": testReplicas, "together": testTogether,
		"durable": testDurable, "via": testVia, "known": testKnown, "archive": testArchive,
		"once": testOnce, "rehearsal": testRehearsal,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, newPlace(t, sh.Path))
		})
	}
}

// A place is a directory for running an example, with ftsh and the examples in PATH.
type place struct {
	ftsh string
	dir  string
	path string // PATH
	env  []string

	guard time.Duration // limit for a program
}

func newPlace(t *testing.T, ftsh string) place {
	examples, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	p := place{ftsh: ftsh, dir: t.TempDir(), guard: guard}
	p.path = filepath.Dir(ftsh) + ":" + examples + ":" + os.Getenv("PATH") + ":/usr/sbin:/sbin"
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "FTSH_") && !strings.HasPrefix(e, "PATH=") {
			p.env = append(p.env, e)
		}
	}
	p.env = append(p.env, "PATH="+p.path, "LC_ALL=C.UTF-8", "FTSH="+ftsh)
	return p
}

// file writes a file below the place's directory and returns its path.
func (p place) file(t *testing.T, name, content string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(p.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	// No child may be started meanwhile: it would hold the file open for writing, so the file could
	// not be executed (ETXTBSY).
	syscall.ForkLock.RLock()
	err := os.WriteFile(path, []byte(content), mode)
	syscall.ForkLock.RUnlock()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func (p place) read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A program is a running or ended command.
type program struct {
	name           string
	cmd            *exec.Cmd
	stdout, stderr subject.Output
	ended          chan struct{}
	err            error
}

// start starts a command in the place's directory. It is ended with the test.
func (p place) start(t *testing.T, stdin string, env []string, name string,
	args ...string) *program {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), p.guard)
	r := &program{name: name, cmd: exec.CommandContext(ctx, p.lookup(t, name), args...),
		ended: make(chan struct{})}
	r.cmd.Dir, r.cmd.Env = p.dir, append(p.env[:len(p.env):len(p.env)], env...)
	r.cmd.Stdin, r.cmd.Stdout, r.cmd.Stderr = strings.NewReader(stdin), &r.stdout, &r.stderr
	r.cmd.WaitDelay = 10 * time.Second // processes left hold the pipes, and are an error
	if err := r.cmd.Start(); err != nil {
		cancel()
		t.Fatal(err)
	}
	go func() {
		r.err = r.cmd.Wait()
		close(r.ended)
	}()
	t.Cleanup(func() {
		cancel()
		<-r.ended
	})
	return r
}

// lookup finds a program in the place's PATH.
func (p place) lookup(t *testing.T, name string) string {
	t.Helper()
	for _, dir := range filepath.SplitList(p.path) {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() &&
			info.Mode()&0o111 != 0 {
			return path
		}
	}
	t.Fatalf("%s: not found (.ci/run installs it)", name)
	return ""
}

// wait waits for the command's end and checks its status.
func (r *program) wait(t *testing.T, status int) {
	t.Helper()
	<-r.ended
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(r.err, &exit):
		got = exit.ExitCode()
	case r.err != nil:
		t.Fatalf("%s: %v\n%s%s", r.name, r.err, r.stdout.String(), r.stderr.String())
	}
	if got != status {
		t.Fatalf("%s: status %d, want %d\n%s%s", r.name, got, status, r.stdout.String(),
			r.stderr.String())
	}
}

// until waits until cond holds while the command runs.
func (r *program) until(t *testing.T, what string, cond func() bool) {
	t.Helper()
	for !cond() {
		select {
		case <-r.ended:
			t.Fatalf("%s ended before %s: %v\n%s%s", r.name, what, r.err, r.stdout.String(),
				r.stderr.String())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// mountable skips the test if private mounts are impossible (in a container without the right).
func mountable(t *testing.T) {
	t.Helper()
	if out, err := exec.Command("unshare", "-m", "mount", "-t", "tmpfs", "none",
		"/mnt").CombinedOutput(); err != nil {
		t.Skipf("needs mounts of its own: %v: %s", err, out)
	}
}
