package proc

import (
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// BecomeSubreaper makes orphans among the process's descendants its children,
// for the life of the process. Only the shell that owns the process may call it,
// and from then on nothing in the process may start children but Start:
// ReapUnknown would take them for orphans.
func BecomeSubreaper() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// Adopts reports whether orphans become children of this process: it is a
// subreaper, or the first process of its namespace.
func Adopts() bool {
	var on int32
	_, _, e := unix.RawSyscall6(unix.SYS_PRCTL, unix.PR_GET_CHILD_SUBREAPER, uintptr(unsafe.Pointer(&on)), 0, 0, 0, 0)
	return e == 0 && on != 0 || os.Getpid() == 1
}

// ReapUnknown reaps the orphans that became children of this process and have
// ended, and returns how many. What it costs grows with what has ended, not with
// how many children there are. It never takes the status of a process that Start
// returned from who waits for it: it may reap one, but the Process tells its
// status. In a process that does not adopt orphans it does nothing.
func ReapUnknown() int {
	if !Adopts() {
		return 0
	}
	n := 0
	for last := 0; ; {
		pid := peek()
		if pid == 0 || pid == last {
			return n
		}
		if p := children.get(pid); p != nil {
			// It hides those behind it, until it is reaped.
			if p.held.Load() {
				return n
			}
			_, _, _ = p.Poll(false)
		} else if reapUnknown(pid) {
			n++
			continue
		}
		last = pid // not to be met again, unless it cannot be reaped
	}
}

// peek returns a child that has ended and is not reaped, 0 if there is none.
func peek() int {
	var info siginfo
	for {
		err := unix.Waitid(unix.P_ALL, 0, (*unix.Siginfo)(unsafe.Pointer(&info)), unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
		switch err {
		case nil:
			return int(info.pid)
		case syscall.EINTR:
		default:
			return 0
		}
	}
}

// siginfo is siginfo_t as waitid(2) fills it.
type siginfo struct {
	_   [3]int32
	_   [unsafe.Sizeof(uintptr(0)) - 4]byte
	pid int32
	_   [128]byte
}

// reapUnknown reaps a child that has ended if nobody started it here.
func reapUnknown(pid int) (reaped bool) {
	children.starting.Lock() // what is being started is known from then on
	defer children.starting.Unlock()
	if children.get(pid) != nil {
		return false
	}
	if processes.open() {
		// What it left may have to be told by when it ran.
		if e, ok, err := look(pid); err == nil && ok && e.dead {
			defer func() {
				if reaped {
					children.mu.Lock()
					children.ended(children.origin(e.start), e.start)
					children.mu.Unlock()
				}
			}()
		}
	}
	children.reaping.RLock()
	defer children.reaping.RUnlock()
	got, err := syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
	if err != nil || got != pid {
		return false
	}
	children.orphans.Add(1)
	return true
}

// reap reaps children that have ended, those that Start returned too: who waits
// for one of them still gets its status. It returns how many it reaped.
func reap(pids []int) int {
	n := 0
	for _, pid := range pids {
		if p := children.get(pid); p == nil {
			if Adopts() && reapUnknown(pid) {
				n++
			}
		} else if p.held.Load() {
			continue
		} else if _, over, err := p.Poll(false); over || err != nil {
			n++
		}
	}
	return n
}

// await is get once everything that is being started now is known.
func (r *registry) await(pid int) *Process {
	r.starting.Lock()
	defer r.starting.Unlock()
	return r.get(pid)
}
