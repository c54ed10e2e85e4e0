//go:build amd64 || arm64

package proc

import (
	"os"
	"runtime"
	"syscall"
	"testing"

	"ftsh/internal/sig"

	"golang.org/x/sys/unix"
)

func memories() map[string]uintptr {
	return map[string]uintptr{"shared": sharedMemory, "copied": copiedMemory}
}

// A core-dumping signal ends the leader of a job, and not this process.
func TestIdleDumpsAlone(t *testing.T) {
	dir, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	for name, memory := range memories() {
		t.Run(name, func(t *testing.T) {
			if memory == sharedMemory && !dumpsAlone(kernelRelease()) {
				t.Skip("it would end this process")
			}
			pid, release, keep, err := startIdleWith(&Spec{Group: 0, Tty: -1, Umask: -1,
				Dir: int(dir.Fd())}, memory)
			if err != nil {
				t.Fatal(err)
			}
			defer release()
			// Enough of a core to show that there is one.
			if err := unix.Prlimit(pid, unix.RLIMIT_CORE, &unix.Rlimit{Cur: 1 << 16, Max: 1 << 16},
				nil); err != nil {
				t.Fatal(err)
			}
			if err := syscall.Kill(pid, sig.SIGQUIT); err != nil {
				t.Fatal(err)
			}
			var st syscall.WaitStatus
			if _, err := syscall.Wait4(pid, &st, 0, nil); err != nil {
				t.Fatal(err)
			}
			runtime.KeepAlive(keep)
			if !st.Signaled() || st.Signal() != sig.SIGQUIT {
				t.Errorf("status %#x, want SIGQUIT", st)
			}
		})
	}
}

// The copy holds nothing of this process: it ends when released.
func TestIdleInCopiedMemory(t *testing.T) {
	var ignore sig.Set
	ignore.Add(sig.SIGQUIT)
	pid, release, _, err := startIdleWith(&Spec{Ignore: ignore, Group: 0, Tty: -1, Umask: -1,
		Dir: -1}, copiedMemory)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, sig.SIGQUIT); err != nil {
		t.Fatal(err)
	}
	release()
	var st syscall.WaitStatus
	if _, err := syscall.Wait4(pid, &st, 0, nil); err != nil || !st.Exited() ||
		st.ExitStatus() != 0 {
		t.Errorf("status %#x, %v; want 0", st, err)
	}
}

func TestDumpsAlone(t *testing.T) {
	for release, want := range map[string]bool{
		"": false, "x": false, "5": false, "2.6.32-754": false, "4.19.0-27-amd64": false,
		"5.15.0-91-generic": false,
		"5.16":              true, "5.16.0": true, "5.17-rc1": true, "6.1.0-18-amd64": true,
		"10.0.1": true,
	} {
		if got := dumpsAlone(release); got != want {
			t.Errorf("%q: %v", release, got)
		}
	}
}

// The cost of a job's leader in a process with so many MB of written memory.
func BenchmarkIdle(b *testing.B) {
	for _, heap := range []struct {
		name string
		mb   int
	}{{"0MB", 0}, {"256MB", 256}} {
		held := make([]byte, heap.mb<<20)
		for i := 0; i < len(held); i += 4096 {
			held[i] = 1
		}
		for name, memory := range memories() {
			b.Run(heap.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					pid, release, keep, err := startIdleWith(&Spec{Group: -1, Tty: -1, Umask: -1,
						Dir: -1}, memory)
					if err != nil {
						b.Fatal(err)
					}
					release()
					_, _ = syscall.Wait4(pid, nil, 0, nil)
					runtime.KeepAlive(keep)
				}
			})
		}
		runtime.KeepAlive(held)
	}
}
