package watchdog

import (
	"os"
	"syscall"
)

const closeOnExec = syscall.MSG_CMSG_CLOEXEC

// connection is what the process reads from, and what the Guard writes to.
func connection() (r, w *os.File, err error) {
	n, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	_ = syscall.SetNonblock(n[1], true) // so that a write has a deadline
	return os.NewFile(uintptr(n[0]), "socket"), os.NewFile(uintptr(n[1]), "socket"), nil
}
