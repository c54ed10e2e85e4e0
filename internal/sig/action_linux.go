//go:build linux && (amd64 || arm64)

package sig

import (
	"syscall"
	"unsafe"
)

// Action is struct sigaction as taken by rt_sigaction(2).
type Action struct {
	Handler  uintptr // an address, HandlerDefault or HandlerIgnore
	Flags    uint64
	Restorer uintptr
	Mask     uint64
}

// The special handlers.
const (
	HandlerDefault = 0
	HandlerIgnore  = 1
)

// SetAction is rt_sigaction(2): it gives s the action set, and leaves the former one in old; either
// may be nil. For a signal kept by a Dispatcher, use Dispatcher.Set.
func SetAction(s Signal, set, old *Action) error {
	_, _, e := syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(s),
		uintptr(unsafe.Pointer(set)), uintptr(unsafe.Pointer(old)), unsafe.Sizeof(set.Mask), 0, 0)
	if e != 0 {
		return e
	}
	return nil
}
