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
