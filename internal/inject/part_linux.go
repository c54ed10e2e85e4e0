package inject

import "syscall"

// together makes a program end with the process that runs it.
func together() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM} }
