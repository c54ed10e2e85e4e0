//go:build linux && (amd64 || arm64)

package proc

import (
	"bytes"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	"ftsh/internal/sig"

	"golang.org/x/sys/unix"
)

// handlersTimeout bounds the wait for a thread that takes no signal: in a vfork, or stopped.
const handlersTimeout = time.Second

// tasks lists the threads of this process.
const tasks = "/proc/self/task"

// FinishHandlers returns when every other thread has run the handler of each signal that it had
// taken before. A thread that took a signal and got no processor since would be ended by execve,
// and the signal with it. So each thread is sent SIGURG, which the runtime sends itself and does
// nothing with. It comes after the handlers that the thread has begun, since those run with all
// signals blocked. Until then it is pending. Without /proc, or a descriptor to look with, handlers
// are not waited for.
func FinishHandlers() {
	self, pid := unix.Gettid(), syscall.Getpid()
	var sent []string
	for _, name := range threadNames() {
		tid, err := strconv.Atoi(name)
		if err != nil || tid == self {
			continue
		}
		if _, _, e := unix.RawSyscall(unix.SYS_TGKILL, uintptr(pid), uintptr(tid), uintptr(sig.SIGURG)); e == 0 {
			sent = append(sent, tasks+"/"+name+"/status")
		}
	}
	pause := unix.NsecToTimespec(20_000)
	deadline := time.Now().Add(handlersTimeout)
	for _, status := range sent {
		for urgentPending(status) && time.Now().Before(deadline) {
			_, _, _ = unix.RawSyscall(unix.SYS_NANOSLEEP, uintptr(unsafe.Pointer(&pause)), 0, 0)
		}
	}
}

// threadNames returns the names in tasks. Neither here nor in FinishHandlers may the runtime be
// asked to wait: its poller is one of the descriptors that this thread has others in the place of.
func threadNames() []string {
	_, _, names := unix.ParseDirent(contents(tasks, unix.O_DIRECTORY, unix.SYS_GETDENTS64), -1, nil)
	return names
}

// urgentPending reports whether SIGURG waits for a thread, by its status in /proc. A thread that
// has ended has none.
func urgentPending(status string) bool {
	_, rest, _ := bytes.Cut(contents(status, 0, unix.SYS_READ), []byte("\nSigPnd:\t"))
	mask, _, _ := bytes.Cut(rest, []byte("\n"))
	set, err := strconv.ParseUint(string(mask), 16, 64)
	return err == nil && set&(1<<(sig.SIGURG-1)) != 0
}

// contents opens a file or directory and returns what one call of read, or of getdents64, yields.
func contents(path string, flags int, call uintptr) []byte {
	name, err := unix.BytePtrFromString(path)
	if err != nil {
		return nil
	}
	at := unix.AT_FDCWD
	file, _, e := unix.RawSyscall6(unix.SYS_OPENAT, uintptr(at), uintptr(unsafe.Pointer(name)),
		uintptr(flags|unix.O_RDONLY|unix.O_CLOEXEC), 0, 0, 0)
	if e != 0 {
		return nil
	}
	buf := make([]byte, 16<<10)
	n, _, e := unix.RawSyscall(call, file, uintptr(unsafe.Pointer(&buf[0])), uintptr(len(buf)))
	_, _, _ = unix.RawSyscall(unix.SYS_CLOSE, file, 0, 0)
	if e != 0 {
		return nil
	}
	return buf[:n]
}
