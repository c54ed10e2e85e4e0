//go:build !linux

package inject

import "syscall"

func together() *syscall.SysProcAttr { return nil }
