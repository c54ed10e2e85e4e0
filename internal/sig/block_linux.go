//go:build linux && (amd64 || arm64)

package sig

import (
	"sync/atomic"
	"syscall"
)

// block is the memory written by the handler: static, because the handler runs without a goroutine.
// The assembly has its offsets from go_asm.h.
type block struct {
	pending atomic.Uint64 // caught signals that arrived
	caught  atomic.Uint64 // signals recorded by the handler
	fatal   atomic.Uint64 // signals that end the process
	runtime uintptr       // the runtime's handler
	event   atomic.Int64  // an eventfd, -1: none
	pid     int64
	inside  atomic.Int64 // handlers that may be using event
	one     uint64       // written to event
	//lint:ignore U1000 the assembly uses it
	initial  Action        // zero, which is SIG_DFL
	ignoring atomic.Uint64 // signals really set to SIG_IGN by a Dispatcher
	owned    atomic.Uint64 // there is a Dispatcher
	awaited  atomic.Int64  // the child with its end kept quiet; 0: none, below: never one
}

// static returns the block.
func static() *block

// Seen is where the entry point (package entry) leaves its findings, before there is a heap. A
// program without it has zeros there.
type Seen struct {
	Recorded uint64 // 1: the entry point has run
	Ignored  uint64 // a Set
	Closed   uint64 // bit n: descriptor n
	Nofile   syscall.Rlimit
}

// seen returns the static Seen.
func seen() *Seen

// catcher returns the address of the handler.
func catcher() uintptr

// AtEntry returns the state at the start of the process. Without the entry point Ignored has only
// the signals whose SIG_IGN the runtime keeps, and Nofile the value raised by the runtime. Signals
// without a name, reserved by the C library (glibc's posix_spawn, as in make, leaves 32 and 33
// ignored), do not count.
func AtEntry() Record {
	saw := seen()
	if saw.Recorded == 0 {
		rec := Record{Ignored: named(query())}
		_ = syscall.Getrlimit(syscall.RLIMIT_NOFILE, &rec.Nofile)
		return rec
	}
	rec := Record{Ignored: named(Set(saw.Ignored)), Nofile: saw.Nofile, Recorded: true}
	for n := range rec.Closed {
		rec.Closed[n] = saw.Closed&(1<<n) != 0
	}
	return rec
}

// named returns set without the signals that have no name.
func named(set Set) Set {
	for s := Signal(1); s <= maxSignal; s++ {
		if set.Has(s) && !valid(s) {
			set.Remove(s)
		}
	}
	return set
}

// Ignoring returns the signals ignored by the process itself now; a child ignores them by default.
func Ignoring() Set {
	if b := static(); b.owned.Load() != 0 {
		return Set(b.ignoring.Load())
	}
	return query()
}

// query asks the kernel which signals are ignored.
func query() Set {
	var set Set
	var act Action
	for s := Signal(1); s <= maxSignal; s++ {
		if SetAction(s, nil, &act) == nil && act.Handler == HandlerIgnore {
			set.Add(s)
		}
	}
	return set
}
