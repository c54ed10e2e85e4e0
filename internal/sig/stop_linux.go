package sig

import (
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// Stop stops the process by s, a stop signal at its default disposition. It returns when the
// process goes on: the signal goes to the calling thread, since another one might take it while
// this one runs on.
func Stop(s Signal) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	_ = unix.Tgkill(os.Getpid(), unix.Gettid(), s)
}

// TakeSent returns after all signals sent to the process before have been taken: it was stopped
// then, and goes on. The kernel chooses one thread, which takes a signal when it next runs, and
// lets the others run on until then; a thread changing its mask looks itself (recalc_sigpending).
func TakeSent() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var block, old unix.Sigset_t
	block.Val[0] = 1 << (SIGURG - 1)
	if unix.PthreadSigmask(unix.SIG_BLOCK, &block, &old) == nil {
		_ = unix.PthreadSigmask(unix.SIG_SETMASK, &old, nil)
	}
}
