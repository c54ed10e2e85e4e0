//go:build !freebsd

package sim

import "syscall"

// limitDescriptors sets RLIMIT_NOFILE for good.
func limitDescriptors(n int) error {
	return syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: uint64(n), Max: uint64(n)})
}
