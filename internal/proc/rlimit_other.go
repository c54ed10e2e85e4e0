//go:build !freebsd

package proc

import "syscall"

func rlimit(l Limit) syscall.Rlimit { return syscall.Rlimit{Cur: l.Cur, Max: l.Max} }

// LimitOf converts a limit from the system's type.
func LimitOf(resource int, r syscall.Rlimit) Limit {
	return Limit{Resource: resource, Cur: r.Cur, Max: r.Max}
}
