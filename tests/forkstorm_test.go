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

// beForkStorm makes the process a daemon that ignores all signals it can, starts another one every
// 300 µs and ends. So each process seen is gone before it can be signalled. It does not return.
//
// A Go program cannot fork, but the child can continue if it makes nothing but raw system calls.
func beForkStorm() {
	signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT)
	life := syscall.Timespec{Nsec: 300_000}
	for n := 0; ; n++ {
		switch pid, _, err := syscall.RawSyscall6(syscall.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0,
			0, 0, 0); {
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

// killedInStorm starts storms in a block, and kills the shell by SIGKILL once its watchdog is
// there. After the watchdog's end it looks twenty times, and prints how often a process of the
// storms was left.
const killedInStorm = `"$1" --kill-timeout 500ms -c '
try for 1 hour
	for n in 1 2 3 4; do "$0" ` + forkStorm + `; done
	sleep 1000
end' "$2" 2>/dev/null &
shell=$!
named() { cat /proc/[0-9]*/comm 2>/dev/null | grep -c -x -e "$1"; }
until grep -q -s -e --watch[d]og /proc/[0-9]*/cmdline; do sleep 0.05; done
kill -KILL $shell
wait $shell
while [ $(named ftsh) != 0 ]; do sleep 0.05; done
n=0
while [ $n -lt 20 ]; do
	n=$((n + 1))
	named "$3"
done | grep -c -v -x 0
:`

// No process of four fork storms outlives a SIGKILL of the shell, although the watchdog is not
// their parent. Each round has a PID namespace, so everything ends with it. FTSH_STORM is the
// number of rounds.
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
		cmd := first(t, "sh", "-c", killedInStorm, "sh", shell.Get(t).Path, self,
			filepath.Base(self)[:min(len(filepath.Base(self)), 15)])
		out, err := outputWithin(cmd, 5*time.Minute)
		if err != nil || string(out) != "0\n" {
			t.Errorf("round %d: %v: %q of 20 looks found something of the storms, want 0", round+1,
				err, bytes.TrimSpace(out))
		}
	}
}

// outputWithin returns the output of a command. It kills the command after d.
func outputWithin(cmd *exec.Cmd, d time.Duration) ([]byte, error) {
	guard := time.AfterFunc(d, func() {
		if cmd.Process != nil {
			_ = cmd.Process.Kill()
		}
	})
	defer guard.Stop()
	return cmd.Output()
}
