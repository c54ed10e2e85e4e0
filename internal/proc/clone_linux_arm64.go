package proc

import "golang.org/x/sys/unix"

// cloneCall is a call of clone(2). The order of its arguments depends on the machine.
func cloneCall(flags, childTid uintptr) call {
	return call{trap: unix.SYS_CLONE, args: [5]uintptr{flags, 0, 0, 0, childTid}}
}
