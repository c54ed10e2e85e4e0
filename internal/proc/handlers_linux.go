//go:build linux && (amd64 || arm64)

package proc

import (
	"bytes"
	"strconv"
	"syscall"
	"time"

	"ftsh/internal/sig"

	"golang.org/x/sys/unix"
)

// handlersTimeout bounds the wait for a thread that takes no signal: in a vfork, or stopped.
const handlersTimeout = time.Second

// tasks lists the threads of this process.
const tasks = "/proc/self/task"

// finishHandlers returns when every other thread has run the handler of each signal that it had
// taken before. A thread that took a signal and got no processor since would be ended by execve,
// and the signal with it. So each thread is sent SIGURG, which the runtime sends itself and does
// nothing with. It comes after the handlers that the thread has begun, since those run with all
// signals blocked. Until then it is pending. Without /proc, or a descriptor to look with, handlers
// are not waited for.
func finishHandlers() {
	self, pid := unix.Gettid(), syscall.Getpid()
	var sent []string
	for _, name := range threadNames() {
		tid, err := strconv.Atoi(name)
		if err == nil && tid != self && unix.Tgkill(pid, tid, unix.Signal(sig.SIGURG)) == nil {
			sent = append(sent, tasks+"/"+name+"/status")
		}
	}
	deadline := time.Now().Add(handlersTimeout)
	for _, status := range sent {
		for urgentPending(status) && time.Now().Before(deadline) {
			time.Sleep(20 * time.Microsecond)
		}
	}
}

// threadNames returns the names in tasks. Package os could not be used: its poller is one of the
// descriptors that this thread has others in the place of.
func threadNames() []string {
	dir, err := unix.Open(tasks, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(dir)
	var names []string
	buf := make([]byte, 4096)
	for {
		n, err := unix.ReadDirent(dir, buf)
		if n <= 0 || err != nil {
			return names
		}
		_, _, names = unix.ParseDirent(buf[:n], -1, names)
	}
}

// urgentPending reports whether SIGURG waits for a thread, by its status in /proc. A thread that
// has ended has none.
func urgentPending(status string) bool {
	file, err := unix.Open(status, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer unix.Close(file)
	buf := make([]byte, 4096)
	n, err := unix.Read(file, buf)
	if err != nil {
		return false
	}
	_, rest, _ := bytes.Cut(buf[:n], []byte("\nSigPnd:\t"))
	mask, _, _ := bytes.Cut(rest, []byte("\n"))
	set, err := strconv.ParseUint(string(mask), 16, 64)
	return err == nil && set&(1<<(sig.SIGURG-1)) != 0
}
