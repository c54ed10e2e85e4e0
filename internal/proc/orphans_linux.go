package proc

import (
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// BecomeSubreaper makes orphaned descendants of this process its children, for the life of the
// process. Only the owner of the process, a shell, may call it. From then on nothing in the process
// may start children but Start: ReapUnknown would take them for orphans.
func BecomeSubreaper() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// Adopts reports whether orphans become children of this process: it is a subreaper, or the first
// process of its namespace.
func Adopts() bool {
	var on int32
	_, _, e := unix.RawSyscall6(unix.SYS_PRCTL, unix.PR_GET_CHILD_SUBREAPER,
		uintptr(unsafe.Pointer(&on)), 0, 0, 0, 0)
	return e == 0 && on != 0 || os.Getpid() == 1
}

// ReapUnknown reaps ended orphans adopted by this process, and returns how many. Its cost grows
// with the number of ended children, not with the number of all. It may reap a process returned by
// Start, but never steals its status: the Process reports it to its waiters. In a process that does
// not adopt orphans it does nothing.
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
			// Until it is reaped, it hides children next in the kernel's list.
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

// peek returns an ended, unreaped child, 0 if there is none.
func peek() int {
	var info siginfo
	for {
		err := unix.Waitid(unix.P_ALL, 0, (*unix.Siginfo)(unsafe.Pointer(&info)),
			unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
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

// reapUnknown reaps an ended child if it was not started here.
func reapUnknown(pid int) (reaped bool) {
	children.starting.Lock() // a child being started is known from then on
	defer children.starting.Unlock()
	if children.get(pid) != nil {
		return false
	}
	if processes.open() {
		// The time when it ran may be needed to attribute its orphans.
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

// reap reaps ended children, including those returned by Start, whose waiters still get the status.
// It returns how many it reaped.
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

// await is get after all starts now in progress.
func (r *registry) await(pid int) *Process {
	r.starting.Lock()
	defer r.starting.Unlock()
	return r.get(pid)
}
