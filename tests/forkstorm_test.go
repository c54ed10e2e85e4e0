//go:build linux

package tests

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"ftsh/internal/subject"
)

// forkStorm is the argument that makes the test binary a fork storm.
const forkStorm = "--fork-storm"

// beForkStorm makes the process a daemon that ignores what it can, starts another one every 300 µs
// and ends: whatever is seen of it is gone when it is signalled. It does not return.
//
// A Go program cannot fork; but the child can go on as long as it makes nothing but raw system calls.
func beForkStorm() {
	signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT)
	life := syscall.Timespec{Nsec: 300_000}
	for n := 0; ; n++ {
		switch pid, _, err := syscall.RawSyscall6(syscall.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0); {
		case err != 0: // no more processes: it lives on
		case pid != 0:
			syscall.RawSyscall(syscall.SYS_EXIT_GROUP, 0, 0, 0)
		case n == 0:
			syscall.RawSyscall(syscall.SYS_SETSID, 0, 0, 0)
			for fd := range uintptr(3) {
				syscall.RawSyscall(syscall.SYS_CLOSE, fd, 0, 0)
			}
		}
		syscall.RawSyscall(syscall.SYS_NANOSLEEP, uintptr(unsafe.Pointer(&life)), 0, 0)
	}
}

// killedInStorm starts storms in a block, and ends the shell by SIGKILL once its watchdog is there. When that has
// ended, too, it prints in how many of twenty looks something was left of the storms.
const killedInStorm = `"$1" --kill-timeout 500ms -c '
try for 1 hour
	for n in 1 2 3 4; do "$0" ` + forkStorm + `; done
	sleep 1000
end' "$2" 2>/dev/null &
shell=$!
named() { cat /proc/[0-9]*/comm 2>/dev/null | grep -c -x -e "$1"; }
until [ $(named ftsh) -ge 2 ]; do sleep 0.05; done
kill -KILL $shell
wait $shell
while [ $(named ftsh) != 0 ]; do sleep 0.05; done
n=0
while [ $n -lt 20 ]; do
	n=$((n + 1))
	named "$3"
done | grep -c -v -x 0
:`

// Nothing of four fork storms outlives a SIGKILL of the shell, whose watchdog is no parent of theirs. Each round has a
// namespace of processes, with which everything ends. FTSH_STORM is the number of rounds.
func TestKilledShellEndsForkStorms(t *testing.T) {
	if subject.Standing() {
		t.Skip("other shells have no blocks")
	}
	rounds := 3
	if n, err := strconv.Atoi(os.Getenv("FTSH_STORM")); err == nil {
		rounds = n
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for round := range rounds {
		cmd := first(t, "sh", "-c", killedInStorm, "sh", shell.Get(t).Path, self, filepath.Base(self)[:min(len(filepath.Base(self)), 15)])
		out, err := outputWithin(cmd, 5*time.Minute)
		if err != nil || string(out) != "0\n" {
			t.Errorf("round %d: %v: %q of 20 looks found something of the storms, want 0", round+1, err, bytes.TrimSpace(out))
		}
	}
}

// outputWithin is what a command prints, which is killed after d.
func outputWithin(cmd *exec.Cmd, d time.Duration) ([]byte, error) {
	guard := time.AfterFunc(d, func() {
		if cmd.Process != nil {
			_ = cmd.Process.Kill()
		}
	})
	defer guard.Stop()
	return cmd.Output()
}
