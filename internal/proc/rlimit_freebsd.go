package proc

import "syscall"

func rlimit(l Limit) syscall.Rlimit { return syscall.Rlimit{Cur: int64(l.Cur), Max: int64(l.Max)} }

// LimitOf converts a limit from the system's type.
func LimitOf(resource int, r syscall.Rlimit) Limit {
	return Limit{Resource: resource, Cur: uint64(r.Cur), Max: uint64(r.Max)}
}
