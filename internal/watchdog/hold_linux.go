package watchdog

import (
	"os"
	"syscall"
)

const closeOnExec = syscall.MSG_CMSG_CLOEXEC

// connection returns a socket pair: the process reads from r, the Guard writes to w.
func connection() (r, w *os.File, err error) {
	n, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	_ = syscall.SetNonblock(n[1], true) // so a write can have a deadline
	return os.NewFile(uintptr(n[0]), "socket"), os.NewFile(uintptr(n[1]), "socket"), nil
}
