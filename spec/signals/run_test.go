//go:build linux

package signals

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/creack/pty"

	"ftsh/internal/subject"
)

// A shell is one of the shells under test.
type shell struct {
	name string
	path string
	args []string
}

// command returns the command of a case: the shell in a session of its own. A shell with job
// control or an interactive one gets a terminal, since some want one.
func (sh shell) command(c Case, home string) *exec.Cmd {
	args := []string{"--default-signal"}
	if c.atEntry == ignoredAtEntry {
		args = append(args, "--ignore-signal="+string(c.signal))
	}
	args = append(append(args, sh.path), sh.args...)
	if c.shell == isInteractive {
		args = append(args, "-i")
	}
	args = append(args, string(c.jobs), "-c", c.script())
	cmd := exec.Command("env", args...)
	cmd.Dir = home
	cmd.Env = append(subject.Env(), "PATH=/usr/local/bin:/usr/bin:/bin", "HOME="+home,
		"TMPDIR="+home, "LC_ALL=C.UTF-8", "TERM=dumb")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return cmd
}

// guard is the time after which a case counts as hanging.
const guard = time.Minute

// run runs a case and returns its trace.
func (sh shell) run(c Case, home string, errs io.Writer) (string, error) {
	cmd := sh.command(c, home)
	if f, ok := errs.(*os.File); ok {
		cmd.Stderr = f
	}
	if c.shell == isInteractive || c.jobs == withJobs {
		near, far, err := pty.Open()
		if err != nil {
			return "", err
		}
		defer near.Close()
		defer far.Close()
		go io.Copy(io.Discard, near)
		cmd.ExtraFiles = []*os.File{nil, nil, far}
		cmd.SysProcAttr.Setctty, cmd.SysProcAttr.Ctty = true, 5
	}
	traceEnd, traceIn, err := os.Pipe()
	if err != nil {
		return "", err
	}
	defer traceEnd.Close()
	releaseOut, release, err := os.Pipe()
	if err != nil {
		traceIn.Close()
		return "", err
	}
	defer release.Close()
	if cmd.ExtraFiles == nil {
		cmd.ExtraFiles = make([]*os.File, 2)
	}
	cmd.ExtraFiles[0], cmd.ExtraFiles[1] = traceIn, releaseOut
	err = cmd.Start()
	traceIn.Close()
	releaseOut.Close()
	if err != nil {
		return "", err
	}
	hung := time.AfterFunc(guard, func() {
		_ = cmd.Process.Kill()
		traceEnd.Close()
	})
	lines, err := follow(traceEnd, release, numberOf(c.signal))
	wait := cmd.Wait()
	if !hung.Stop() {
		return "", fmt.Errorf("hangs, after %q", lines)
	}
	if err != nil {
		return "", err
	}
	t := read(lines)
	var exit *exec.ExitError
	switch {
	case wait == nil:
		t.add("exit", "0")
	case !errors.As(wait, &exit):
		return "", wait
	default:
		if st := exit.Sys().(syscall.WaitStatus); st.Signaled() {
			t.add("died", nameOf(st.Signal()))
		} else {
			t.add("exit", status(strconv.Itoa(st.ExitStatus())))
		}
	}
	return t.of(c), nil
}

// follow reads the trace. When a process is ready, follow sends it the signal and then releases the
// waiting processes.
func follow(from io.Reader, release io.Closer, s syscall.Signal) ([]string, error) {
	var lines []string
	in := bufio.NewScanner(from)
	for in.Scan() {
		who, ready := strings.CutPrefix(in.Text(), "ready ")
		if !ready {
			lines = append(lines, in.Text())
			continue
		}
		pid, err := strconv.Atoi(who)
		if err != nil || pid <= 1 {
			release.Close()
			return lines, fmt.Errorf("no process: %q", who)
		}
		if err := syscall.Kill(pid, s); err != nil {
			lines = append(lines, "kill:"+err.Error())
		}
		release.Close()
	}
	return lines, nil // the pipe is closed when a case hangs
}
