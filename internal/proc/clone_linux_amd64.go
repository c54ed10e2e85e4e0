package proc

import "golang.org/x/sys/unix"

// cloneCall is clone(2), whose arguments have another order on each machine.
func cloneCall(flags, childTid uintptr) call {
	return call{trap: unix.SYS_CLONE, args: [5]uintptr{flags, 0, 0, childTid, 0}}
}
