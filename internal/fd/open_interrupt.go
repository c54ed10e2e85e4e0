//go:build linux && (amd64 || arm64)

package fd

import (
	"context"
	"os"
	"runtime"
	"syscall"
	"time"

	"ftsh/internal/sig"

	"golang.org/x/sys/unix"
)

// openInterrupted opens a fifo, which can block until the other end comes. When ctx
// ends, the thread is interrupted by a signal.
func openInterrupted(ctx context.Context, dirfd int, path string, flags int,
	mode uint32) (int, error) {
	if err := armInterrupt(); err != nil {
		return -1, err
	}
	// The thread is locked, so that the signal hits this call and no other.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	tid := unix.Gettid()
	back := make(chan struct{}) // the call has returned
	over := make(chan struct{}) // no more signals will come
	stop := context.AfterFunc(ctx, func() {
		defer close(over)
		pause := time.Millisecond
		for {
			// The signal is sent again until acknowledged: the first may arrive before the call
			// blocks.
			unix.Tgkill(os.Getpid(), tid, interruptSignal)
			select {
			case <-back:
				return
			case <-time.After(pause):
				pause = min(2*pause, 50*time.Millisecond)
			}
		}
	})
	defer func() {
		close(back)
		if !stop() {
			<-over
		}
	}()
	for {
		n, err := unix.Openat(dirfd, path, flags, mode)
		if err != syscall.EINTR {
			return n, errno(err)
		}
		if err := ctx.Err(); err != nil {
			return -1, err
		}
	}
}

// interruptSignal is one of the two signals reserved by the C library, which interrupts threads
// with it to change their user ids. So no script can trap it and no program sends it. In a host's
// process the C library may need it: see openFifo.
const interruptSignal = syscall.Signal(33)

// interruptHandler returns the addresses of a signal handler that only returns, and of its return
// trampoline if the kernel wants one.
func interruptHandler() (handler, restorer uintptr)

const (
	saSiginfo  = 0x4
	saRestorer = 0x04000000
	saOnstack  = 0x08000000 // Go's stacks are too small for a signal frame
)

//lint:ignore U1000 the assembly has it from go_asm.h
const sysRtSigreturn = unix.SYS_RT_SIGRETURN

// armInterrupt gives interruptSignal a handler that does nothing and lets system calls be
// interrupted, unlike the handlers of os/signal.
//
// It runs before every use: remembering would cost more.
func armInterrupt() error {
	act := sig.Action{Flags: saSiginfo | saOnstack | saRestorer}
	act.Handler, act.Restorer = interruptHandler()
	return sig.SetAction(interruptSignal, &act, nil)
}
