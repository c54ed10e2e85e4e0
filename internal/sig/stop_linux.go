package sig

import (
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// Stop stops the process by s, one of the signals whose default that is and which has it. It
// returns when the process goes on: the signal goes to the calling thread, since another one
// might take it while this one runs on.
func Stop(s Signal) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	_ = unix.Tgkill(os.Getpid(), unix.Gettid(), s)
}

// TakeSent returns when what was sent to the process before has been taken: that it was stopped then, and
// goes on. The kernel chooses one thread, which takes a signal when it next runs, and lets the others run on until then; whose
// mask changes looks itself (recalc_sigpending).
func TakeSent() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var block, old unix.Sigset_t
	block.Val[0] = 1 << (SIGURG - 1)
	if unix.PthreadSigmask(unix.SIG_BLOCK, &block, &old) == nil {
		_ = unix.PthreadSigmask(unix.SIG_SETMASK, &old, nil)
	}
}
