//go:build linux

package rehearse_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/inject"
	"ftsh/internal/rehearse"
	"ftsh/internal/subject"
)

// A rehearsal removes the directory that one killed by SIGKILL has left, and its processes, but not
// that of a running one.
func TestKilledRehearsal(t *testing.T) {
	if subject.Standing() {
		t.Skip("another shell")
	}
	tmp := t.TempDir()
	shell.Get(t) // it is built in the usual place
	t.Setenv("TMPDIR", tmp)
	killed, running := filepath.Join(tmp, "ftsh-rehearsal.1"), filepath.Join(tmp, "ftsh-rehearsal.2")
	write(t, filepath.Join(killed, "1/work/file"), "")
	write(t, filepath.Join(running, "1/work/file"), "")
	f, err := os.Open(running)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	left := exec.Command("sleep", "1000")
	left.Env = []string{inject.Variable + "=" + killed + "/1/control"}
	if err := left.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- left.Wait() }()
	rehearsal(t, "seq 3 >x\n", rehearse.Options{Only: []string{"fail"}}, "")
	if _, err := os.Stat(killed); err == nil {
		t.Error("the directory of the killed one is left")
	}
	if _, err := os.Stat(running); err != nil {
		t.Error("the directory of the running one is gone")
	}
	if names, _ := filepath.Glob(filepath.Join(tmp, "ftsh-rehearsal.*")); len(names) != 1 {
		t.Errorf("%q are left", names)
	}
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		_ = left.Process.Kill()
		t.Error("its process is left")
	}
}

// A relative TMPDIR is one of the directory in which the rehearsal begins.
func TestRelativePlace(t *testing.T) {
	if subject.Standing() {
		t.Skip("another shell")
	}
	shell.Get(t)
	t.Chdir(t.TempDir())
	if err := os.Mkdir("tmp", 0o700); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", "tmp")
	write(t, filepath.Join(dir, "s"), "seq 3 >x\n")
	job := &rehearse.Job{Options: rehearse.Options{Only: []string{"fail"}}, Program: shell.Get(t).Path,
		Args: []string{filepath.Join(dir, "s")}, Text: "seq 3 >x\n", Script: filepath.Join(dir, "s"), Shown: "s",
		Env: append(subject.Env(), "PATH="+os.Getenv("PATH")), Dir: dir, Words: []string{"s"}}
	if found, err := rehearse.Run(t.Context(), job, io.Discard); found || err != nil {
		t.Errorf("%t, %v", found, err)
	}
}

// A script may leave files and directories that nobody may read, and remove its directory. None of it
// ends the rehearsal, or is left.
func TestUnreadableFiles(t *testing.T) {
	if subject.Standing() {
		t.Skip("another shell")
	}
	dir, err := os.MkdirTemp("", "unreadable")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	program, err := os.ReadFile(shell.Get(t).Path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "ftsh"), string(program))
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for script, want := range map[string]string{
		"mkdir a; seq 3 >a/x; seq 2 >b; chmod 0 a b; seq 3 >c": "5 runs, 2 findings",
		`rmdir "$PWD"; seq 3 >/dev/null`:                       "2 runs, 0 findings",
	} {
		write(t, filepath.Join(dir, "s"), script+"\n")
		cmd := exec.Command(filepath.Join(dir, "ftsh"), "--rehearse", "--only", "fail", "s")
		cmd.Dir, cmd.Env = dir, append(subject.Env(), "PATH="+os.Getenv("PATH"), "TMPDIR="+dir)
		if os.Geteuid() == 0 {
			const nobody = 65534 // root may read everything
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		}
		out, _ := cmd.CombinedOutput()
		if !strings.Contains(string(out), want) {
			t.Errorf("%s:\n%s", script, out)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "ftsh-*")); len(left) > 0 {
			t.Errorf("%q are left", left)
		}
	}
}
