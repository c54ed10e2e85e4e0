//go:build linux && (amd64 || arm64)

package sig

import (
	"sync/atomic"
	"syscall"
	"unsafe"
)

// block is the memory that the entry point and the handler write to: static,
// for the one runs before there is a heap and the other where there is no
// goroutine. The assembly knows the offsets.
type block struct {
	pending  atomic.Uint64 // 0: caught signals that arrived
	caught   atomic.Uint64 // 8: signals that the handler notes
	fatal    atomic.Uint64 // 16: signals that end the process
	runtime  uintptr       // 24: the runtime's handler
	event    atomic.Int64  // 32: an eventfd, -1: none
	pid      int64         // 40
	inside   atomic.Int64  // 48: handlers that may be using event
	one      uint64        // 56: what is written to event
	_        [4]uint64     // 64: zero, a struct sigaction of SIG_DFL
	recorded uint64        // 96: the entry point has run
	ignored  uint64        // 104: what it saw
	closed   uint64        // 112
	cur, max uint64        // 120, 128

	ignoring atomic.Uint64 // 136: what a Dispatcher has really set to SIG_IGN
	owned    atomic.Uint64 // 144: there is a Dispatcher
}

// static returns the block.
func static() *block

// entry is the ELF entry point. It is not a Go function.
//
//lint:ignore U1000 the linker is told its name
func entry()

// catcher returns the address of the handler.
func catcher() uintptr

// AtEntry returns what the process was started with. Without the entry point
// Ignored has only the signals whose SIG_IGN the runtime keeps, and Nofile what
// the runtime raised it to. Signals that have no name, which the C library keeps to
// itself (glibc's posix_spawn, as in make, leaves 32 and 33 ignored), do not count.
func AtEntry() Record {
	b := static()
	if b.recorded == 0 {
		rec := Record{Ignored: named(query())}
		_ = syscall.Getrlimit(syscall.RLIMIT_NOFILE, &rec.Nofile)
		return rec
	}
	rec := Record{Ignored: named(Set(b.ignored)), Nofile: syscall.Rlimit{Cur: b.cur, Max: b.max}, Recorded: true}
	for n := range rec.Closed {
		rec.Closed[n] = b.closed&(1<<n) != 0
	}
	return rec
}

// named is set without the signals that have no name.
func named(set Set) Set {
	for s := Signal(1); s <= maxSignal; s++ {
		if set.Has(s) && !valid(s) {
			set.Remove(s)
		}
	}
	return set
}

// Ignoring returns the signals that the process itself ignores now, and which a
// child therefore ignores unless it is told otherwise.
func Ignoring() Set {
	if b := static(); b.owned.Load() != 0 {
		return Set(b.ignoring.Load())
	}
	return query()
}

// query asks the kernel which signals are ignored.
func query() Set {
	var set Set
	var act sigaction
	for s := Signal(1); s <= maxSignal; s++ {
		if rtSigaction(s, nil, &act) == nil && act.handler == sigIgn {
			set.Add(s)
		}
	}
	return set
}

// sigaction is struct sigaction as rt_sigaction(2) takes it.
type sigaction struct {
	handler  uintptr
	flags    uint64
	restorer uintptr
	mask     uint64
}

const (
	sigDfl = 0
	sigIgn = 1
)

func rtSigaction(s Signal, set, old *sigaction) error {
	_, _, e := syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(s),
		uintptr(unsafe.Pointer(set)), uintptr(unsafe.Pointer(old)), 8, 0, 0)
	if e != 0 {
		return e
	}
	return nil
}
