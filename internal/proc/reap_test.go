//go:build linux

package proc

import (
	"context"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/sig"

	"golang.org/x/sys/unix"
)

func TestCancelReapsWhatNobodyWaitsFor(t *testing.T) {
	for name, script := range map[string]string{
		"ended":    "echo ready >&9; exit 3",
		"running":  "echo ready >&9; exec sleep 100",
		"orphaned": "(setsid sleep 100 &); echo ready >&9; exit 3",
	} {
		t.Run(name, func(t *testing.T) {
			tree, p := grove(t, script)
			if err := tree.Cancel(context.Background(),
				CancelOptions{KillTimeout: time.Minute, Strong: true}); err != nil {
				t.Error(err)
			}
			if pids := own(t); len(pids) > 0 {
				t.Errorf("children %d are left", pids)
			}
			st, err := p.Wait(false)
			if err != nil || st.Code() != 3 && st.Signal() != sig.SIGTERM {
				t.Errorf("%v, %v", st, err)
			}
		})
	}
}

// A tracer that does not look keeps an ended process from its parent.
func TestCancelDoesNotWaitForeverForAZombie(t *testing.T) {
	tree, p := grove(t, "echo ready >&9; exec sleep 100")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	spec := shell("", FileMap{Child: 2, Parent: 2}, FileMap{Child: 9, Parent: int(w.Fd())})
	spec.Path, spec.Argv = os.Args[0], os.Args[:1]
	spec.Env = append(spec.Env, "PROC_TEST_TRACE="+itoa(p.Pid()))
	tracer, err := Start(spec)
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = tracer.Signal(sig.SIGKILL)
		if _, err := tracer.Wait(false); err != nil {
			t.Error(err)
		}
		if _, err := p.Wait(false); err != nil { // the tracer is gone, so the parent gets it
			t.Error(err)
		}
	}()
	if n, _ := r.Read(make([]byte, 1)); n == 0 {
		t.Skip("cannot trace here")
	}
	_ = p.Signal(sig.SIGKILL)
	if err := tree.Cancel(context.Background(), CancelOptions{KillTimeout: time.Minute,
		Strong: true}); err != nil {
		t.Error(err)
	}
	if e, ok, err := look(p.Pid()); err != nil || !ok || !e.dead {
		t.Errorf("it is no zombie: %v, %v", e, ok)
	}
}

// traceForTest traces a process without ever looking at it.
func traceForTest(text string) {
	runtime.LockOSThread()
	pid, _ := strconv.Atoi(text)
	if _, _, e := syscall.RawSyscall6(unix.SYS_PTRACE, unix.PTRACE_SEIZE, uintptr(pid), 0, 0, 0,
		0); e == 0 {
		_, _ = syscall.Write(9, []byte("x"))
		time.Sleep(time.Minute)
	}
}
