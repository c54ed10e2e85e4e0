package thread

import (
	"syscall"
	"time"
	"unsafe"
)

// WaitFutex waits by futex(2), for at most d, until a word shared by processes differs from seen or
// a waker comes. The error is that of the system call. The caller has entered by Enter.
//
// The runtime is told beforehand that the call blocks. Otherwise the processor stays with the
// thread for 10 ms, and the runtime's monitor wakes up some 40 times to look at it: half the cost
// of an admission among many shells.
func WaitFutex(word uintptr, seen uint32, d time.Duration) syscall.Errno {
	t := syscall.NsecToTimespec(int64(max(d, 0)))
	return waitFutex(word, uintptr(seen), &t)
}

// waitFutex must not grow the stack between the two calls of the runtime.
//
//go:nosplit
func waitFutex(word, seen uintptr, t *syscall.Timespec) syscall.Errno {
	const wait = 0
	entersyscallblock()
	_, _, errno := syscall.RawSyscall6(syscall.SYS_FUTEX, word, wait, seen,
		uintptr(unsafe.Pointer(t)), 0, 0)
	exitsyscall()
	return errno
}

// The runtime keeps these two for programs that name them (go.dev/issue/67401).

//go:linkname entersyscallblock runtime.entersyscallblock
func entersyscallblock()

//go:linkname exitsyscall runtime.exitsyscall
func exitsyscall()
