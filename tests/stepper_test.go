//go:build linux

package tests

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A stepper stops a program at the system calls that change a file below a directory, or begin or
// end a process, and kills it at one of them.
type stepper struct {
	under string // the directory, for the program alone
	at    int    // the call to kill it at, from 1; 0 for none
	calls int    // so far
}

// run starts a program with its output in files, and returns its wait status. Only its own threads
// are stopped.
//
// It waits for the program's process group only, as the Go runtime starts other children on this
// thread, too.
func (s *stepper) run(cmd *exec.Cmd) (syscall.WaitStatus, error) {
	runtime.LockOSThread() // the tracer is a thread
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true, Setpgid: true}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	pid := cmd.Process.Pid
	defer cmd.Process.Release()
	var status syscall.WaitStatus
	if _, err := wait(pid, &status); err != nil {
		return status, err
	}
	if err := syscall.PtraceSetOptions(pid,
		unix.PTRACE_O_TRACESYSGOOD|unix.PTRACE_O_TRACECLONE|unix.PTRACE_O_EXITKILL); err != nil {
		return status, errors.Join(err, syscall.Kill(pid, syscall.SIGKILL))
	}
	stopped, deliver := pid, 0
	for {
		// A thread may be gone, with the whole program.
		if err := syscall.PtraceSyscall(stopped, deliver); err != nil && err != syscall.ESRCH {
			return status, err
		}
		for {
			var err error
			if stopped, err = wait(-pid, &status); err != nil {
				return status, err
			}
			if status.Stopped() {
				break
			}
			if stopped == pid {
				return status, nil
			}
		}
		deliver = 0
		switch sig := status.StopSignal(); {
		case sig == syscall.SIGTRAP|0x80:
			if s.counts(pid, stopped) {
				if s.calls++; s.calls == s.at {
					if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
						return status, err
					}
				}
			}
		case sig != syscall.SIGTRAP && sig != syscall.SIGSTOP: // signals of tracing
			deliver = int(sig)
		}
	}
}

func wait(pid int, status *syscall.WaitStatus) (int, error) {
	for {
		n, err := syscall.Wait4(pid, status, syscall.WALL, nil)
		if err != syscall.EINTR {
			return n, err
		}
	}
}

// counts reports whether the thread is about to make a call that is a step.
func (s *stepper) counts(pid, thread int) bool {
	var info struct { // ptrace_syscall_info
		op   uint8
		_    [3]uint8
		arch uint32
		_    [2]uint64
		nr   uint64
		args [6]uint64
		_    [4]uint64
	}
	const entry = 1
	_, _, e := syscall.RawSyscall6(syscall.SYS_PTRACE, unix.PTRACE_GET_SYSCALL_INFO,
		uintptr(thread), unsafe.Sizeof(info), uintptr(unsafe.Pointer(&info)), 0, 0)
	if e != 0 || info.op != entry {
		return false
	}
	switch info.nr {
	case unix.SYS_OPENAT, unix.SYS_UNLINKAT, unix.SYS_MKDIRAT, unix.SYS_RENAMEAT,
		unix.SYS_RENAMEAT2, unix.SYS_LINKAT:
		return s.has(path(pid, int64(info.args[1])))
	case unix.SYS_FCNTL:
		return info.args[1] == unix.F_OFD_SETLK
	case unix.SYS_WRITE, unix.SYS_WRITEV, unix.SYS_PWRITE64, unix.SYS_FSYNC, unix.SYS_FDATASYNC,
		unix.SYS_FTRUNCATE, unix.SYS_FALLOCATE:
		to, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", pid, int32(info.args[0])))
		return err == nil && s.has(to)
	case unix.SYS_CLONE, unix.SYS_CLONE3, unix.SYS_EXIT_GROUP:
		return true
	}
	return false
}

// has reports whether a path leads below the directory.
func (s *stepper) has(path string) bool {
	return path != "" && (!filepath.IsAbs(path) || path == s.under ||
		strings.HasPrefix(path, s.under+"/"))
}

// path returns the string at an address of a process.
func path(pid int, at int64) string {
	f, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		return ""
	}
	defer f.Close()
	p := make([]byte, 4096)
	n, _ := f.ReadAt(p, at)
	text, _, _ := strings.Cut(string(p[:n]), "\x00")
	return text
}
