//go:build !linux

package watchdog

import (
	"os"
	"syscall"
)

const closeOnExec = 0

// connection returns a socket pair: the process reads from r, the Guard writes to w.
func connection() (r, w *os.File, err error) {
	syscall.ForkLock.RLock()
	n, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(n[0])
		syscall.CloseOnExec(n[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	_ = syscall.SetNonblock(n[1], true) // so a write can have a deadline
	return os.NewFile(uintptr(n[0]), "socket"), os.NewFile(uintptr(n[1]), "socket"), nil
}
