//go:build linux && (amd64 || arm64)

package sig

import (
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Die ends the process by s, as if it had never been caught: without a stack dump, and with a core
// only if s by itself leaves one. If s does not end the process (its default is to be ignored, or
// the process is the first of a namespace), it exits with 128 + s.
func Die(s Signal) {
	runtime.LockOSThread()
	if valid(s) {
		_ = SetAction(s, &Action{Handler: HandlerDefault}, nil)
		mask := uint64(bit(s))
		_, _, _ = syscall.RawSyscall6(syscall.SYS_RT_SIGPROCMASK, unix.SIG_UNBLOCK,
			uintptr(unsafe.Pointer(&mask)), 0, 8, 0, 0)
		if !Stops(s) {
			_ = unix.Tgkill(os.Getpid(), unix.Gettid(), s)
		}
	}
	os.Exit(128 + int(s))
}
