//go:build linux

package proc

import (
	"context"
	"fmt"
	"io"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// faults are the troubles of a cancelling process, by the name given to the test binary. script
// begins the tree; when it has written "ready" to descriptor 8, the second field does its damage.
// All processes started by the scripts hold descriptor 9, so the test sees survivors. In all but
// "tagless" another process runs that could have started them, too.
var faults = map[string]struct {
	script string
	spoil  func() error
}{
	"descriptors": {"(setsid sh -c 'sleep 1000 & sleep 1000 &' &); sleep 1000 & sleep 0.2; echo " +
		"ready >&8; wait", exhaust},
	"orphans": {"(setsid sh -c 'sleep 1000 & sleep 1000 &' &); sleep 0.2; echo ready >&8; exit",
		exhaust},
	"robbed": {"(setsid sh -c 'sleep 1000 & sleep 1000; :' &); sleep 0.2; echo ready " +
		">&8; exit", rob},
	"unseen": {"(setsid sh -c 'sleep 1000 & sleep 1000 &' &); sleep 1000 & sleep 0.2; echo " +
		"ready >&8; wait", nil},
	"environment": {"(env -i setsid sh -c '(sleep 1000 &); sleep 0.2; echo ready >&8; sleep " +
		"1000' &)", nil},
	"guarded":    {"exec \"$BINARY\" daemon", nil},
	"undumpable": {"(env -i setsid \"$BINARY\" daemon &)", nil},
	"tagless":    {"(env -i setsid \"$BINARY\" daemon limit &)", nil},
}

// faultForTest is the faulty process.
func faultForTest(name string) error {
	f := faults[name]
	if err := BecomeSubreaper(); err != nil {
		return err
	}
	tree := NewTree("", NewTree("", nil))
	if name != "tagless" {
		other, err := Start(shell("exec sleep 1000"))
		if err != nil {
			return err
		}
		defer func() {
			_ = other.Signal(syscall.SIGKILL)
			_, _ = other.Wait(false)
		}()
	}
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	spec := shell(f.script, FileMap{Child: 0, Parent: 0}, FileMap{Child: 8, Parent: int(w.Fd())},
		FileMap{Child: 9, Parent: 3})
	spec.Env = append(spec.Env, TagVariable+"="+tree.Tag(), "BINARY="+os.Args[0])
	p, err := tree.Start(spec)
	if err != nil {
		return err
	}
	p.Watch(func(Status) {})
	w.Close()
	syscall.Close(3)
	buf := make([]byte, 6)
	if _, err := io.ReadFull(r, buf); err != nil {
		return err
	}
	if f.spoil != nil {
		if err := f.spoil(); err != nil {
			return err
		}
	}
	patience := time.Minute
	if name == "robbed" { // it cannot know whether any are left
		patience = time.Second
	}
	return tree.Cancel(context.Background(), CancelOptions{KillTimeout: patience, Strong: true})
}

// exhaust leaves no descriptor.
func exhaust() error {
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE,
		&syscall.Rlimit{Cur: 64, Max: 64}); err != nil {
		return err
	}
	for {
		if _, err := syscall.Dup(0); err == syscall.EMFILE {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// rob leaves neither a descriptor nor the reserve, as if others had taken it while it was spent.
func rob() error {
	// The waiter of the script has given its descriptor back by then.
	time.Sleep(500 * time.Millisecond)
	for _, n := range processes.spare {
		unix.Close(n)
	}
	processes.spare = nil
	return exhaust()
}

// daemonForTest is a daemon hidden from everybody. With "limit" it has no tag left at all.
func daemonForTest(limit bool) {
	_ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
	if limit {
		var now unix.Rlimit
		_ = prlimit(0, nil, &now)
		now.Cur = now.Max
		_ = prlimit(0, &now, nil)
	}
	_, _ = syscall.Write(8, []byte("ready\n"))
	_ = syscall.Close(8)
	time.Sleep(1000 * time.Second)
}

// inFault runs a fault in a process of its own, by the command before, and looks for survivors.
func inFault(t *testing.T, name string, attr *syscall.SysProcAttr, before ...string) (said string) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	before = append(before, publicBinary(t), "fault", name)
	cmd := osexec.Command(before[0], before[1:]...)
	cmd.ExtraFiles, cmd.Stderr, cmd.SysProcAttr = []*os.File{w}, os.Stderr, attr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	err = cmd.Start()
	w.Close()
	if err != nil {
		t.Skipf("such a process cannot be started here: %v", err)
	}
	defer func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}()
	buf := make([]byte, 200)
	n, _ := out.Read(buf)
	_ = r.SetReadDeadline(time.Now().Add(20 * time.Second))
	if _, err := r.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("something survived: %v", err)
	}
	return strings.TrimSpace(string(buf[:n]))
}

// publicBinary returns a copy of the test binary that every user may run.
func publicBinary(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "proc")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	text, err := os.ReadFile(os.Args[0])
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "proc.test"), text, 0o755)
	}
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "proc.test")
}

// ordinary returns the attributes of a user without rights. Only root can become it.
func ordinary(t *testing.T, clone uintptr) *syscall.SysProcAttr {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root can become another user")
	}
	return &syscall.SysProcAttr{Cloneflags: clone,
		Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
}

func TestCancelWithoutDescriptors(t *testing.T) {
	for name, want := range map[string]string{"descriptors": "<nil>", "orphans": "<nil>",
		"robbed": "too many open files"} {
		t.Run(name, func(t *testing.T) {
			if said := inFault(t, name, nil); said != want {
				t.Error(said)
			}
		})
	}
}

func TestCancelInANamespaceWithoutItsProc(t *testing.T) {
	t.Run("root", func(t *testing.T) {
		if os.Getuid() != 0 {
			t.Skip("only root can make a namespace")
		}
		if said := inFault(t, "unseen",
			&syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWPID}); said != "<nil>" {
			t.Error(said)
		}
	})
	t.Run("ordinary user", func(t *testing.T) {
		const want = "processes cannot be seen: /proc: no such process"
		if said := inFault(t, "unseen", ordinary(t, syscall.CLONE_NEWPID)); said != want {
			t.Error(said)
		}
	})
}

func TestCancelEndsDaemonsOfAnOrdinaryUser(t *testing.T) {
	for _, name := range []string{"environment", "undumpable", "tagless"} {
		t.Run(name, func(t *testing.T) {
			if said := inFault(t, name, ordinary(t, 0)); said != "<nil>" {
				t.Error(said)
			}
		})
	}
}

// If /proc hides processes (hidepid), a living process is still known to live.
func TestCancelEndsHiddenDaemons(t *testing.T) {
	ordinary(t, 0)
	hidden := []string{"unshare", "-m", "sh", "-c",
		`mount -t proc -o hidepid=2 proc /proc && exec "$@"`, "sh",
		"setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"}
	if err := osexec.Command(hidden[0], append(hidden[1:], "true")...).Run(); err != nil {
		t.Skipf("/proc cannot be mounted here: %v", err)
	}
	for _, name := range []string{"guarded", "undumpable"} {
		t.Run(name, func(t *testing.T) {
			if said := inFault(t, name, nil, hidden...); said != "<nil>" {
				t.Error(said)
			}
		})
	}
}

// runForTest runs a part of a test in the test binary.
func runForTest(args []string) bool {
	switch {
	case len(args) > 2 && args[1] == "fault":
		fmt.Println(faultForTest(args[2]))
		_, _ = io.Copy(io.Discard, os.Stdin)
	case len(args) > 1 && args[1] == "daemon":
		daemonForTest(len(args) > 2)
	default:
		return false
	}
	return true
}
