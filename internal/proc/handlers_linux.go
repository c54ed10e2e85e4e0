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

// handlersTimeout bounds the wait for a thread taking no signals: stopped, or in a vfork.
const handlersTimeout = time.Second

// tasks lists the threads of this process.
const tasks = "/proc/self/task"

// FinishHandlers returns when every other thread has run the handlers of the signals it has taken.
// If a thread took a signal and got no processor since, execve would end it and lose the signal. So
// each thread is sent SIGURG: the runtime sends itself this signal, and ignores it. It arrives
// after the handlers already begun, because those run with all signals blocked; until then it is
// pending. Without /proc, or without a free descriptor, FinishHandlers does not wait.
func FinishHandlers() {
	self := unix.Gettid()
	var others []int
	for _, name := range threadNames() {
		if tid, err := strconv.Atoi(name); err == nil && tid != self {
			others = append(others, tid)
		}
	}
	finishHandlers(others)
}

// FinishFirstHandler is FinishHandlers for the first thread. The kernel gives it nearly all signals
// for the process, because it blocks none (complete_signal in kernel/signal.c). If that thread
// sleeps, which costs one look, it has taken none.
func FinishFirstHandler() {
	first := syscall.Getpid()
	if unix.Gettid() == first {
		return
	}
	for range 10 {
		if asleep() {
			return
		}
		_, _, _ = unix.RawSyscall(unix.SYS_SCHED_YIELD, 0, 0, 0)
	}
	finishHandlers([]int{first})
}

// asleep reports whether the first thread of this process waits in a system call: the third field of
// its stat is the state of that thread, after the name in parentheses. Unlike look it takes no
// descriptors for a reserve, which a shell without blocks does not have.
func asleep() bool {
	var buf [128]byte
	_, rest, _ := bytes.Cut(contents("/proc/self/stat", 0, unix.SYS_READ, buf[:]), []byte(") "))
	return len(rest) > 0 && rest[0] == 'S'
}

// finishHandlers is FinishHandlers for some threads.
func finishHandlers(threads []int) {
	pid := syscall.Getpid()
	var sent []string
	for _, tid := range threads {
		if _, _, e := unix.RawSyscall(unix.SYS_TGKILL, uintptr(pid), uintptr(tid),
			uintptr(sig.SIGURG)); e == 0 {
			sent = append(sent, tasks+"/"+strconv.Itoa(tid)+"/status")
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

// threadNames returns the names in tasks. Neither threadNames nor FinishHandlers may let the
// runtime wait: in this thread, other descriptors have taken the place of the runtime's poller.
func threadNames() []string {
	_, _, names := unix.ParseDirent(contents(tasks, unix.O_DIRECTORY, unix.SYS_GETDENTS64,
		make([]byte, 16<<10)), -1, nil)
	return names
}

// urgentPending reports whether SIGURG is pending for a thread, by its status file in /proc.
// Nothing is pending for an ended thread.
func urgentPending(status string) bool {
	_, rest, _ := bytes.Cut(contents(status, 0, unix.SYS_READ, make([]byte, 4<<10)),
		[]byte("\nSigPnd:\t"))
	mask, _, _ := bytes.Cut(rest, []byte("\n"))
	set, err := strconv.ParseUint(string(mask), 16, 64)
	return err == nil && set&(1<<(sig.SIGURG-1)) != 0
}

// contents opens a file or directory and returns the result of one call of read or getdents64.
func contents(path string, flags int, call uintptr, buf []byte) []byte {
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
	n, _, e := unix.RawSyscall(call, file, uintptr(unsafe.Pointer(&buf[0])), uintptr(len(buf)))
	_, _, _ = unix.RawSyscall(unix.SYS_CLOSE, file, 0, 0)
	if e != 0 {
		return nil
	}
	return buf[:n]
}
