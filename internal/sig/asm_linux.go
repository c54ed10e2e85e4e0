//go:build linux && (amd64 || arm64)

//lint:file-ignore U1000 for the assembly, which has them from go_asm.h

package sig

import "syscall"

const (
	sysRtSigaction = syscall.SYS_RT_SIGACTION
	sysWrite       = syscall.SYS_WRITE
	sysGettid      = syscall.SYS_GETTID
	sysTgkill      = syscall.SYS_TGKILL

	codeUser  = 0 // si_code of kill(2); above it: sent by the kernel
	codeTimer = -2
	codeTkill = -6

	maskSize  = 8 // of a signal mask, in bytes
	eventSize = 8 // of a write to an eventfd
)

// siginfo is the beginning of siginfo_t of a signal sent by a process.
type siginfo struct {
	signo, errno, code, padding, pid int32
}
