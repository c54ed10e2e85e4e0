package proc

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// waitable waits for a change of state of a child, but leaves its report to Poll: in between the
// number is still the child's.
func waitable(pid int, stopped bool) error {
	options := unix.WEXITED | unix.WNOWAIT
	if stopped {
		options |= unix.WSTOPPED | unix.WCONTINUED
	}
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, options, nil)
		if err != syscall.EINTR {
			return err
		}
	}
}

// awaitExit waits for the end of a child in the runtime's poller. If it cannot (no descriptors), it
// returns false at once.
func (p *Process) awaitExit() bool {
	n, err := unix.PidfdOpen(p.pid, unix.PIDFD_NONBLOCK)
	if err != nil {
		return false
	}
	if _, over := p.Status(); over {
		unix.Close(n) // reaped meanwhile: the number may be another's
		return true
	}
	f := os.NewFile(uintptr(n), "pidfd")
	defer f.Close()
	raw, err := f.SyscallConn()
	if err != nil {
		return false
	}
	return raw.Read(func(fd uintptr) bool {
		set := [1]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		k, err := unix.Poll(set[:], 0)
		return k > 0 || err != nil && err != syscall.EINTR
	}) == nil
}
