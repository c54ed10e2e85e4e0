//go:build linux && (amd64 || arm64)

package proc

import (
	"runtime"
	"sync/atomic"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// TryThreads reports whether the system has room for n more threads, by making as many
// that the Go runtime does not know, which would end the program if it were refused one. They are gone
// when it returns. The error is EAGAIN where there is none; where nothing can be learnt, on
// a system that makes no such threads, it is nil.
func TryThreads(n int) error {
	t := &trial{alive: make([]int32, n)}
	t.full = ^uint64(0)
	t.add(opOther, false, unix.SYS_FUTEX, uintptr(unsafe.Pointer(&t.over)), futexWaitPrivate, 0, 0)
	t.add(opOther, false, unix.SYS_EXIT, 0)
	var err error
	for i := range t.alive {
		t.alive[i] = 1
		t.clone = cloneCall(asThread|unix.CLONE_CHILD_CLEARTID, uintptr(unsafe.Pointer(&t.alive[i])))
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

// A trial is threads that wait. They run the calls of launch on the stack of who started
// them, which they do not touch, with all signals blocked.
type trial struct {
	launch
	over  uint32  // 0: they wait
	alive []int32 // of each 1, until the kernel clears it at its end
}

// asThread are the flags that the kernel wants for a thread of this process.
const asThread = unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND | unix.CLONE_THREAD | unix.CLONE_SYSVSEM

// Operations of futex(2). That at the end of a thread is the kernel's, and not private.
const (
	futexWait        = 0
	futexWaitPrivate = 0 | 128
	futexWakePrivate = 1 | 128
)

// end ends them, and returns when they need the memory no more.
func (t *trial) end() {
	atomic.StoreUint32(&t.over, 1)
	_, _, _ = syscall.RawSyscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&t.over)), futexWakePrivate, uintptr(len(t.alive)), 0, 0, 0)
	for i := range t.alive {
		for atomic.LoadInt32(&t.alive[i]) != 0 {
			_, _, _ = syscall.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&t.alive[i])), futexWait, 1, 0, 0, 0)
		}
	}
	runtime.KeepAlive(t)
}
