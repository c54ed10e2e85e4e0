//go:build linux && (amd64 || arm64)

//lint:file-ignore U1000 for the assembly, which has them from go_asm.h

package proc

import (
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	sysRtSigprocmask = unix.SYS_RT_SIGPROCMASK
	sysExitGroup     = unix.SYS_EXIT_GROUP

	setMask  = unix.SIG_SETMASK
	maskSize = 8                    // of a signal mask, in bytes
	noCall   = -int(syscall.ENOSYS) // the error of a program of calls at its end
	cannot   = 127                  // the status of a child whose program failed
	maxErrno = 4095
)
