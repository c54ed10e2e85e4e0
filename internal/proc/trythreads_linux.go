//go:build linux && (amd64 || arm64)

package proc

import (
	"runtime"
	"sync/atomic"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// TryThreads reports whether the system has room for n more threads. It makes n threads unknown to
// the Go runtime, because a thread refused to the runtime would end the program. They are gone when
// it returns. The error is EAGAIN if there is no room. If the system makes no such threads, the
// answer is unknown and the error nil.
func TryThreads(n int) error {
	t := &trial{alive: make([]int32, n)}
	t.blocked = allSignals
	t.add(opOther, false, unix.SYS_FUTEX, uintptr(unsafe.Pointer(&t.over)), futexWaitPrivate, 0, 0)
	t.add(opOther, false, unix.SYS_EXIT, 0)
	var err error
	for i := range t.alive {
		t.alive[i] = 1
		t.clone = cloneCall(asThread|unix.CLONE_CHILD_CLEARTID,
			uintptr(unsafe.Pointer(&t.alive[i])))
		if _, err = t.run(); err != nil {
			t.alive[i] = 0
			break
		}
	}
	t.end()
	if err == syscall.EAGAIN {
		return err
	}
	return nil
}

// A trial holds waiting threads. They run the calls of launch with all signals blocked, on the
// stack of the starting thread, without touching it.
type trial struct {
	launch
	over  uint32  // 0: they wait
	alive []int32 // 1 for each, until the kernel clears it at its end
}

// asThread holds the flags required by the kernel for a thread of this process.
const asThread = unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND |
	unix.CLONE_THREAD | unix.CLONE_SYSVSEM

// Operations of futex(2). The wake-up at the end of a thread comes from the kernel, and is not
// private.
const (
	futexWait        = 0
	futexWaitPrivate = 0 | 128
	futexWakePrivate = 1 | 128
)

// end ends the threads, and returns when they no longer need the memory.
func (t *trial) end() {
	atomic.StoreUint32(&t.over, 1)
	_, _, _ = syscall.RawSyscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&t.over)),
		futexWakePrivate, uintptr(len(t.alive)), 0, 0, 0)
	for i := range t.alive {
		for atomic.LoadInt32(&t.alive[i]) != 0 {
			_, _, _ = syscall.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&t.alive[i])),
				futexWait, 1, 0, 0, 0)
		}
	}
	runtime.KeepAlive(t)
}
